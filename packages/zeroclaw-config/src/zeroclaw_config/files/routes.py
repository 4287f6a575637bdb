"""Read where a run goes after a step, or when it failed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zeroclaw_api.phrases import Phrase
from zeroclaw_api.sop_step import (
    EndRun,
    FailRun,
    GotoStep,
    GuardedRoute,
    NextStep,
    RetryStep,
    StepFailurePolicy,
    StepRoute,
    SwitchPort,
    SwitchRoute,
    UnguardedRoute,
)
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.files.conditions import guard
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.step_tables import StepTable, SwitchPortTable

__all__ = ["check_number", "failure_policy", "route"]

_FAILURE = re.compile(r"(retry|goto)\s*[:\s]\s*([0-9]{1,9})")


def route(table: StepTable, path: KeyPath, numbers: frozenset[int], notes: Notes) -> StepRoute:
    """Where it goes; notes for what contradicts itself, or leads to a step not in `numbers`."""
    condition = guard(table.when, (*path, "when"), numbers, notes)
    end = EndRun() if table.terminal else NextStep()
    if table.next is not None and table.switch:
        notes.add(
            (*path, "next"),
            Phrase("next_beside_switch", "has no effect beside `switch`: leave one of them out"),
        )
    if table.terminal and not table.when and (table.next is not None or table.switch):
        key = "switch" if table.switch else "next"
        notes.add(
            (*path, "terminal"),
            Phrase("contradicts_key", "contradicts `{key}`, as there is no `when`", key=key),
        )
    then: UnguardedRoute = end
    if table.switch:
        then = SwitchRoute(_ports(table.switch, (*path, "switch"), numbers, notes))
    elif table.next is not None:
        check_number(table.next, (*path, "next"), numbers, notes)
        then = GotoStep(table.next)
    return then if condition is None else GuardedRoute(condition, then, end)


def failure_policy(
    text: str, path: KeyPath, numbers: frozenset[int], notes: Notes
) -> StepFailurePolicy:
    """What `fail`, `retry:N` or `goto:N` says."""
    match = _FAILURE.fullmatch(text)
    if match and match[1] == "goto":
        check_number(int(match[2]), path, numbers, notes)
        return GotoStep(int(match[2]))
    if match and int(match[2]) > 0:
        return RetryStep(int(match[2]))
    if text != "fail":
        notes.add(
            path,
            Phrase("must_be_failure_policy", "must be fail, retry:N with N at least 1, or goto:N"),
        )
    return FailRun()


def check_number(number: int, path: KeyPath, numbers: frozenset[int], notes: Notes) -> None:
    """Note that there is no step of that number."""
    if number not in numbers:
        notes.add(
            path,
            Phrase(
                "refers_to_no_step", "refers to step {number}, which does not exist", number=number
            ),
        )


def _ports(
    tables: Sequence[SwitchPortTable], path: KeyPath, numbers: frozenset[int], notes: Notes
) -> tuple[SwitchPort, ...]:
    ports = []
    names: set[str] = set()
    for at, table in enumerate(tables):
        place = (*path, at)
        if table.name in names:
            notes.add((*place, "name"), Phrase("is_another_port", "is that of another port"))
        names.add(table.name)
        check_number(table.goto, (*place, "goto"), numbers, notes)
        condition = guard(table.when, (*place, "when"), numbers, notes)
        if not (table.when or "").strip() and at < len(tables) - 1:
            notes.add(
                place,
                Phrase(
                    "port_always_leads_on",
                    "always leads on, so that the ports after it are never reached",
                ),
            )
        ports.append(SwitchPort(table.name, table.goto, condition))
    return tuple(ports)
