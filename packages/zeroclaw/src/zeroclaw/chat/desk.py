"""Runs one talk on a terminal: what the person does goes in, what the session says comes out."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import AsyncIterator
from functools import partial
from importlib import import_module
from typing import Final, assert_never

import trio
from attrs import define, field

from zeroclaw.chat.commands import (
    COMMAND_NAMES,
    ChangeModel,
    Cost,
    Help,
    New,
    Quit,
    Say,
    Stop,
    Tools,
    UnknownCommand,
    understand_entry,
)
from zeroclaw.chat.completion import nearest
from zeroclaw.chat.keys import Key, KeyReader, Press
from zeroclaw.chat.prompt import Order, Prompt, Replied, Submitted
from zeroclaw.chat.reports import help_lines, intro_lines, model_lines, tally_of, tool_lines
from zeroclaw.chat.stage import Stage
from zeroclaw.chat.talk import ChangeAgent, Leave, NewSession, Next, Talk, with_model
from zeroclaw.chat.turn_view import TurnView
from zeroclaw.ending import FAILED, SUCCEEDED
from zeroclaw.errors import WrongUsage
from zeroclaw.interrupts import CANCELLED
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.style import Style
from zeroclaw.terminal.wording import sentence
from zeroclaw.words import error_text
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.events import AskUser, ConfirmRequest, Event, Gap, QuestionClosed
from zeroclaw_api.messages import Message, Role
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import AnswerReceipt
from zeroclaw_api.services import Words
from zeroclaw_api.session import ProcessMessage, SubscriberRole

__all__ = ["Desk"]

READ_BYTES: Final = 64 * 1024
ESCAPE_SECONDS: Final = 0.05
"""A lone Escape is known by nothing following it; what a key sends comes at once."""

ARMED_SECONDS: Final = 3.0
"""How long after one Ctrl+C another one leaves."""

MOST_UNSHOWN: Final = 64 * 1024
"""Characters after which the model waits for the terminal."""

PAST_TURNS: Final = 2
"""How much of a resumed session is shown again."""


@define(eq=False)
class Desk:
    """One talk at a terminal that can be drawn on; `run` returns what comes after it."""

    _talk: Talk
    _output: Output
    _input: int
    _prompt: Prompt
    _view: TurnView
    _words: Words
    _style: Style
    _stage: Stage = field(init=False)
    _nursery: trio.Nursery = field(init=False)
    _left: trio.Event = field(factory=trio.Event, init=False)
    _next: Next = field(default=Leave(CANCELLED), init=False)
    _unsaid: deque[str] = field(factory=deque, init=False)
    """What was entered, until the session is told of it."""
    _accepting: trio.Lock = field(factory=trio.Lock, init=False)
    _cancels_accepted: bool = field(default=False, init=False)
    _armed_until: float = field(default=0.0, init=False)

    def __attrs_post_init__(self) -> None:
        self._stage = Stage(
            self._output,
            self._input,
            self._prompt,
            self._view,
            self._words,
            self._style,
            self._hint,
        )

    async def run(self) -> Next:
        """Talk until the person leaves, or wants something that needs another session.

        Raises `TerminalUnavailable`, `OutputClosed`, `OutputFailed`.
        """
        # Both before anything waits: a message that a crash left begins its turn at once.
        past = _last_turns(self._talk.session.conversation) if self._talk.is_resumed else ()
        async with (
            self._talk.session.subscribe(SubscriberRole.DRIVER) as events,
            self._stage.held(),
        ):
            self._greet(past)
            async with trio.open_nursery() as self._nursery:
                self._nursery.start_soon(self._follow, events)
                self._nursery.start_soon(self._stage.paint_on)
                self._nursery.start_soon(self._stage.watch_size)
                self._nursery.start_soon(self._read_keys)
                self._nursery.start_soon(self._prepare)
                await self._left.wait()
                self._nursery.cancel_scope.cancel()
        return self._next

    def _greet(self, past: tuple[Message, ...]) -> None:
        talk, width = self._talk, self._stage.width
        intro = intro_lines(talk.chosen, talk.key, self._words, width)
        self._view.lines(map(self._style.dim, intro), width)
        self._stage.changed()
        self._view.past(past, width)

    async def _follow(self, events: AsyncIterator[Event | Gap]) -> None:
        is_durable = False
        async for entry in events:
            if not is_durable:
                await self._talk.opened.durable()
                is_durable = True
            if isinstance(entry, Gap):
                for event in await self._talk.session.replay(entry.first_seq - 1, entry.seq):
                    self._show(event)
            else:
                self._show(entry)
            self._stage.changed()
            if self._view.unshown > MOST_UNSHOWN:
                await self._stage.painted()
        self._view.warn(self._sentence("session_closed"), self._stage.width)
        self._end(Leave(FAILED))

    def _show(self, event: Event) -> None:
        body = event.body
        if isinstance(body, AskUser | ConfirmRequest):
            self._prompt.ask(body)
        elif isinstance(body, QuestionClosed):
            self._prompt.withdraw(body.question_id)
        self._view.show(event, self._stage.width, trio.current_time())

    async def _prepare(self) -> None:
        """Load what the first answer needs, while the person reads the prompt."""
        await self._stage.painted()
        self._talk.opened.prepare()
        load = partial(import_module, "zeroclaw.chat.markdown_stream")
        await trio.to_thread.run_sync(load, limiter=trio.CapacityLimiter(1))

    async def _read_keys(self) -> None:
        reader = KeyReader()
        while True:
            limit = ESCAPE_SECONDS if reader.is_waiting else float("inf")
            with trio.move_on_after(limit) as wait:
                await trio.lowlevel.wait_readable(self._input)
            if wait.cancelled_caught:
                presses = reader.flush()
            else:
                if not _is_readable(self._input):
                    # It was flushed meanwhile: reading would hold up everything.
                    continue
                data = self._read()
                if not data:
                    self._end(Leave(CANCELLED))
                    return
                presses = reader.feed(data)
            for press in presses:
                self._press(press)
            self._stage.changed()

    def _read(self) -> bytes:
        try:
            return os.read(self._input, READ_BYTES)
        except OSError:
            return b""

    def _press(self, press: Press) -> None:
        if press is not Key.INTERRUPT:
            self._armed_until = 0.0
        action = self._prompt.press(press)
        match action:
            case None:
                return
            case Submitted(text=text):
                self._enter(text)
            case Replied():
                self._reply(action)
            case Order.INTERRUPT:
                self._interrupt()
            case Order.LEAVE:
                self._end(Leave(SUCCEEDED))
            case Order.SUSPEND:
                self._stage.suspend()
            case Order.REDRAW:
                self._stage.clear()
            case Order.FOLD:
                self._view.unfold(self._stage.width)
            case _:
                assert_never(action)

    def _enter(self, text: str) -> None:
        width = self._stage.width
        entered = understand_entry(text)
        match entered:
            case Say(text=said):
                self._view.queue(said)
                self._unsaid.append(text)
                self._nursery.start_soon(self._say_next)
            case Help():
                self._view.lines(help_lines(self._words, width), width)
            case Stop():
                if not self._cancel():
                    self._prompt.note = self._sentence("nothing_runs")
            case Tools():
                lines = tool_lines(self._talk.opened.agent, self._words, width)
                self._view.lines(lines, width)
            case Cost():
                self._nursery.start_soon(self._tell_cost)
            case ChangeModel(name=name):
                self._change_model(name)
            case New():
                self._end_between_turns(NewSession())
            case Quit():
                self._end(Leave(SUCCEEDED))
            case UnknownCommand(word=word):
                meant = nearest(word, COMMAND_NAMES) or "/help"
                self._view.warn(self._sentence("unknown_command", word=word, meant=meant), width)
            case _:
                assert_never(entered)

    async def _say_next(self) -> None:
        session = self._talk.session
        async with self._accepting:
            # Tasks begin in any order; what was entered first is said first all the same.
            text = self._unsaid.popleft()
            said = text.strip()
            try:
                await session.process(ProcessMessage(said, LOCAL_USER, TurnOrigin.INTERACTIVE))
            except ZeroClawError as error:
                self._view.unqueue(said)
                self._view.warn(error_text(error), self._stage.width)
                self._prompt.give_back(text)
            if self._cancels_accepted:
                self._cancels_accepted = False
                session.cancel()
        self._stage.changed()

    def _reply(self, replied: Replied) -> None:
        receipt = self._talk.session.answer(replied.question_id, replied.reply)
        if receipt is AnswerReceipt.NOT_ALLOWED:
            self._prompt.note = self._sentence("answer_not_allowed")
        elif receipt is not AnswerReceipt.ACCEPTED:
            self._prompt.note = self._sentence("answer_late")

    def _change_model(self, name: str | None) -> None:
        if name is None:
            width = self._stage.width
            self._view.lines(model_lines(self._talk.chosen, self._words, width), width)
            return
        try:
            changed = with_model(self._talk.chosen, name)
        except WrongUsage as error:
            self._view.warn(error_text(error), self._stage.width)
        else:
            self._end_between_turns(ChangeAgent(changed))

    async def _tell_cost(self) -> None:
        width = self._stage.width
        try:
            tally = await tally_of(self._talk.session)
        except ZeroClawError as error:
            self._view.warn(error_text(error), width)
        else:
            self._view.lines((tally.text(self._words),), width)
        self._stage.changed()

    def _interrupt(self) -> None:
        if self._is_armed:
            self._end(Leave(CANCELLED))
            return
        self._armed_until = trio.current_time() + ARMED_SECONDS
        if not self._cancel():
            self._prompt.clear()

    def _cancel(self) -> bool:
        """End the running turn, or that of a message on its way; False when there is neither."""
        if self._talk.session.cancel():
            return True
        # Accepted first, so that its turn can be cancelled: else the next opening answers it.
        self._cancels_accepted = bool(self._unsaid) or self._accepting.locked()
        return self._cancels_accepted

    def _hint(self) -> str:
        return self._sentence("again_to_leave") if self._is_armed else ""

    @property
    def _is_armed(self) -> bool:
        return trio.current_time() < self._armed_until

    def _end_between_turns(self, following: Next) -> None:
        if self._view.is_busy or self._view.has_queued:
            self._prompt.note = self._sentence("stop_first")
        else:
            self._end(following)

    def _end(self, following: Next) -> None:
        if self._left.is_set():
            return
        if isinstance(following, Leave) and self._talk.session.conversation:
            width = self._stage.width
            self._view.lines((self._style.dim(self._sentence("how_to_go_on")),), width)
        self._next = following
        self._left.set()

    def _sentence(self, key: str, **facts: object) -> str:
        return sentence(self._words, key, facts)


def _is_readable(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(0))


def _last_turns(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    said = [index for index, message in enumerate(messages) if message.role is Role.USER]
    return messages[said[-PAST_TURNS] :] if len(said) > PAST_TURNS else messages
