"""Shows one turn as it happens: the answer, the progress, the questions."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable
from typing import Final, TypeAlias

import trio
from attrs import define, field, frozen

from zeroclaw.terminal.asking import Asker
from zeroclaw.terminal.cards import Cards
from zeroclaw.terminal.errors import TerminalUnavailable
from zeroclaw.terminal.following import Replay, follow, is_of_root
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.streams import Streams
from zeroclaw.terminal.wording import sentence
from zeroclaw.words import error_text
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.events import (
    AskUser,
    ConfirmRequest,
    Done,
    Event,
    Gap,
    NewToken,
    QuestionClosed,
    Steered,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnStarted,
)
from zeroclaw_api.identifiers import MessageId, QuestionId, TurnId
from zeroclaw_api.questions import AnswerReceipt, Reply

__all__ = ["Screen", "show_turn"]

Answer: TypeAlias = Callable[[QuestionId, Reply], AnswerReceipt]
"""`Session.answer`."""

MOST_HELD_LINES: Final = 200
"""Lines of progress that wait while a question is open; older ones are dropped."""


@frozen
class Screen:
    """Where a turn is shown: the answer on `out`, the rest on `err`, as `cards` lay it out."""

    out: Output
    err: Output
    cards: Cards


async def show_turn(
    events: AsyncIterable[Event | Gap],
    message_id: MessageId,
    screen: Screen,
    replay: Replay,
    answer: Answer,
    asker: Asker,
) -> Done:
    """Show the turn that answers a message; returns its `Done`.

    Raises `OutputClosed` or `OutputFailed` when the answer cannot be written, `TurnUnfinished`
    when the session closes first. A closed `err` is no failure.
    """
    streams = Streams(screen.out, screen.err, screen.cards.style)
    outcome: Done | ZeroClawError
    async with trio.open_nursery() as nursery:
        showing = _Showing(message_id, screen.cards, streams, answer, asker, nursery)
        try:
            outcome = await follow(events, message_id, replay, showing.show)
            await showing.end()
        except ZeroClawError as error:
            # Out of the nursery it would come wrapped into a group.
            outcome = error
        nursery.cancel_scope.cancel()
    if isinstance(outcome, ZeroClawError):
        raise outcome
    return outcome


@frozen(eq=False)
class _Asking:
    """A question that somebody is being asked."""

    scope: trio.CancelScope = field(factory=trio.CancelScope)
    ended: trio.Event = field(factory=trio.Event)


@define(eq=False)
class _Showing:
    """What is known of a turn while it is shown."""

    _message_id: MessageId
    _cards: Cards
    _streams: Streams
    _answer: Answer
    _asker: Asker
    _nursery: trio.Nursery
    _answering: set[TurnId | None] = field(factory=set)
    _headed: set[TurnId | None] = field(factory=set)
    _open: dict[QuestionId, _Asking] = field(factory=dict)
    _held: list[str] = field(factory=list)
    _one_question: trio.Lock = field(factory=trio.Lock)

    async def show(self, event: Event) -> None:
        """Show one event."""
        match event.body:
            case TurnStarted(message_ids=message_ids):
                if self._message_id in message_ids and is_of_root(event):
                    self._answering.add(event.turn_id)
            case Steered(message_id=message_id) if message_id == self._message_id:
                if is_of_root(event):
                    self._answering.add(event.turn_id)
                await self._progress(self._cards.lines(event.body))
            case NewToken(text=text):
                await self._token(event, text)
            case AskUser() | ConfirmRequest():
                await self._ask(event.body)
            case QuestionClosed(question_id=question_id):
                await self._withdraw(question_id)
                await self._progress(self._cards.lines(event.body))
            case ToolProgress() if self._open:
                return
            case ToolStarted() | ToolFinished():
                if is_of_root(event):
                    self._streams.interrupt()
                await self._progress(self._cards.lines(event.body))
            case _:
                await self._progress(self._cards.lines(event.body))

    async def end(self) -> None:
        """Finish the answer, with whatever was held back."""
        for question_id in tuple(self._open):
            await self._withdraw(question_id)
        await self._progress(())
        await self._streams.end()

    async def _token(self, event: Event, text: str) -> None:
        if not is_of_root(event):
            # What a sub-agent says comes back as the result of its call.
            return
        if event.turn_id in self._answering:
            await self._streams.answer(text)
            return
        if event.turn_id not in self._headed:
            self._headed.add(event.turn_id)
            await self._progress(self._cards.heading("other_turn"))
        await self._streams.other_text(text)

    async def _progress(self, lines: tuple[str, ...]) -> None:
        """Show lines, unless they would come between a question and its answer."""
        self._held.extend(lines)
        if self._open:
            del self._held[:-MOST_HELD_LINES]
            return
        held, self._held = self._held, []
        await self._streams.lines(held)

    async def _ask(self, asked: AskUser | ConfirmRequest) -> None:
        if self._asker.is_asked(asked.question):
            await self._streams.clear_the_way()
            self._open[asked.question.id] = asking = _Asking()
            self._nursery.start_soon(self._ask_within, asking, asked)

    async def _withdraw(self, question_id: QuestionId) -> None:
        """Stop asking; returns once the terminal is left in order."""
        asking = self._open.pop(question_id, None)
        if asking is not None:
            asking.scope.cancel()
            await asking.ended.wait()

    async def _ask_within(self, asking: _Asking, asked: AskUser | ConfirmRequest) -> None:
        """Ask, until the question closes; the event that says so lets progress go on."""
        try:
            with asking.scope:
                await self._ask_and_answer(asked)
        finally:
            asking.ended.set()

    async def _ask_and_answer(self, asked: AskUser | ConfirmRequest) -> None:
        question_id = asked.question.id
        try:
            async with self._one_question:
                reply = await self._asker.ask(asked)
        except TerminalUnavailable as error:
            self._open.pop(question_id, None)
            await self._progress(self._warning("question_open", problem=error_text(error)))
            return
        receipt = self._answer(question_id, reply)
        if receipt is AnswerReceipt.NOT_ALLOWED:
            self._open.pop(question_id, None)
            await self._progress(self._warning("answer_not_allowed"))
        elif receipt is not AnswerReceipt.ACCEPTED:
            await self._progress(self._warning("answer_late"))

    def _warning(self, key: str, **facts: object) -> tuple[str, ...]:
        return self._cards.warning(sentence(self._cards.words, key, facts))
