"""Turns the events of a session into lines: those that stay, those that still change."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from attrs import define, field

from zeroclaw.chat.tool_cards import ToolCard, ToolCards
from zeroclaw.terminal.cards import Cards
from zeroclaw.terminal.cells import NARROWEST, cut, fold
from zeroclaw.terminal.following import is_of_root
from zeroclaw.terminal.sanitise import exact, visible
from zeroclaw.terminal.style import Style
from zeroclaw.terminal.wording import duration, sentence
from zeroclaw_api.events import (
    AskUser,
    ConfirmRequest,
    Done,
    Event,
    NewToken,
    Outcome,
    QuestionClosed,
    StatusUpdate,
    Steered,
    Thinking,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnStarted,
)
from zeroclaw_api.identifiers import CallId, MessageId, QuestionId
from zeroclaw_api.messages import Message, Role
from zeroclaw_api.services import Words
from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR, Money, Usage

if TYPE_CHECKING:
    from zeroclaw.chat.markdown_stream import MarkdownStream

__all__ = ["TurnView", "money_text", "usage_text"]

SAID_LABEL: Final = "› "
MOST_SAID_LINES: Final = 12
"""How much of what a person said is shown again; they know what they pasted."""

TAB: Final = " " * 4

KEPT_CARDS: Final = 20
"""Finished cards that can still be unfolded."""

MOST_RUNNING_CARDS: Final = 4
MOST_QUEUED: Final = 3
SPINNER: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SPINS_PER_SECOND: Final = 8

_Path = tuple[str, ...]


@define
class _Running:
    card: ToolCard
    since: float


@define(eq=False)
class TurnView:
    """What there is to show of a conversation, at whatever width the terminal has.

    `text_of` knows what a message said. Times are seconds of one clock that only goes forward.
    """

    _words: Words
    _style: Style
    _new_markdown: Callable[[], MarkdownStream]
    _text_of: Callable[[MessageId], str | None]
    is_unfolded: bool = False
    unshown: int = field(default=0, init=False)
    """Characters of answers that came since the settled lines were taken last."""
    _made_markdown: MarkdownStream | None = field(default=None, init=False)
    _settled: list[str] = field(factory=list, init=False)
    _running: dict[tuple[_Path, CallId], _Running] = field(factory=dict, init=False)
    _finished: deque[ToolCard] = field(factory=lambda: deque(maxlen=KEPT_CARDS), init=False)
    _queued: list[str] = field(factory=list, init=False)
    _since: float | None = field(default=None, init=False)
    _doing: str = field(default="", init=False)
    _open_questions: set[QuestionId] = field(factory=set, init=False)

    @property
    def is_busy(self) -> bool:
        """Whether a turn goes on, so that time passes on the screen."""
        return self._since is not None

    @property
    def has_queued(self) -> bool:
        """Whether something was said whose turn has not begun."""
        return bool(self._queued)

    def take_settled(self, width: int) -> list[str]:
        """The lines that will not change any more, each once."""
        answer = () if self._made_markdown is None else self._made_markdown.settle(width)
        settled = [*self._settled, *answer]
        self._settled = []
        self.unshown = 0
        return settled

    def live(self, width: int, most: int, now: float) -> list[str]:
        """At most so many lines for what still changes; an answer shows its end."""
        below = self._tools(width, now)
        below += self._status(width, now)
        below += [
            self._style.dim(cut(f"  {sentence(self._words, 'queued')} {exact(text)}", width))
            for text in (" ".join(text[:width].split()) for text in self._queued[:MOST_QUEUED])
        ]
        below = below[max(0, len(below) - most) :]
        room = most - len(below)
        if self._made_markdown is None or room <= 0:
            return below
        return [*self._made_markdown.open_rows(width, room), *below]

    def queue(self, text: str) -> None:
        """A person said something that will be answered by a turn to come."""
        self._queued.append(text)

    def unqueue(self, text: str) -> None:
        """What was queued is not going to be answered."""
        if text in self._queued:
            self._queued.remove(text)

    def lines(self, lines: Iterable[str], width: int) -> None:
        """Show lines of our own, between whatever else is shown."""
        if shown := tuple(lines):
            self._settle_answer(width)
            self._settled.extend(shown)

    def warn(self, text: str, width: int) -> None:
        """Show a sentence that somebody should read."""
        self.lines(self._cards(width).warning(text), width)

    def unfold(self, width: int) -> None:
        """Show cards whole from now on, beginning with the last ones; or fold them again."""
        self.is_unfolded = not self.is_unfolded
        if self.is_unfolded:
            for card in self._finished:
                self.lines(self._tool_cards.unfolded(card, width), width)
            self._finished.clear()

    def past(self, messages: Iterable[Message], width: int) -> None:
        """Show what was said before."""
        for message in messages:
            if message.role is Role.USER:
                self._say(message.text, width)
            elif message.role is Role.ASSISTANT:
                self._markdown.feed(message.text)
                self._settle_answer(width)
                for call in message.tool_calls:
                    card = ToolCard(call.name, call.args)
                    self._settled.extend(self._tool_cards.folded(card, width))

    def show(self, event: Event, width: int, now: float) -> None:
        """Take one event in."""
        body = event.body
        match body:
            case TurnStarted(message_ids=message_ids):
                if is_of_root(event):
                    self._since = now
                    self._say_all(message_ids, width)
            case Steered(message_id=message_id) if is_of_root(event):
                self._say_all((message_id,), width)
            case NewToken(text=text):
                # What a sub-agent says comes back as the result of its call.
                if is_of_root(event):
                    self._doing = ""
                    self.unshown += len(text)
                    self._markdown.feed(text)
            case Thinking():
                self._doing = "thinking"
            case StatusUpdate(status=status):
                self._doing = f"status_{status.value}"
                self.lines(self._cards(width).lines(body), width)
            case ToolStarted(call_id=call_id, name=name, args=args):
                self._settle_answer(width)
                self._running[event.path, call_id] = _Running(ToolCard(name, args), now)
            case ToolProgress(call_id=call_id, text=text):
                running = self._running.get((event.path, call_id))
                if running is not None:
                    running.card = running.card.with_progress(text)
            case ToolFinished(call_id=call_id, name=name):
                self._settle_answer(width)
                started = self._running.pop((event.path, call_id), None)
                card = ToolCard(name, {}) if started is None else started.card
                self._finish_card(card.ended(body), width)
            case Done():
                if is_of_root(event):
                    self._end(body, width, now)
            case AskUser(question=question) | ConfirmRequest(question=question):
                # Whoever asks shows the question, where it is answered.
                self._settle_answer(width)
                self._open_questions.add(question.id)
            case QuestionClosed(question_id=question_id):
                self._open_questions.discard(question_id)
                self.lines(self._cards(width).lines(body), width)
            case _:
                self.lines(self._cards(width).lines(body), width)

    def _say_all(self, message_ids: tuple[MessageId, ...], width: int) -> None:
        for text in map(self._text_of, message_ids):
            if text is not None:
                self.unqueue(text)
                self._say(text, width)

    def _say(self, text: str, width: int) -> None:
        self._settle_answer(width)
        room = max(width, NARROWEST) - len(SAID_LABEL)
        lines = text.replace("\t", TAB).split("\n")
        parts = [
            part
            for line in lines[:MOST_SAID_LINES]
            for part in fold(visible(line[: (MOST_SAID_LINES + 1) * room]), room)
        ]
        shown = parts[:MOST_SAID_LINES]
        blank = " " * len(SAID_LABEL)
        self._settled.append("")
        for number, part in enumerate(shown):
            self._settled.append(f"{blank if number else SAID_LABEL}{self._style.bold(part)}")
        if len(lines) > MOST_SAID_LINES:
            more = {"lines": f"{len(lines) - MOST_SAID_LINES:,}"}
            self._settled.append(self._style.dim(f"{blank}{self._sentence('said_more', **more)}"))
        elif len(parts) > MOST_SAID_LINES:
            size = {"characters": f"{len(text):,}"}
            self._settled.append(self._style.dim(f"{blank}{self._sentence('card_cut', **size)}"))
        self._settled.append("")

    def _finish_card(self, card: ToolCard, width: int) -> None:
        if self.is_unfolded:
            self._settled.extend(self._tool_cards.unfolded(card, width))
        else:
            self._settled.extend(self._tool_cards.folded(card, width))
            self._finished.append(card)

    def _end(self, done: Done, width: int, now: float) -> None:
        self._settle_answer(width)
        for running in self._running.values():
            self._settled.extend(self._tool_cards.folded(running.card, width))
        self._running.clear()
        if done.outcome is Outcome.CANCELLED:
            self._settled.append(self._style.notable(self._sentence("cancelled")))
        elif done.detail:
            self._settled.extend(self._cards(width).warning(done.detail))
        facts = [] if self._since is None else [duration(now - self._since)]
        facts += usage_text(done.usage, done.cost, self._words)
        self._settled.append(self._style.dim(cut(" · ".join(facts), width)))
        self._since = None
        self._doing = ""
        self._open_questions.clear()

    def _settle_answer(self, width: int) -> None:
        if self._made_markdown is not None:
            self._settled.extend(self._made_markdown.finish(width))

    def _tools(self, width: int, now: float) -> list[str]:
        shown = list(self._running.values())[-MOST_RUNNING_CARDS:]
        return [
            line
            for running in shown
            for line in self._tool_cards.running(running.card, now - running.since, width)
        ]

    def _status(self, width: int, now: float) -> list[str]:
        if self._since is None:
            return []
        sign = SPINNER[int(now * SPINS_PER_SECOND) % len(SPINNER)]
        doing = self._sentence(self._key_of_doing())
        text = f"{sign} {doing} {now - self._since:.0f} s · {self._sentence('how_to_stop')}"
        return [self._style.dim(cut(text, width))]

    def _key_of_doing(self) -> str:
        if self._open_questions:
            return "waiting_for_you"
        return "at_work" if self._running else self._doing or "answering"

    def _sentence(self, key: str, **facts: object) -> str:
        return sentence(self._words, key, facts)

    def _cards(self, width: int) -> Cards:
        return Cards(self._words, self._style, width)

    @property
    def _markdown(self) -> MarkdownStream:
        # Made by the first answer: what lays it out takes longer to load than all else here.
        if self._made_markdown is None:
            self._made_markdown = self._new_markdown()
        return self._made_markdown

    @property
    def _tool_cards(self) -> ToolCards:
        return ToolCards(self._words, self._style)


def usage_text(usage: Usage, cost: Money | None, words: Words) -> list[str]:
    """Tokens with their price, as far as they are known."""
    if usage.input_tokens is None or usage.output_tokens is None:
        return []
    counts = {"read": f"{usage.input_tokens:,}", "written": f"{usage.output_tokens:,}"}
    tokens = sentence(words, "tokens", counts)
    return [tokens, money_text(cost)] if cost else [tokens]


def money_text(cost: Money) -> str:
    """Dollars, to a hundredth of a cent."""
    return f"${cost / NANODOLLARS_PER_DOLLAR:,.4f}"
