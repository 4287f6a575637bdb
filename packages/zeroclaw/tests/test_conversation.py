"""A signal cancels the turn of what was said, whenever it comes."""

from __future__ import annotations

import os
import signal

import pytest
import trio
from trio.lowlevel import checkpoint

from zeroclaw.conversation import Conversation, speak
from zeroclaw.interrupts import Interrupts, listen_to_signals
from zeroclaw.wiring.agent import OpenedAgent
from zeroclaw_api.events import Done, Outcome
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import Commit
from zeroclaw_runtime import ModelRoute, assemble, open_session
from zeroclaw_testing import ModelStore, ScriptedProvider
from zeroclaw_testing import say as saying

SECONDS = 10
SESSION = SessionId("main/s")
SAID = Conversation("s", "Hello.", is_new=False, as_json=True)


class Interruption:
    """Ctrl+C during the first commit, which is that of the message."""

    def __init__(self, *, comes: bool) -> None:
        self.interrupts: Interrupts | None = None
        self._comes = comes

    async def before_commit(self, _session_id: SessionId, _commit: Commit) -> None:
        """The hook of the store: it goes on once the signal was heard."""
        await checkpoint()
        if not self._comes or self.interrupts is None or self.interrupts.happened:
            return
        os.kill(os.getpid(), signal.SIGINT)
        while not self.interrupts.happened:
            await checkpoint()


async def ending(interruption: Interruption) -> tuple[Done | None, ModelStore]:
    """How the turn ended, with what was kept of it."""
    store = ModelStore(before_commit=interruption.before_commit)
    agent = assemble("main", [ModelRoute(ScriptedProvider([saying("Hi.")]), "model")])
    done = None
    with trio.fail_after(SECONDS):
        async with (
            listen_to_signals() as interrupts,
            open_session(agent, SESSION, store=store) as session,
        ):
            interruption.interrupts = interrupts
            opened = OpenedAgent(agent, store, checkpoint)
            done = await speak(opened, session, {}, SAID, interrupts)
    return done, store


async def test_signal_while_a_message_is_accepted_leaves_nothing_to_answer_later(
    capfd: pytest.CaptureFixture[str],
) -> None:
    done, store = await ending(Interruption(comes=True))
    assert done is not None
    assert done.outcome is Outcome.CANCELLED
    state = await store.open(SESSION, "later")
    assert (state.waiting, state.open_turn) == ((), None)
    assert '"outcome":"cancelled"' in capfd.readouterr().out


async def test_control_without_a_signal_the_message_is_answered(
    capfd: pytest.CaptureFixture[str],
) -> None:
    done, _ = await ending(Interruption(comes=False))
    assert done is not None
    assert done.outcome is Outcome.ANSWERED
    assert '"outcome":"answered"' in capfd.readouterr().out
