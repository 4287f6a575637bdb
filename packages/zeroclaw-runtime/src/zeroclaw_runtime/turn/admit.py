"""The gate's driver: hooks, judgement, places in the limits, the person who is asked.

Whatever a hook rewrites or a person replaces is judged again from the start; what was approved
is compared, by digest, with what then runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Final, assert_never

import trio
from attrs import evolve, frozen

from zeroclaw_api.approvals import KeptApproval
from zeroclaw_api.errors import InvalidJson, ZeroClawError
from zeroclaw_api.events import ConfirmRequest, ToolErrorKind
from zeroclaw_api.json import canonical_json, parse_json_object
from zeroclaw_api.messages import ToolCall
from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import (
    Answered,
    Choice,
    Question,
    QuestionCancelled,
    QuestionKind,
    Reply,
    Resolution,
    TimedOut,
    Unreachable,
)
from zeroclaw_api.stores import CallState
from zeroclaw_api.tool import PreviewingTool
from zeroclaw_runtime.lanes.questions import QuestionDraft
from zeroclaw_runtime.security.coverage import covers
from zeroclaw_runtime.security.decision import Allow, Ask, Deny
from zeroclaw_runtime.security.gate import call_digest, judge
from zeroclaw_runtime.turn.hooks import HookRefusal, rewrite_call
from zeroclaw_runtime.turn.state import Turn
from zeroclaw_runtime.turn.stopping import stop_before

__all__ = ["Admitted", "admit", "batches"]

MAX_REPLACEMENTS: Final = 3
"""How often a person may replace one call before it counts as denied."""


@frozen
class Admitted:
    """A call that may run now; `reserved_at` is its place among the actions of the hour."""

    allowed: Allow
    reserved_at: float | None


def batches(turn: Turn, calls: Sequence[ToolCall]) -> list[tuple[ToolCall, ...]]:
    """Neighbours that only read form a batch and may run side by side; others run alone."""
    found: list[tuple[ToolCall, ...]] = []
    most = turn.agent.limits.parallel_calls
    for call in calls:
        joins = found and len(found[-1]) < most and _only_reads(turn, found[-1][-1])
        if joins and _only_reads(turn, call):
            found[-1] = (*found[-1], call)
        else:
            found.append((call,))
    return found


async def admit(turn: Turn, batch: Sequence[ToolCall]) -> list[Admitted | Deny]:
    """Take each call of a batch through the gate, in the model's order."""
    return [await _admit(turn, call) for call in batch]


async def _admit(turn: Turn, proposed: ToolCall) -> Admitted | Deny:
    call = proposed
    # A hook acts as well, so the stop comes before it.
    if (stopped := stop_before(turn, call)) is not None:
        return stopped
    if turn.agent.catalogue.get(call.name) is not None:
        rewritten = await rewrite_call(turn, call)
        if isinstance(rewritten, HookRefusal):
            return _refused(call, rewritten)
        call = rewritten
    for _ in range(1 + MAX_REPLACEMENTS):
        agent, guards = turn.agent, turn.agent.guards
        decision = judge(
            call, agent.catalogue, agent.validator, agent.profile, guards.policies, guards.place
        )
        if not isinstance(decision, Deny):
            stopped = stop_before(turn, decision.call, decision.assessment)
            decision = stopped or decision
        match decision:
            case Deny():
                return decision
            case Allow():
                return _reserve(turn, decision)
            case Ask():
                answer = await _ask_with_place(turn, decision)
                if not isinstance(answer, ToolCall):
                    return answer
                call = answer
            case _:
                assert_never(decision)
    return _denied(call, "too_many_replacements", "The call was replaced too often.")


async def _ask_with_place(turn: Turn, ask: Ask) -> Admitted | Deny | ToolCall:
    """Take a place among the actions of the hour first, so that a yes is worth something."""
    admitted = _reserve(turn, Allow(ask.call, ask.tool, ask.assessment, ask.rule))
    if isinstance(admitted, Deny):
        return admitted
    approved = False
    try:
        answer = await _ask(turn, ask)
        approved = answer is None
    finally:
        if not approved and admitted.reserved_at is not None:
            turn.agent.actions.give_back(admitted.reserved_at)
    return admitted if answer is None else answer


async def _ask(turn: Turn, ask: Ask) -> Deny | ToolCall | None:
    """Ask a person. None is their yes; a `ToolCall` is what they want instead."""
    if await _is_approved_for_good(turn, ask):
        return None
    preview = await _preview(turn, ask)
    seconds = min(turn.agent.limits.question_seconds, turn.deadline.question_seconds_left)
    draft = QuestionDraft(
        kind=QuestionKind.CONFIRM,
        prompt=f"{ask.call.name} {canonical_json(ask.call.args)}",
        choices=(Choice.APPROVE, Choice.DENY, Choice.REPLACE),
        answerers=(turn.by,),
        digest=ask.digest,
    )
    with turn.deadline.stopped():
        resolution = await turn.questions.ask(
            draft,
            turn.id,
            seconds,
            lambda question: _request(question, ask, preview),
        )
    return await _resolve(turn, ask, resolution)


async def _is_approved_for_good(turn: Turn, ask: Ask) -> bool:
    if not ask.assessment.keeps:
        return False
    try:
        kept = await turn.agent.guards.approvals.kept(turn.agent.alias, ask.call.name)
    except ZeroClawError as error:
        # Whatever was approved, nobody can tell now: a person is asked again.
        turn.warn("approvals_unreadable", error_key=error.error_key, problem=str(error))
        return False
    return covers(kept, ask.assessment, ask.digest)


async def _preview(turn: Turn, ask: Ask) -> str:
    """What the call would change; its limit is that of a hook, since nothing runs meanwhile."""
    tool = ask.tool
    if not isinstance(tool, PreviewingTool):
        return ""
    args = deepcopy(ask.call.args)
    with trio.move_on_after(turn.agent.limits.hook_seconds):
        return await trio.to_thread.run_sync(
            tool.preview, args, abandon_on_cancel=True, limiter=turn.agent.threads
        )
    return ""


def _request(question: Question, ask: Ask, preview: str) -> ConfirmRequest:
    return ConfirmRequest(
        question,
        ask.call.id,
        ask.call.name,
        ask.call.args,
        rule=ask.rule,
        detail=ask.assessment.detail,
        preview=preview,
        keeps=ask.assessment.keeps,
    )


async def _resolve(turn: Turn, ask: Ask, resolution: Resolution) -> Deny | ToolCall | None:
    match resolution:
        case Answered(reply):
            return await _follow(turn, ask, reply)
        case TimedOut():
            return _unanswered(ask.call, "Nobody answered in time; that is not a person's no.")
        case Unreachable():
            return _unanswered(ask.call, "Nobody could be asked; that is not a person's no.")
        case QuestionCancelled():
            return _unanswered(ask.call, "The question was withdrawn.")
        case _:
            assert_never(resolution)


async def _follow(turn: Turn, ask: Ask, reply: Reply) -> Deny | ToolCall | None:
    match reply.choice:
        case Choice.APPROVE:
            if reply.remember:
                await _keep(turn, ask, reply.by)
            return _approve(turn, ask)
        case Choice.REPLACE:
            try:
                return evolve(ask.call, args=parse_json_object(reply.replacement))
            except InvalidJson as error:
                return _denied(ask.call, "replacement", f"The replacement was unusable: {error}")
        case Choice.DENY | Choice.TEXT:
            words = f" They said: {reply.text}" if reply.text else ""
            return _denied(ask.call, "operator", f"The operator said no.{words}")
        case _:
            assert_never(reply.choice)


async def _keep(turn: Turn, ask: Ask, by: Principal) -> None:
    """Keep the approval for good; where that fails, it holds for this call, as it was given."""
    agent = turn.agent
    try:
        for scope in ask.assessment.keeps:
            kept = KeptApproval(agent.alias, ask.call.name, scope, by, agent.clock.now())
            await agent.guards.approvals.keep(kept)
    except ZeroClawError as error:
        turn.warn("approval_not_kept", error_key=error.error_key, problem=str(error))


def _approve(turn: Turn, ask: Ask) -> Deny | None:
    if call_digest(ask.call, turn.agent.guards.place) != ask.digest:
        return _denied(ask.call, "digest", "The call is not the one that was approved.")
    turn.note_call(ask.call.id, CallState.APPROVED, None)
    return None


def _reserve(turn: Turn, allowed: Allow) -> Admitted | Deny:
    if allowed.assessment.is_read_only:
        return Admitted(allowed, None)
    now = trio.current_time()
    if not turn.agent.actions.reserve(now):
        return Deny(
            allowed.call,
            ToolErrorKind.LIMIT,
            "actions_per_hour",
            "The limit of actions for this hour is reached. Go on without them.",
        )
    return Admitted(allowed, now)


def _only_reads(turn: Turn, call: ToolCall) -> bool:
    tool = turn.agent.catalogue.get(call.name)
    return tool is not None and tool.spec.is_read_only


def _refused(call: ToolCall, refusal: HookRefusal) -> Deny:
    return _denied(call, f"hook:{refusal.hook}", f"The call was refused: {refusal.reason}")


def _denied(call: ToolCall, rule: str, text: str) -> Deny:
    return Deny(call, ToolErrorKind.DENIED, rule, text)


def _unanswered(call: ToolCall, text: str) -> Deny:
    return Deny(call, ToolErrorKind.UNANSWERED, "unanswered", text)
