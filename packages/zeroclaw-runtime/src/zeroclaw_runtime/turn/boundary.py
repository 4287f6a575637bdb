"""Runs a turn to its `Done`, whatever happens inside: the supervised edge of the engine."""

from __future__ import annotations

from typing import Final

import trio
from attrs import define, field

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.events import Outcome
from zeroclaw_api.session import CancelReason
from zeroclaw_runtime.errors import BudgetExceeded, UnpricedModel
from zeroclaw_runtime.turn.engine import run_turn
from zeroclaw_runtime.turn.finish import conclude
from zeroclaw_runtime.turn.outcome import Ending
from zeroclaw_runtime.turn.state import Turn

__all__ = ["TurnCancel", "run_to_done"]

CONCLUDE_SECONDS: Final = 120.0
"""Bound of the shield around the end of a turn; a store gives up long before."""


@define(eq=False, repr=False)
class TurnCancel:
    """The one object that can cancel a turn; it knows why before it does."""

    scope: trio.CancelScope = field(factory=trio.CancelScope)
    reason: CancelReason = CancelReason.SHUTDOWN

    def cancel(self, reason: CancelReason) -> None:
        """End the turn now."""
        self.reason = reason
        self.scope.cancel()


async def run_to_done(turn: Turn, text: str, cancel: TurnCancel) -> None:
    """Run the turn; its `Done` comes even when everything around it is cancelled."""
    began = trio.current_time()
    ending = Ending(Outcome.CANCELLED, f"cancelled_by_{CancelReason.SHUTDOWN}")
    try:
        ending = await _run(turn, text, cancel)
    finally:
        with trio.move_on_after(CONCLUDE_SECONDS, shield=True):
            await conclude(turn, ending, began)


async def _run(turn: Turn, text: str, cancel: TurnCancel) -> Ending:
    try:
        with cancel.scope:
            with turn.deadline.scope:
                turn.deadline.start()
                return await run_turn(turn, text)
            took = f"The turn took more than {turn.deadline.seconds:g} s."
            return Ending(Outcome.LIMIT, "turn_deadline", took)
    except Exception as error:  # noqa: BLE001  whatever it is, the session goes on
        return _failed(turn, _innermost(error))
    except BaseExceptionGroup as group:
        # Calls side by side, one failed while everything around was cancelled: the cancellation
        # goes on alone, or the failure would come out where the session was opened.
        cancelled, failures = group.split(trio.Cancelled)
        if cancelled is None or not isinstance(failures, ExceptionGroup):
            raise
        _failed(turn, _innermost(failures))
        raise cancelled from None
    return Ending(Outcome.CANCELLED, f"cancelled_by_{cancel.reason}")


def _failed(turn: Turn, error: Exception) -> Ending:
    match error:
        case BudgetExceeded() | UnpricedModel():
            return Ending(Outcome.LIMIT, error.error_key, str(error))
        case ZeroClawError():
            return Ending(Outcome.FAILED, error.error_key, str(error))
        case _:
            problem = f"{type(error).__name__}: {error}"
            turn.warn("internal_error", problem=problem)
            return Ending(Outcome.FAILED, "internal_error", f"A bug ended the turn: {problem}")


def _innermost(error: Exception) -> Exception:
    """The first error of a group: nurseries wrap even a single one."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
