"""What the gate decides is told whole, with nothing in it that a terminal obeys."""

from __future__ import annotations

from zeroclaw.policies.text import Explained, as_json, explained_rows
from zeroclaw.terminal.style import Style
from zeroclaw_api.risk import Assessment, Effect, Risk
from zeroclaw_runtime import Autonomous, Verdict

MAKE = Assessment(
    Risk.MEDIUM,
    frozenset({Effect.EXECUTE}),
    paths=("a",),
    commands=(("make", "a b"), ("echo", "\x1b[2J")),
    rule="runs_project_code",
    detail="make\x1b[1m",
)


def explained(verdict: Verdict, assessment: Assessment = MAKE) -> Explained:
    return Explained("make", Autonomous(verdict, "supervised:medium"), assessment)


def test_rows_tell_decision_rule_and_every_command() -> None:
    rows = list(explained_rows(explained(Verdict.ASK), Style(colour=False)))
    assert rows[0] == "A person would be asked."
    assert rows[1] == "Risk: medium. Rule: supervised:medium/runs_project_code."
    assert "  make 'a b'" in rows
    assert not any("\x1b" in row for row in rows)


def test_json_has_stable_words_for_each_decision() -> None:
    found = {verdict: as_json(explained(verdict))["decision"] for verdict in Verdict}
    assert found == {Verdict.RUN: "allow", Verdict.ASK: "ask", Verdict.DENY: "deny"}
    form = as_json(explained(Verdict.ASK))
    assert (form["risk"], form["commands"]) == ("medium", [["make", "a b"], ["echo", "\x1b[2J"]])


def test_denial_is_told_as_the_rule() -> None:
    denied = Assessment(Risk.HIGH, frozenset(), rule="unparsable", denial="unparsable")
    assert as_json(explained(Verdict.DENY, denied))["rule"] == "unparsable"
