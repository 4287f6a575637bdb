"""Runs admitted calls, each within its limits; those that only read run side by side."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from hashlib import sha256

import trio
from attrs import define, evolve

from zeroclaw_api.errors import ToolFailed, ZeroClawError
from zeroclaw_api.events import AskUser, ToolProgress, ToolStarted
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject, canonical_json
from zeroclaw_api.messages import Media, ResultStatus, Text, ToolCall, ToolResult
from zeroclaw_api.questions import Choice, QuestionKind, Resolution
from zeroclaw_api.risk import ArgumentRole
from zeroclaw_api.stores import CallState
from zeroclaw_api.tool import BlockingTool, ToolOutput
from zeroclaw_runtime.lanes.questions import QuestionDraft
from zeroclaw_runtime.limits.deadline import Deadline
from zeroclaw_runtime.security.decision import Allow, Deny
from zeroclaw_runtime.tools.context import CallContext
from zeroclaw_runtime.tools.output import cap_text
from zeroclaw_runtime.tools.threads import ThreadCall
from zeroclaw_runtime.turn.admit import Admitted
from zeroclaw_runtime.turn.hooks import after_call
from zeroclaw_runtime.turn.settle import settle_denied, settle_result
from zeroclaw_runtime.turn.state import Turn
from zeroclaw_runtime.turn.stopping import Stoppable, stop_before, stop_running

__all__ = ["invoke"]

NO_OUTPUT = "(no output)"
CANCELLED_TEXT = "This call was cancelled while it ran; it may have had effects."
HALTED_TEXT = "An operator stopped this call while it ran; it may have had effects."


async def invoke(turn: Turn, batch: Sequence[Admitted | Deny]) -> None:
    """Run what was admitted, settle everything; returns when each call has its result."""
    for verdict in batch:
        if isinstance(verdict, Deny):
            settle_denied(turn, verdict)
    admitted = [verdict.allowed for verdict in batch if isinstance(verdict, Admitted)]
    if not admitted:
        return
    if all(allowed.assessment.is_read_only for allowed in admitted):
        await _run_side_by_side(turn, admitted)
        return
    # A hook may have made something else of a call that only read.
    for allowed in admitted:
        await _run_side_by_side(turn, [allowed])


async def _run_side_by_side(turn: Turn, admitted: Sequence[Allow]) -> None:
    calls = _not_stopped(turn, admitted)
    if not calls:
        return
    await _commit_started(turn, [each.allowed for each in calls])
    estop = turn.agent.guards.estop
    if estop is None:
        await _run_all(turn, calls)
        return
    async with trio.open_nursery() as watch:
        await watch.start(stop_running, turn, estop, calls)
        await _run_all(turn, calls)
        watch.cancel_scope.cancel()


def _not_stopped(turn: Turn, admitted: Sequence[Allow]) -> list[Stoppable]:
    """Those that may start: while a person was asked, an operator may have stopped others."""
    calls = []
    for allowed in admitted:
        stopped = stop_before(turn, allowed.call, allowed.assessment)
        if stopped is None:
            calls.append(Stoppable(allowed))
        else:
            settle_denied(turn, stopped)
    return calls


async def _run_all(turn: Turn, calls: Sequence[Stoppable]) -> None:
    if len(calls) == 1:
        await _run_and_settle(turn, calls[0])
        return
    async with trio.open_nursery() as nursery:
        for each in calls:
            nursery.start_soon(_run_and_settle, turn, each)


async def _commit_started(turn: Turn, admitted: Sequence[Allow]) -> None:
    """Make durable that these calls may now happen, before any of them does."""
    await turn.journal.hub.wait_for_room()
    for allowed in admitted:
        turn.note_call(allowed.call.id, CallState.STARTED, None)
    await turn.journal.commit(
        [ToolStarted(a.call.id, a.call.name, a.call.args) for a in admitted], turn.id
    )
    if turn.round is not None:
        for allowed in admitted:
            turn.round.states[allowed.call.id] = CallState.STARTED


@define(eq=False, repr=False)
class _Running:
    """One call while it runs: filled in from wherever it ends."""

    result: ToolResult
    may_still_finish: bool = False


async def _run_and_settle(turn: Turn, stoppable: Stoppable) -> None:
    allowed, scope = stoppable.allowed, stoppable.scope
    call = allowed.call
    began = trio.current_time()
    running = _Running(_failed(call, ResultStatus.CANCELLED, CANCELLED_TEXT))
    try:
        with scope:
            await trio.lowlevel.checkpoint_if_cancelled()
            running.result = await _run_within_limit(turn, allowed, running)
        if scope.cancelled_caught:
            running.result = _failed(call, ResultStatus.CANCELLED, HALTED_TEXT)
            turn.warn("call_stopped", tool=call.name, rule=stoppable.rule)
    finally:
        result = running.result
        if running.may_still_finish:
            result = evolve(result, data={"may_still_finish": True})
            turn.warn("tool_abandoned", tool=call.name)
        rule = stoppable.rule if scope.cancelled_caught else ""
        settle_result(turn, call, result, trio.current_time() - began, rule)
    await turn.journal.commit()
    await after_call(turn, call, result)


async def _run_within_limit(turn: Turn, allowed: Allow, running: _Running) -> ToolResult:
    """Run one call; whatever the tool does, the turn gets a result."""
    call, spec = allowed.call, allowed.tool.spec
    seconds, most = turn.agent.limits.tool_seconds, turn.agent.limits.result_characters
    if spec.time_limit is not None:
        seconds = min(seconds, spec.time_limit.total_seconds())
    limit = Deadline(seconds, turn.deadline.question_seconds_left)
    with limit.scope:
        limit.start()
        try:
            return _succeeded(turn, allowed, await _run(turn, allowed, running, limit))
        except ToolFailed as error:
            return _failed(call, ResultStatus.ERROR, cap_text(error.problem, most))
        except ZeroClawError as error:
            turn.warn("tool_error", tool=call.name, error_key=error.error_key)
            return _failed(call, ResultStatus.ERROR, cap_text(str(error), most))
        except (Exception, SystemExit) as error:  # noqa: BLE001  foreign code at a supervised edge
            problem = cap_text(f"{type(error).__name__}: {error}", most)
            turn.warn("tool_crashed", tool=call.name, problem=problem)
            return _failed(call, ResultStatus.ERROR, f"The tool failed: {problem}")
    return _failed(call, ResultStatus.ERROR, f"The call was stopped after {seconds:g} s.")


async def _run(turn: Turn, allowed: Allow, running: _Running, limit: Deadline) -> ToolOutput:
    # A copy: what a tool does to its arguments must not reach history.
    call, tool = evolve(allowed.call, args=_arguments(allowed)), allowed.tool
    if isinstance(tool, BlockingTool):
        return await _run_on_thread(turn, call, tool, running)
    return await tool.run(_context(turn, call, limit), call.args)


def _arguments(allowed: Allow) -> JsonObject:
    """A copy, with a script spelled as it was judged, so that what was judged is what runs."""
    args = deepcopy(allowed.call.args)
    if allowed.assessment.script is None:
        return args
    scripts = [n for n, role in allowed.tool.spec.roles.items() if role is ArgumentRole.SCRIPT]
    return {**args, **dict.fromkeys(scripts, allowed.assessment.script)}


async def _run_on_thread(
    turn: Turn, call: ToolCall, tool: BlockingTool, running: _Running
) -> ToolOutput:
    def show(text: str) -> None:
        is_running = turn.round is not None and call.id not in turn.round.results
        if is_running and turn.journal.hub.has_room:
            turn.show_now(ToolProgress(call.id, text))

    thread = ThreadCall(call.id, tool, call.args, show)
    try:
        return await thread.run(turn.agent.threads)
    finally:
        running.may_still_finish = thread.was_abandoned


def _context(turn: Turn, call: ToolCall, limit: Deadline) -> CallContext:
    async def show(text: str) -> None:
        # A tool that shows things in a loop lets others run, a cancel for one, at any speed.
        await trio.lowlevel.checkpoint()
        await turn.show(ToolProgress(call.id, text))

    async def ask(prompt: str, suggestions: tuple[str, ...]) -> Resolution:
        with limit.stopped():
            return await _ask_person(turn, call.id, prompt, suggestions)

    return CallContext(turn.info.session_id, turn.id, call.id, turn.processes, show, ask)


async def _ask_person(
    turn: Turn, call_id: CallId, prompt: str, suggestions: tuple[str, ...]
) -> Resolution:
    draft = QuestionDraft(
        kind=QuestionKind.ASK,
        prompt=prompt,
        choices=(Choice.TEXT,),
        answerers=(turn.by,),
        suggestions=suggestions,
    )
    seconds = min(turn.agent.limits.question_seconds, turn.deadline.question_seconds_left)
    with turn.deadline.stopped():
        return await turn.questions.ask(
            draft, turn.id, seconds, lambda question: AskUser(question, call_id)
        )


def _succeeded(turn: Turn, allowed: Allow, output: ToolOutput) -> ToolResult:
    call = allowed.call
    full = "".join(part.text for part in output.content if isinstance(part, Text))
    limit = turn.agent.limits.result_characters
    media = tuple(part for part in output.content if isinstance(part, Media))
    text = cap_text(full, limit) if full or media else NO_OUTPUT
    shown: tuple[Text | Media, ...] = (Text(text), *media) if text else media
    proposed = next(c for c in turn.round.calls if c.id == call.id) if turn.round else call
    if (proposed.name, proposed.args) != (call.name, call.args):
        note = f"\n[It ran as {call.name} {canonical_json(call.args)}, not as you called it.]"
        shown = (*shown, Text(note))
    return ToolResult(
        call_id=call.id,
        status=ResultStatus.SUCCESS,
        content=shown,
        data=output.data,
        receipt=_receipt(turn, call, full),
        full_sha256=sha256(full.encode()).hexdigest(),
    )


def _receipt(turn: Turn, call: ToolCall, full: str) -> str:
    epoch = int(turn.agent.clock.now().timestamp())
    return turn.receipts.issue(call.name, call.args, full, epoch)


def _failed(call: ToolCall, status: ResultStatus, text: str) -> ToolResult:
    return ToolResult(call.id, status, (Text(text),))
