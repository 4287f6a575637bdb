"""Tests of turning written steps into those that can be run."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import JsonObject
from zeroclaw_api.services import Validator
from zeroclaw_api.sop_step import (
    CapabilityWork,
    CheckpointWork,
    ExecuteWork,
    ExecutionMode,
    GotoStep,
    PlannedCall,
    SopStep,
    StepCapability,
    StepTools,
)
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.steps import MAX_STEPS, Draft, procedure_steps

SCHEMA: JsonObject = {"type": "object", "properties": {"n": {"type": "integer"}}}


def read(validator: Validator, *tables: dict[str, object]) -> tuple[tuple[SopStep, ...], list[str]]:
    notes = Notes("f")
    drafts = [
        Draft({"number": at, "title": "t", **table}, (f"step-{at}",))
        for at, table in enumerate(tables, 1)
    ]
    steps = procedure_steps(drafts, validator, notes)
    return steps, [problem.sentence for problem in notes.problems]


def test_everything_that_was_written_reaches_the_step(validator: Validator) -> None:
    call = {"tool": "http", "args": {"url": "{{steps.1.n}}"}, "pinned": {"ok": True}}
    steps, problems = read(
        validator,
        {"output": SCHEMA},
        {
            "title": "Do",
            "body": "It.",
            "tools": ["shell"],
            "allow_tools": ["http"],
            "deny_tools": ["rm"],
            "requires_confirmation": True,
            "input": SCHEMA,
            "next": 1,
            "depends_on": [1],
            "mode": "step_by_step",
            "agent": "ops",
            "prompt": "{{n}}?",
            "policy": "two",
            "calls": [call],
        },
    )
    assert problems == []
    assert steps[1] == SopStep(
        number=2,
        title="Do",
        body="It.",
        work=ExecuteWork((PlannedCall("http", call["args"], call["pinned"]),)),  # type: ignore[arg-type]
        tools=StepTools(("shell",), frozenset({"http"}), frozenset({"rm"})),
        confirm=True,
        mode=ExecutionMode.STEP_BY_STEP,
        prompt="{{n}}?",
        policy="two",
        input_schema=SCHEMA,
        depends_on=frozenset({1}),
        route=GotoStep(1),
        agent="ops",
    )
    assert steps[0].output_schema == SCHEMA


def test_each_kind_of_step_has_its_own_work(validator: Validator) -> None:
    steps, problems = read(
        validator,
        {"kind": "checkpoint", "edit": "body"},
        {"kind": "approval"},
        {"kind": "capability", "capability": "git.diff", "with": "{{steps.1}}"},
    )
    assert problems == []
    assert [step.work for step in steps] == [
        CheckpointWork("body"),
        CheckpointWork(),
        CapabilityWork(StepCapability.GIT_DIFF, "{{steps.1}}"),
    ]


def test_an_empty_list_of_allowed_tools_allows_none(validator: Validator) -> None:
    steps, _ = read(validator, {"allow_tools": []}, {})
    assert [step.tools.allowed for step in steps] == [frozenset(), None]


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"kind": "exec"}, "step-2.kind must be execute, checkpoint, approval or capability"),
        ({"mode": "supervise"}, "did you mean `supervised`?"),
        ({"nxt": 1}, "step-2.nxt is not a known key; did you mean `next`?"),
        ({"title": " "}, "step-2.title must have at least 1"),
        ({"edit": "x"}, "step-2.edit belongs to a step of kind `checkpoint`"),
        ({"capability": "git.diff"}, "step-2.capability belongs to a step of kind `capability`"),
        ({"kind": "checkpoint", "calls": []}, "step-2.calls belongs to a step of kind `execute`"),
        ({"with": 1}, "step-2.with belongs to a step of kind `capability`"),
        ({"kind": "capability"}, "step-2.capability is missing"),
        ({"kind": "capability", "capability": "git.dif"}, "did you mean `git.diff`?"),
        ({"depends_on": [2]}, "step-2.depends_on has the step wait for itself"),
        ({"depends_on": [7]}, "step-2.depends_on refers to step 7"),
        ({"on_failure": "goto:7"}, "step-2.on_failure refers to step 7"),
        ({"prompt": "{{x"}, "step-2.prompt has double braces"),
        ({"input": {"type": "int"}}, "step-2.input is a JSON Schema that cannot be checked"),
        ({"output": []}, "step-2.output must be a JSON Schema"),
        ({"calls": [{"tool": "a", "args": {"x": "{{steps.2.a}}"}}]}, "refers to step 2, which"),
        ({"calls": [{"tool": "a", "args": {"x": "{{calls.0}}"}}]}, "refers to call 0, which"),
        ({"calls": [{"tool": "a", "arg": {}}]}, "step-2.calls[0].arg is not a known key"),
        ({"allow_tools": ["a"], "deny_tools": ["a"]}, "step-2.deny_tools names `a`"),
    ],
)
def test_what_could_not_run_is_noted(
    validator: Validator, table: dict[str, object], problem: str
) -> None:
    _, problems = read(validator, {}, table)
    assert len(problems) == 1
    assert problem in problems[0]


def test_a_call_may_use_what_an_earlier_one_gave(validator: Validator) -> None:
    second = {"tool": "b", "args": {"x": "{{calls.0.id}}"}}
    assert read(validator, {"calls": [{"tool": "a"}, second]})[1] == []


def test_one_wrong_key_hides_nothing_that_others_refer_to(validator: Validator) -> None:
    _, problems = read(validator, {"mode": "x", "next": 9}, {"next": 1, "tools": 5})
    assert len(problems) == 3
    assert "step-1.next refers to step 9" in "".join(problems)


def test_numbers_may_have_gaps_but_stand_in_order(validator: Validator) -> None:
    steps, problems = read(validator, {"number": 3, "next": 10}, {"number": 10})
    assert (problems, [step.number for step in steps]) == ([], [3, 10])
    _, problems = read(validator, {"number": 3}, {"number": 2}, {"number": 3})
    assert problems == [
        "step-2.number is 2, after 3: steps stand in order of their numbers.",
        "step-3.number is 3, which is that of another step.",
    ]


def test_there_is_a_limit_to_how_many_steps(validator: Validator) -> None:
    assert len(read(validator, *[{}] * MAX_STEPS)[0]) == MAX_STEPS
    assert "more than 1000 steps" in read(validator, *[{}] * (MAX_STEPS + 1))[1][0]
