"""Says one thing in a session, then shows the turn that answers it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack
from typing import Final, Self, TextIO

import trio
from attrs import frozen

from zeroclaw.home import Home
from zeroclaw.interrupts import LEAVE_SECONDS, Interrupts, listen_to_signals
from zeroclaw.terminal.asking import Asker
from zeroclaw.terminal.cards import Cards
from zeroclaw.terminal.json_lines import show_json
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.question_text import QuestionText
from zeroclaw.terminal.screen import Screen, show_turn
from zeroclaw.terminal.style import style_for
from zeroclaw.wiring.agent import OpenedAgent, open_agent
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.wiring.session_names import latest_session, session_name
from zeroclaw.words import current_words
from zeroclaw_api.events import Done, Event, Gap
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage, SubscriberRole
from zeroclaw_runtime import SessionActor, open_session

__all__ = ["Conversation", "converse", "speak"]

STDOUT: Final = 1
STDERR: Final = 2

PATIENCE_SECONDS: Final = 1.0
"""After a signal, what nobody reads for so long is not waited for."""


@frozen
class Conversation:
    """What to say, where, and how to show what comes of it.

    `key` names the session; None is the agent's latest one.
    """

    key: str | None
    text: str
    is_new: bool
    as_json: bool


async def converse(
    choice: AgentChoice, home: Home, environment: Mapping[str, str], said: Conversation
) -> Done | None:
    """Say it; returns the end of its turn, or None when a signal ended everything before.

    Raises what opening the agent raises, `OutputClosed`, `StoreError`.
    """
    done: Done | None = None
    key = await latest_session(home, choice.alias) if said.key is None else said.key
    name = session_name(choice.alias, key)
    # The agent is outside: what it has begun to write is finished, whatever signal comes.
    async with (
        open_agent(choice, home, environment, is_session_new=said.is_new) as opened,
        listen_to_signals(LEAVE_SECONDS) as interrupts,
        open_session(opened.agent, name, store=opened.store) as session,
    ):
        done = await speak(opened, session, environment, said, interrupts)
    return done  # noqa: RET504  a signal ends the block without it


async def speak(
    opened: OpenedAgent,
    session: SessionActor,
    environment: Mapping[str, str],
    said: Conversation,
    interrupts: Interrupts,
) -> Done:
    """Say it in a session that is open; returns the end of the turn that answers it.

    From here on the first signal cancels that turn, also when its message is not accepted yet.
    Raises `OutputClosed`, `OutputFailed`, `StoreError`.
    """
    with ExitStack() as stack:
        out = stack.enter_context(Output(STDOUT, _encoding(sys.stdout)))
        err = stack.enter_context(Output(STDERR, _encoding(sys.stderr)))

        is_accepting = False

        def cancel_turn() -> bool:
            out.be_patient_for(PATIENCE_SECONDS)
            err.be_patient_for(PATIENCE_SECONDS)
            # A message on its way into the session is accepted first, so that its turn can be
            # cancelled: left there, it would be answered by whoever opens the session next.
            return session.cancel() or is_accepting

        interrupts.lead_to(cancel_turn)
        style = style_for(environment, is_terminal=err.is_terminal)
        width = err.columns or shutil.get_terminal_size().columns
        # It shows on the terminal itself, whatever the standard streams are.
        asking = QuestionText(current_words(), style_for(environment, is_terminal=True), width)
        asker = Asker(asking, encoding=_encoding(sys.stdout))
        can_ask = not said.as_json and asker.can_ask()
        role = SubscriberRole.DRIVER if can_ask else SubscriberRole.OBSERVER
        origin = TurnOrigin.INTERACTIVE if can_ask else TurnOrigin.AGENT_DIRECT
        async with session.subscribe(role) as subscription:
            events = _Events(subscription, interrupts, session.cancel)
            await trio.lowlevel.checkpoint()
            is_accepting = True
            message_id = await session.process(ProcessMessage(said.text, LOCAL_USER, origin))
            is_accepting = False
            if interrupts.happened:
                session.cancel()
            await opened.durable()
            if said.as_json:
                return await show_json(events, message_id, out, session.replay)
            screen = Screen(out, err, Cards(current_words(), style, width))
            return await show_turn(
                events, message_id, screen, session.replay, session.answer, asker
            )


@frozen(eq=False)
class _Events:
    """The events of a session; once a signal came, every turn that still goes on is cancelled.

    What a crash left unanswered is answered first: to cancel that turn alone would begin ours.
    """

    _events: AsyncIterator[Event | Gap]
    _interrupts: Interrupts
    _cancel: Callable[[], bool]

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event | Gap:
        entry = await anext(self._events)
        if self._interrupts.happened:
            self._cancel()
        return entry


def _encoding(stream: TextIO | None) -> str:
    """The encoding the user's settings ask for; a stream that was closed has none."""
    return "utf-8" if stream is None else stream.encoding
