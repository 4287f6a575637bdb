"""Tests of where a run goes after a step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.condition import Comparison, PathCondition
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
)
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.routes import failure_policy, route
from zeroclaw_config.files.step_tables import StepTable

NUMBERS = frozenset({1, 2, 5})
WHEN = "$.steps.1.ok == true"
OK = PathCondition(("steps", "1", "ok"), Comparison.EQUAL, "true")
PORTS = [{"name": "a", "when": WHEN, "goto": 2}, {"name": "b", "goto": 5}]
SWITCH = SwitchRoute((SwitchPort("a", 2, OK), SwitchPort("b", 5)))


def read(keys: dict[str, object]) -> tuple[StepRoute, list[str]]:
    notes = Notes("f")
    table = StepTable.model_validate({"number": 1, "title": "t", **keys})
    found = route(table, ("s",), NUMBERS, notes)
    return found, [problem.sentence for problem in notes.problems]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, NextStep()),
        ({"terminal": True}, EndRun()),
        ({"next": 5}, GotoStep(5)),
        ({"switch": PORTS}, SWITCH),
        ({"when": WHEN, "next": 5}, GuardedRoute(OK, GotoStep(5))),
        ({"when": WHEN, "next": 5, "terminal": True}, GuardedRoute(OK, GotoStep(5), EndRun())),
        ({"when": WHEN, "switch": PORTS}, GuardedRoute(OK, SWITCH)),
        ({"when": WHEN, "terminal": True}, GuardedRoute(OK, EndRun(), EndRun())),
        ({"when": " "}, NextStep()),
    ],
)
def test_the_keys_of_a_step_make_one_route(keys: dict[str, object], expected: StepRoute) -> None:
    assert read(keys) == (expected, [])


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"next": 3}, "s.next refers to step 3, which does not exist"),
        ({"next": 5, "switch": PORTS}, "s.next has no effect beside `switch`"),
        ({"next": 5, "terminal": True}, "s.terminal contradicts `next`"),
        ({"switch": PORTS, "terminal": True}, "s.terminal contradicts `switch`"),
        ({"when": "$.steps.9.x == 1"}, "s.when reads step 9, which does not exist"),
        ({"switch": [{"name": "a", "goto": 9}]}, "s.switch[0].goto refers to step 9"),
        ({"switch": [PORTS[1], PORTS[0]]}, "s.switch[0] always leads on"),
        ({"switch": [PORTS[0], PORTS[0]]}, "s.switch[1].name is that of another port"),
        ({"switch": [{"name": "a", "when": "junk", "goto": 2}]}, "s.switch[0].when must have"),
    ],
)
def test_a_route_that_leads_nowhere_is_noted(keys: dict[str, object], problem: str) -> None:
    _, found = read(keys)
    assert len(found) == 1
    assert problem in found[0]


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("fail", FailRun()),
        ("retry:2", RetryStep(2)),
        ("retry: 2", RetryStep(2)),
        ("retry 2", RetryStep(2)),
        ("goto:5", GotoStep(5)),
    ],
)
def test_a_policy_for_failures_is_one_of_three(text: str, policy: StepFailurePolicy) -> None:
    notes = Notes("f")
    assert failure_policy(text, (), NUMBERS, notes) == policy
    assert not notes


@given(st.text() | st.sampled_from(["retry:0", "retry", "goto:x", "goto:-1", "Fail", "retry:two"]))
def test_junk_is_never_silently_a_failed_run(text: str) -> None:
    notes = Notes("f")
    failure_policy(text, ("on_failure",), NUMBERS, notes)
    assert bool(notes) == (text != "fail")
