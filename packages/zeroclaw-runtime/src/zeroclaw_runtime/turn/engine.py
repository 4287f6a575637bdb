"""The loop of a turn: every step is a file beside this one.

prepare → call (consume) → interpret → admit → invoke → settle → next round, or finish
"""

from __future__ import annotations

from typing import Final, assert_never

from zeroclaw_api.events import Outcome, Status, StatusUpdate
from zeroclaw_runtime.turn.call import call
from zeroclaw_runtime.turn.finish import answer, keep_pause, summarise
from zeroclaw_runtime.turn.interpret import interpret
from zeroclaw_runtime.turn.outcome import Answer, Calls, Ending, Malformed, Pause
from zeroclaw_runtime.turn.prepare import open_turn, prepare
from zeroclaw_runtime.turn.settle import close_round, open_round
from zeroclaw_runtime.turn.state import Turn

__all__ = ["run_turn"]

MAX_CORRECTIONS: Final = 2
"""Malformed answers in a row that are asked for again."""

_UNUSABLE: Final = (
    "The model's answer cannot be used; try again, or use another model. "
    "The reason, as a model is told it: "
)


async def run_turn(turn: Turn, text: str) -> Ending:
    """Go round until a step says how the turn ends."""
    await open_turn(turn, text)
    while True:
        stop = _limit_reached(turn)
        if stop is not None:
            return await summarise(turn, stop)
        response = await call(turn, await prepare(turn))
        step = interpret(response, turn.journal.next_call_id, turn.agent.limits.calls_per_round)
        match step:
            case Answer():
                return await answer(turn, step)
            case Pause():
                await keep_pause(turn, step)
            case Malformed():
                ending = _correct(turn, step)
                if ending is not None:
                    return ending
            case Calls():
                await _run_calls(turn, step)
            case _:
                assert_never(step)


async def _run_calls(turn: Turn, step: Calls) -> None:
    # Loaded with the first call, since most conversations begin without one.
    from zeroclaw_runtime.turn.admit import admit, batches
    from zeroclaw_runtime.turn.filing import file_calls
    from zeroclaw_runtime.turn.invoke import invoke

    await open_round(turn, step)
    for batch in batches(turn, step.calls):
        await invoke(turn, await admit(turn, batch))
        await file_calls(turn)
    await close_round(turn)


def _limit_reached(turn: Turn) -> Ending | None:
    if turn.stop is not None:
        return turn.stop
    if turn.requests >= turn.agent.limits.iterations:
        return Ending(Outcome.LIMIT, "iterations", "The turn reached its maximum of rounds.")
    return None


def _correct(turn: Turn, malformed: Malformed) -> Ending | None:
    """Ask again, unless something was already said or enough was asked."""
    if turn.released or len(turn.corrections) >= MAX_CORRECTIONS:
        detail = f'{_UNUSABLE}"{malformed.problem.rstrip(".")}".'
        return Ending(Outcome.FAILED, malformed.error_key, detail)
    turn.corrections.append(malformed.problem)
    turn.show_now(StatusUpdate(Status.CORRECTING, turn.requests))
    return None
