"""Turn the steps that were written into those that can be run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from attrs import frozen

from zeroclaw_api.json import Json
from zeroclaw_api.phrases import Phrase
from zeroclaw_api.services import Validator
from zeroclaw_api.sop_step import (
    CapabilityWork,
    CheckpointWork,
    ExecuteWork,
    PlannedCall,
    SopStep,
    StepTools,
    StepWork,
)
from zeroclaw_config._key_path import KeyPath, quoted
from zeroclaw_config.files.json_values import json_object, json_schema, json_value
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.routes import check_number, failure_policy, route
from zeroclaw_config.files.step_tables import StepTable
from zeroclaw_config.files.tables import salvaged
from zeroclaw_config.files.templates import binding_problems, placeholders

__all__ = ["MAX_STEPS", "Draft", "procedure_steps"]

MAX_STEPS: Final = 1000
"""A longer procedure is none that somebody wrote."""

DECISIVE: Final[frozenset[str]] = frozenset({"kind", "capability"})
"""The keys by which it is judged whether others may stand in a step."""


@frozen
class Draft:
    """A step as it was written, with the key that stands for it in messages."""

    table: Mapping[str, object]
    path: KeyPath


def procedure_steps(
    drafts: Sequence[Draft], validator: Validator, notes: Notes
) -> tuple[SopStep, ...]:
    """The steps, with notes of all that is wrong with them or with what they refer to."""
    if len(drafts) > MAX_STEPS:
        notes.whole(Phrase("has_too_many_steps", "has more than {limit} steps", limit=MAX_STEPS))
        return ()
    numbers = _numbers(drafts, notes)
    steps = []
    for draft in drafts:
        table = salvaged(StepTable, draft.table, draft.path, notes, DECISIVE)
        if table is not None:
            steps.append(_step(table, draft.path, numbers, validator, notes))
    return tuple(steps)


def _numbers(drafts: Sequence[Draft], notes: Notes) -> frozenset[int]:
    """All numbers that were written; notes for those that occur twice or out of order."""
    seen: set[int] = set()
    last = 0
    for draft in drafts:
        number = draft.table.get("number")
        if type(number) is not int:
            continue
        place = (*draft.path, "number")
        if number in seen:
            notes.add(
                place,
                Phrase(
                    "is_another_steps_number",
                    "is {number}, which is that of another step",
                    number=number,
                ),
            )
        elif number < last:
            notes.add(
                place,
                Phrase(
                    "is_out_of_order",
                    "is {number}, after {last}: steps stand in order of their numbers",
                    number=number,
                    last=last,
                ),
            )
        seen.add(number)
        last = max(last, number)
    return frozenset(seen)


def _step(
    table: StepTable,
    path: KeyPath,
    numbers: frozenset[int],
    validator: Validator,
    notes: Notes,
) -> SopStep:
    before = frozenset(number for number in numbers if number < table.number)
    for number in table.depends_on:
        check_number(number, (*path, "depends_on"), numbers, notes)
    if table.number in table.depends_on:
        notes.add((*path, "depends_on"), Phrase("waits_for_itself", "has the step wait for itself"))
    if table.prompt is not None and placeholders(table.prompt) is None:
        notes.add(
            (*path, "prompt"),
            Phrase("braces_not_balanced", "has double braces that are not balanced"),
        )
    schemas = [
        json_schema(schema, (*path, key), validator, notes)
        if key in table.model_fields_set
        else None
        for key, schema in (("input", table.input), ("output", table.output))
    ]
    return SopStep(
        number=table.number,
        title=table.title,
        body=table.body,
        work=_work(table, path, before, notes),
        tools=_tools(table, path, notes),
        confirm=table.requires_confirmation,
        mode=table.mode,
        prompt=table.prompt,
        policy=table.policy,
        input_schema=schemas[0],
        output_schema=schemas[1],
        depends_on=frozenset(table.depends_on),
        route=route(table, path, numbers, notes),
        on_failure=failure_policy(table.on_failure, (*path, "on_failure"), numbers, notes),
        agent=table.agent,
    )


def _work(table: StepTable, path: KeyPath, before: frozenset[int], notes: Notes) -> StepWork:
    _check_kind(table, path, notes)
    match table.kind:
        case "execute":
            return ExecuteWork(_calls(table, path, before, notes))
        case "checkpoint" | "approval":
            return CheckpointWork(table.edit)
        case "capability":
            if table.capability is None:
                notes.add(
                    (*path, "capability"),
                    Phrase("capability_is_missing", "is missing, as the kind is `capability`"),
                )
                return ExecuteWork()
            given = json_value(table.given, (*path, "with"), notes)
            _check_bindings(given, (*path, "with"), before, 0, notes)
            return CapabilityWork(table.capability, given)
        case _:
            assert_never(table.kind)


def _check_kind(table: StepTable, path: KeyPath, notes: Notes) -> None:
    """Note the keys that belong to another kind of step."""
    kind = "checkpoint" if table.kind == "approval" else table.kind
    for key, owner in (
        ("calls", "execute"),
        ("capability", "capability"),
        ("with", "capability"),
        ("edit", "checkpoint"),
    ):
        field = "given" if key == "with" else key
        if field in table.model_fields_set and kind != owner:
            notes.add(
                (*path, key),
                Phrase(
                    "belongs_to_another_kind",
                    "belongs to a step of kind `{owner}`; this one is `{kind}`",
                    owner=owner,
                    kind=kind,
                ),
            )


def _calls(
    table: StepTable, path: KeyPath, before: frozenset[int], notes: Notes
) -> tuple[PlannedCall, ...]:
    calls = []
    for at, call in enumerate(table.calls):
        place = (*path, "calls", at)
        args = json_object(call.args, (*place, "args"), notes)
        _check_bindings(args, (*place, "args"), before, at, notes)
        pinned = json_value(call.pinned, (*place, "pinned"), notes)
        calls.append(PlannedCall(call.tool, args, pinned))
    return tuple(calls)


def _check_bindings(
    value: Json, path: KeyPath, before: frozenset[int], calls: int, notes: Notes
) -> None:
    for problem in binding_problems(value, before, calls):
        notes.add(path, problem)


def _tools(table: StepTable, path: KeyPath, notes: Notes) -> StepTools:
    allowed = None if table.allow_tools is None else frozenset(table.allow_tools)
    denied = frozenset(table.deny_tools)
    for name in sorted(denied & (allowed or frozenset())):
        notes.add(
            (*path, "deny_tools"),
            Phrase(
                "names_an_allowed_tool",
                "names `{tool}`, as `allow_tools` does too",
                tool=quoted(name),
            ),
        )
    return StepTools(tuple(table.tools), allowed, denied)
