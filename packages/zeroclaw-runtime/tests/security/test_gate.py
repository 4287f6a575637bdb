"""The pure part of the gate: its stages, in their order, each narrowing."""

from __future__ import annotations

import pytest

from zeroclaw_api.approvals import SameCall
from zeroclaw_api.events import ToolErrorKind
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ToolCall
from zeroclaw_api.risk import Autonomy, Effect, Risk, RiskProfile
from zeroclaw_runtime import NativeHost, SubsetValidator, Verdict
from zeroclaw_runtime.security.decision import Allow, Ask, Decision, Deny
from zeroclaw_runtime.security.gate import SHOWN_VIOLATIONS, call_digest, judge, verdict_of
from zeroclaw_runtime.security.policies import Policies
from zeroclaw_runtime.tools.catalogue import build_catalogue
from zeroclaw_testing.tools import FakeTool, tool_spec

PATH: JsonObject = {
    "type": "object",
    "properties": {"path": {"type": "string"}},
    "required": ["path"],
    "additionalProperties": False,
}
WRITES = frozenset({Effect.WRITE})
WRITE = FakeTool(tool_spec("write", parameters=PATH, risk=Risk.MEDIUM, effects=WRITES))
SHELL = FakeTool(
    tool_spec("shell", parameters=PATH, risk=Risk.MEDIUM, effects=frozenset({Effect.EXECUTE}))
)
READ = FakeTool(tool_spec("read", parameters=PATH))
PLACE = "home"
ARGS: JsonObject = {"path": "/a"}


def judged(name: str, args: JsonObject = ARGS, profile: RiskProfile = RiskProfile()) -> Decision:
    validator = SubsetValidator()
    catalogue = build_catalogue("a", [WRITE, SHELL, READ], RiskProfile(), NativeHost(), validator)
    call = ToolCall(CallId(1), name, args)
    return judge(call, catalogue, validator, profile, Policies(), PLACE)


def test_stages_come_in_their_order() -> None:
    nothing = RiskProfile(never_allow=frozenset({"write", "ghost"}))
    unknown = judged("ghost", {"bad": 1}, nothing)
    assert isinstance(unknown, Deny)
    assert (unknown.kind, unknown.rule) == (ToolErrorKind.UNKNOWN, "advertised")
    invalid = judged("write", {"bad": 1}, nothing)
    assert isinstance(invalid, Deny)
    assert (invalid.kind, invalid.rule) == (ToolErrorKind.INVALID, "arguments")
    denied = judged("write", ARGS, nothing)
    assert isinstance(denied, Deny)
    assert (denied.kind, denied.rule) == (ToolErrorKind.DENIED, "never_allow")


def test_call_that_reads_runs_and_one_that_writes_is_asked_about() -> None:
    run, ask = judged("read"), judged("write")
    assert isinstance(run, Allow)
    assert (run.tool, run.rule) == (READ, "supervised:low")
    assert isinstance(ask, Ask)
    assert (ask.tool, ask.rule) == (WRITE, "supervised:medium")
    assert ask.digest == call_digest(ask.call, PLACE)
    assert ask.assessment.keeps == (SameCall(ask.digest),)


def test_approval_of_an_unjudged_command_cannot_be_kept() -> None:
    ask = judged("shell")
    assert isinstance(ask, Ask)
    assert ask.assessment.keeps == ()
    # The control: a call that runs no command may be kept.
    writes = judged("write")
    assert isinstance(writes, Ask)
    assert writes.assessment.keeps != ()


def test_verdict_of_a_tool_is_that_of_its_worst_call() -> None:
    profile = RiskProfile(auto_approve=frozenset({"write"}))
    assert verdict_of(RiskProfile(), READ.spec) is Verdict.RUN
    assert verdict_of(RiskProfile(), WRITE.spec) is Verdict.ASK
    assert verdict_of(profile, WRITE.spec) is Verdict.RUN
    assert verdict_of(RiskProfile(Autonomy.READONLY), WRITE.spec) is Verdict.DENY


@pytest.mark.parametrize(
    "profile",
    [
        RiskProfile(Autonomy.READONLY),
        RiskProfile(never_allow=frozenset({"write"})),
    ],
)
def test_model_never_learns_the_rule(profile: RiskProfile) -> None:
    denied = judged("write", profile=profile)
    assert isinstance(denied, Deny)
    for word in ("readonly", "medium", "never_allow", "autonomy", "profile", denied.rule):
        assert word not in denied.text.lower()
    assert "write" in denied.text


def test_model_is_told_what_is_wrong_with_its_arguments() -> None:
    args: JsonObject = {f"x{number}": 1 for number in range(20)}
    denied = judged("write", args)
    assert isinstance(denied, Deny)
    assert "path is missing" in denied.text
    assert denied.text.count("is unknown") == SHOWN_VIOLATIONS - 1


def test_model_is_told_which_tools_there_are() -> None:
    denied = judged("n" * 5000)
    assert isinstance(denied, Deny)
    assert "Available: read, shell, write." in denied.text
    assert len(denied.text) < 300


def test_digest_binds_tool_arguments_and_place_and_nothing_else() -> None:
    call = ToolCall(CallId(1), "write", {"a": 1, "b": 2})
    same = ToolCall(CallId(9), "write", {"b": 2, "a": 1}, wire_id="other")
    assert call_digest(call, PLACE) == call_digest(same, PLACE)
    for other in (
        ToolCall(CallId(1), "write", {"a": 1, "b": 3}),
        ToolCall(CallId(1), "write2", {"a": 1, "b": 2}),
        ToolCall(CallId(1), "write", {"a": "1", "b": 2}),
    ):
        assert call_digest(call, PLACE) != call_digest(other, PLACE)
    assert call_digest(call, PLACE) != call_digest(call, "elsewhere")
