"""The gate's driver: whoever is asked decides about exactly what they were shown."""

from __future__ import annotations

import pytest
import trio
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from one_session import NO, YES, S, follow, message, play, said, script
from trio.testing import MockClock

from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, KeptApproval
from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.events import (
    ConfirmRequest,
    QuestionClosed,
    ToolErrorKind,
    ToolStarted,
    TurnWarning,
)
from zeroclaw_api.hooks import CallVerdict, RewriteCall
from zeroclaw_api.identifiers import TurnInfo
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, ToolCall
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import (
    Answered,
    AnswerReceipt,
    Choice,
    Question,
    Reply,
    TimedOut,
)
from zeroclaw_api.risk import ArgumentRole, Autonomy, Effect, HighRisk, Risk, RiskProfile
from zeroclaw_api.stream import StreamEvent
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import Limits, assemble, open_session
from zeroclaw_runtime.guards import Guards
from zeroclaw_runtime.security.commands.verdict import CommandVerdict
from zeroclaw_runtime.security.policies import Policies
from zeroclaw_testing.approvals import FixedApprovals
from zeroclaw_testing.hooks import RecordingHook
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import call, calls, say
from zeroclaw_testing.tools import FakeTool, tool_spec

PATH: JsonObject = {
    "type": "object",
    "properties": {"path": {"type": "string"}},
    "required": ["path"],
    "additionalProperties": False,
}
WRITES, EXECUTES = frozenset({Effect.WRITE}), frozenset({Effect.EXECUTE})
A: JsonObject = {"path": "/a"}
FULL = RiskProfile(Autonomy.FULL)


def writer(name: str = "write", risk: Risk = Risk.MEDIUM) -> FakeTool:
    return FakeTool(tool_spec(name, parameters=PATH, risk=risk, effects=WRITES))


def replace_by(text: str) -> Reply:
    return Reply(Choice.REPLACE, LOCAL_USER, replacement=text)


async def test_approved_call_runs_as_it_was_shown() -> None:
    tool = writer()
    agent = assemble("home", [script(call("write", A), say("ok")).route], tools=[tool])
    seen = await play(agent, answers=[YES])
    (request,) = seen.of(ConfirmRequest)
    assert (request.name, request.args) == ("write", A)
    assert request.question.prompt == 'write {"path":"/a"}'
    assert request.question.answerers == (LOCAL_USER,)
    assert tool.calls == [A]
    assert [result.status for result in seen.results] == [ResultStatus.SUCCESS]


@pytest.mark.parametrize(
    ("answers", "kind", "told"),
    [
        ([NO], ToolErrorKind.DENIED, "The operator said no."),
        ([evolve(NO, text="not there")], ToolErrorKind.DENIED, "They said: not there"),
        ([replace_by("{")], ToolErrorKind.DENIED, "The replacement was unusable"),
        ([replace_by('{"path": 1}')], ToolErrorKind.INVALID, "path must be string"),
        ([], ToolErrorKind.UNANSWERED, "not a person's no"),
    ],
)
async def test_call_without_a_yes_does_not_run(
    answers: list[Reply], kind: ToolErrorKind, told: str, autojump_clock: MockClock
) -> None:
    tool = writer()
    model = script(call("write", A), say("ok"))
    agent = assemble("home", [model.route], tools=[tool])
    seen = await play(agent, answers=answers, seconds=1e6)
    (refusal,) = seen.refusals
    assert refusal.kind is kind
    assert told in refusal.text
    assert tool.calls == []
    assert seen.of(ToolStarted) == []
    assert told in said(model.last_messages)


async def test_silence_is_told_as_silence_and_never_as_a_no(autojump_clock: MockClock) -> None:
    model = script(call("write", A), say("ok"))
    seen = await play(assemble("home", [model.route], tools=[writer()]), seconds=1e6)
    assert trio.current_time() == Limits().question_seconds
    assert [closed.resolution for closed in seen.of(QuestionClosed)] == [TimedOut()]
    assert "Nobody answered in time" in said(model.last_messages)


async def test_without_a_driver_nobody_is_asked_and_nothing_runs() -> None:
    tool = writer()
    model = script(call("write", A), say("ok"))
    agent = assemble("home", [model.route], tools=[tool])
    with trio.fail_after(10):
        async with open_session(agent, S, processes=FakeProcesses()) as session:
            await session.ask("go")
    assert tool.calls == []
    assert "Nobody could be asked" in said(model.last_messages)


async def test_stranger_cannot_approve_a_call() -> None:
    receipts: list[AnswerReceipt] = []
    tool = writer()
    agent = assemble("home", [script(call("write", A), say("ok")).route], tools=[tool])
    stranger = evolve(YES, by=Principal("local", "", "somebody"))
    with trio.fail_after(10):
        async with open_session(agent, S, processes=FakeProcesses()) as session:

            def both(question: Question) -> Reply:
                receipts.append(session.answer(question.id, stranger))
                assert tool.calls == []
                return YES

            await follow(session, message(), [both])
    assert receipts == [AnswerReceipt.NOT_ALLOWED]
    # The control: the owner's answer to the same question let it run.
    assert tool.calls == [A]


async def test_replacement_is_judged_again_and_shown_again() -> None:
    tool = writer()
    model = script(call("write", A), say("ok"))
    agent = assemble("home", [model.route], tools=[tool])
    seen = await play(agent, answers=[replace_by('{"path":"/b"}'), YES])
    assert [request.args for request in seen.of(ConfirmRequest)] == [A, {"path": "/b"}]
    assert len({request.question.digest for request in seen.of(ConfirmRequest)}) == 2
    assert tool.calls == [{"path": "/b"}]
    assert 'It ran as write {"path":"/b"}, not as you called it.' in said(model.last_messages)


@pytest.mark.parametrize(("replacements", "runs"), [(3, True), (4, False)])
async def test_call_may_be_replaced_three_times_and_no_more(replacements: int, runs: bool) -> None:
    tool = writer()
    agent = assemble("home", [script(call("write", A), say("ok")).route], tools=[tool])
    answers = [replace_by(f'{{"path":"/{n}"}}') for n in range(replacements)]
    seen = await play(agent, answers=[*answers, YES])
    assert bool(tool.calls) is runs
    if not runs:
        assert [refusal.rule for refusal in seen.refusals] == ["too_many_replacements"]


@pytest.mark.parametrize("is_changed", [True, False])
async def test_call_that_changed_while_it_was_shown_is_not_the_approved_one(
    is_changed: bool,
) -> None:
    args = {"path": "/a"}

    async def share(_turn: TurnInfo, proposed: ToolCall) -> CallVerdict:
        await trio.lowlevel.checkpoint()
        return RewriteCall(evolve(proposed, args=args))

    def change(_question: Question) -> Reply:
        if is_changed:
            args["path"] = "/etc/passwd"
        return YES

    tool = writer()
    hook = RecordingHook(judge_call=share)
    model = script(call("write", A), say("ok"))
    agent = assemble("home", [model.route], tools=[tool], hooks=[hook])
    seen = await play(agent, answers=[change])
    # The control: the same approval holds for arguments that stayed as they were.
    assert tool.calls == ([] if is_changed else [A])
    assert [refusal.rule for refusal in seen.refusals] == (["digest"] if is_changed else [])


async def test_approval_for_good_covers_the_same_arguments_only() -> None:
    tool = writer()
    rounds = [call("write", A), call("write", A), call("write", {"path": "/b"}), say("ok")]
    agent = assemble("home", [script(*rounds).route], tools=[tool])
    seen = await play(agent, answers=[evolve(YES, remember=True), NO])
    assert [request.args for request in seen.of(ConfirmRequest)] == [A, {"path": "/b"}]
    assert tool.calls == [A, A]
    # The control: without asking for it, nothing is kept.
    again = assemble("home", [script(*rounds).route], tools=[writer()])
    assert len((await play(again, answers=[YES, YES, YES])).of(ConfirmRequest)) == 3


async def test_unjudged_command_is_asked_about_each_time() -> None:
    shell = FakeTool(tool_spec("shell", parameters=PATH, risk=Risk.MEDIUM, effects=EXECUTES))
    agent = assemble(
        "home", [script(call("shell", A), call("shell", A), say("ok")).route], tools=[shell]
    )
    remember = evolve(YES, remember=True)
    seen = await play(agent, answers=[remember, remember])
    assert len(seen.of(ConfirmRequest)) == 2


async def test_denied_call_costs_no_place_among_the_actions() -> None:
    tool = writer()
    rounds = [call("write", A), call("write", {"path": "/b"}), say("ok")]
    limits = Limits(actions_per_hour=1)
    agent = assemble("home", [script(*rounds).route], tools=[tool], limits=limits)
    await play(agent, answers=[NO, YES])
    assert tool.calls == [{"path": "/b"}]


async def test_limit_of_actions_stops_calls_that_act_and_no_others() -> None:
    tool, read = writer(), FakeTool(tool_spec("read"))
    model = script(
        calls(("write", A), ("write", A), ("write", A), ("read", {}), ("read", {})), say("ok")
    )
    limits = Limits(actions_per_hour=2)
    agent = assemble("home", [model.route], tools=[tool, read], profile=FULL, limits=limits)
    seen = await play(agent)
    assert len(tool.calls) == 2
    assert len(read.calls) == 2
    assert [(r.kind, r.rule) for r in seen.refusals] == [(ToolErrorKind.LIMIT, "actions_per_hour")]
    # The control: without the limit all of them run.
    free = writer()
    again = script(calls(("write", A), ("write", A), ("write", A)), say("ok"))
    await play(assemble("home", [again.route], tools=[free], profile=FULL))
    assert len(free.calls) == 3


async def test_nobody_is_asked_about_a_call_that_has_no_place() -> None:
    limits = Limits(actions_per_hour=0)
    agent = assemble(
        "home", [script(call("write", A), say("ok")).route], tools=[writer()], limits=limits
    )
    assert (await play(agent, answers=[YES])).of(ConfirmRequest) == []


@pytest.mark.parametrize(
    ("profile", "risk", "asked", "runs"),
    [
        (RiskProfile(), Risk.LOW, 0, True),
        (RiskProfile(), Risk.MEDIUM, 1, True),
        (RiskProfile(), Risk.HIGH, 0, False),
        (RiskProfile(high_risk=HighRisk.ASK), Risk.HIGH, 1, True),
        (RiskProfile(auto_approve=frozenset({"write"})), Risk.MEDIUM, 0, True),
        (RiskProfile(always_ask=frozenset({"write"})), Risk.LOW, 1, True),
        (RiskProfile(Autonomy.READONLY), Risk.LOW, 0, False),
        (RiskProfile(never_allow=frozenset({"write"})), Risk.LOW, 0, False),
        (FULL, Risk.HIGH, 0, True),
    ],
)
async def test_profile_decides_for_a_whole_turn(
    profile: RiskProfile, risk: Risk, asked: int, runs: bool
) -> None:
    tool = writer(risk=risk)
    model = script(call("write", A), say("ok"))
    agent = assemble("home", [model.route], tools=[tool], profile=profile)
    seen = await play(agent, answers=[YES])
    assert len(seen.of(ConfirmRequest)) == asked
    assert bool(tool.calls) is runs
    for refusal in seen.refusals:
        assert refusal.rule
        assert refusal.rule not in refusal.text
        assert refusal.rule not in said(model.last_messages)


async def test_unknown_tool_is_told_what_there_is_and_no_hook_sees_it() -> None:
    hook = RecordingHook()
    model = script(call("ghost", {}), say("ok"))
    agent = assemble("home", [model.route], tools=[writer()], hooks=[hook])
    seen = await play(agent)
    assert [refusal.kind for refusal in seen.refusals] == [ToolErrorKind.UNKNOWN]
    assert "There is no tool called ghost. Available: write." in said(model.last_messages)
    assert hook.calls == []


@given(st.lists(st.sampled_from(["read", "write", "ghost"]), min_size=1, max_size=8))
def test_only_neighbours_that_read_run_side_by_side(names: list[str]) -> None:
    async def main() -> None:
        overlap: list[set[str]] = []
        running: list[str] = []

        def tool(name: str, effects: frozenset[Effect]) -> FakeTool:
            async def work(_context: ToolContext, _args: JsonObject) -> ToolOutput:
                running.append(name)
                overlap.append(set(running) if len(running) > 1 else set())
                for _ in range(5):
                    await trio.lowlevel.checkpoint()
                running.remove(name)
                return ToolOutput.of_text(name)

            return FakeTool(tool_spec(name, effects=effects), work)

        tools = [tool("read", frozenset({Effect.READ})), tool("write", WRITES)]
        model = script(calls(*[(name, {"n": n}) for n, name in enumerate(names)]), say("ok"))
        agent = assemble("home", [model.route], tools=tools, profile=FULL)
        seen = await play(agent)
        assert all(entry <= {"read"} for entry in overlap)
        results = model.last_messages[-1].tool_results
        assert [r.text for r in results if r.status is ResultStatus.SUCCESS] == [
            name for name in names if name != "ghost"
        ]
        assert seen.done.error_key is None

    trio.run(main)


async def test_total_of_question_time_is_spent_once_for_the_whole_turn(
    autojump_clock: MockClock,
) -> None:
    rounds = [call("write", {"path": f"/{n}"}) for n in range(4)]
    limits = Limits(question_seconds=300, question_seconds_per_turn=700, turn_seconds=100)
    model = script(*rounds, say("ok"))
    agent = assemble("home", [model.route], tools=[writer()], limits=limits)
    seen = await play(agent, seconds=1e6)
    assert trio.current_time() == 700
    # The clock of work stood still: 700 s of questions did not end a turn of 100 s.
    assert seen.done.final_text == "ok"
    assert [c.resolution for c in seen.of(QuestionClosed)] == [TimedOut()] * 4


async def test_answer_of_the_person_is_part_of_the_stream() -> None:
    agent = assemble("home", [script(call("write", A), say("ok")).route], tools=[writer()])
    seen = await play(agent, answers=[YES])
    assert [closed.resolution for closed in seen.of(QuestionClosed)] == [Answered(YES)]
    kinds = [type(event.body) for event in seen.events]
    assert kinds.index(QuestionClosed) < kinds.index(ToolStarted)


async def test_tool_that_always_asks_asks_again_whatever_is_kept() -> None:
    rounds = [call("write", A), call("write", A), say("ok")]
    remember = evolve(YES, remember=True)
    profile = RiskProfile(always_ask=frozenset({"write"}))
    agent = assemble("home", [script(*rounds).route], tools=[writer()], profile=profile)
    seen = await play(agent, answers=[remember, remember])
    assert len(seen.of(ConfirmRequest)) == 2
    # The control: off the list, the same reply is kept.
    again = assemble("home", [script(*rounds).route], tools=[writer()])
    assert len((await play(again, answers=[remember])).of(ConfirmRequest)) == 1


SCRIPT: JsonObject = {
    "type": "object",
    "properties": {"command": {"type": "string"}},
    "required": ["command"],
}


def shell() -> FakeTool:
    spec = tool_spec("shell", parameters=SCRIPT, risk=Risk.MEDIUM, effects=EXECUTES)
    return FakeTool(evolve(spec, roles={"command": ArgumentRole.SCRIPT}))


def judged(script: str) -> CommandVerdict:
    """A policy of a test: the first word decides."""
    word = script.split()[0]
    risk = {"look": Risk.LOW, "make": Risk.MEDIUM}.get(word, Risk.HIGH)
    effects = frozenset({Effect.READ}) if risk is Risk.LOW else EXECUTES
    prefixes = ((word,),) if risk is Risk.MEDIUM else ()
    return CommandVerdict(
        risk, effects, f"word:{word}", script, f"'{word}' judged", prefixes=prefixes
    )


JUDGING = Guards(policies=Policies(scripts=judged))


def run(script: str) -> tuple[StreamEvent, ...]:
    return call("shell", {"command": script})


async def test_risk_is_that_of_the_command_and_what_was_judged_is_what_runs() -> None:
    tool = shell()
    model = script(run("look here"), run("make it"), run("burn all"), say("ok"))
    agent = assemble("home", [model.route], tools=[tool], guards=JUDGING)
    seen = await play(agent, answers=[NO])
    assert tool.calls == [{"command": "'look' judged"}]
    (asked,) = seen.of(ConfirmRequest)
    assert (asked.args, asked.rule) == ({"command": "make it"}, "supervised:medium/word:make")
    assert (asked.detail, asked.keeps) == ("make it", (CommandPrefix(("make",)),))
    assert [refusal.rule for refusal in seen.refusals][-1] == "supervised:high/word:burn"
    # History keeps what the model wrote.
    assert "judged" not in said(model.last_messages)


async def test_command_that_only_reads_runs_for_a_reader() -> None:
    tool = shell()
    model = script(run("look here"), run("make it"), say("ok"))
    profile = RiskProfile(Autonomy.READONLY)
    agent = assemble(
        "home",
        [model.route],
        tools=[tool],
        guards=JUDGING,
        profile=profile,
    )
    seen = await play(agent)
    assert tool.calls == [{"command": "'look' judged"}]
    assert [refusal.rule for refusal in seen.refusals] == ["readonly:medium/word:make"]


async def test_approval_for_good_is_kept_with_who_gave_it_and_can_be_revoked() -> None:
    approvals = FixedApprovals()
    tool = shell()

    async def turn(*answers: Reply) -> int:
        model = script(run("make it"), run("make more"), say("ok"))
        agent = assemble(
            "home",
            [model.route],
            tools=[tool],
            guards=Guards(policies=Policies(scripts=judged), approvals=approvals),
        )
        return len((await play(agent, answers=answers)).of(ConfirmRequest))

    assert await turn(evolve(YES, remember=True)) == 1
    (kept,) = approvals.added
    assert (kept.agent, kept.tool, kept.by) == ("home", "shell", LOCAL_USER)
    assert kept.scope == CommandPrefix(("make",))
    assert await turn() == 0
    approvals.added.clear()
    assert await turn(NO, NO) == 2


async def test_approval_holds_for_one_place_only() -> None:
    approvals = FixedApprovals()

    async def turn(place: str, *answers: Reply) -> int:
        model = script(call("write", A), say("ok"))
        guards = Guards(approvals=approvals, place=place)
        agent = assemble("home", [model.route], tools=[writer()], guards=guards)
        return len((await play(agent, answers=answers)).of(ConfirmRequest))

    assert await turn("confined", evolve(YES, remember=True)) == 1
    assert await turn("unconfined", NO) == 1
    # The control: at the same place nobody is asked.
    assert await turn("confined") == 0


async def test_approval_that_cannot_be_kept_holds_for_its_call_and_is_reported() -> None:
    class Full(FixedApprovals):
        async def keep(self, approval: KeptApproval) -> None:
            raise ToolFailed(problem=f"the disk is full for {approval.tool}")

    tool = writer()
    model = script(call("write", A), say("ok"))
    agent = assemble("home", [model.route], tools=[tool], guards=Guards(approvals=Full()))
    seen = await play(agent, answers=[evolve(YES, remember=True)])
    assert tool.calls == [A]
    assert [warning.key for warning in seen.of(TurnWarning)] == ["approval_not_kept"]


async def test_person_is_shown_what_would_change() -> None:
    class Previewing(FakeTool):
        def preview(self, args: JsonObject) -> str:
            return f"-old\n+{args['path']}"

    tool = Previewing(writer().spec)
    agent = assemble("home", [script(call("write", A), say("ok")).route], tools=[tool])
    (asked,) = (await play(agent, answers=[YES])).of(ConfirmRequest)
    assert asked.preview == "-old\n+/a"
    assert tool.calls == [A]


async def test_approvals_that_cannot_be_read_approve_nothing() -> None:
    class Broken(FixedApprovals):
        async def kept(self, agent: str, tool: str) -> tuple[ApprovalScope, ...]:
            raise ToolFailed(problem=f"the approvals of {agent} for {tool} are broken")

    tool = writer()
    model = script(call("write", A), say("ok"))
    agent = assemble("home", [model.route], tools=[tool], guards=Guards(approvals=Broken()))
    seen = await play(agent, answers=[NO])
    assert len(seen.of(ConfirmRequest)) == 1
    assert tool.calls == []
    assert seen.warnings == ["approvals_unreadable"]
