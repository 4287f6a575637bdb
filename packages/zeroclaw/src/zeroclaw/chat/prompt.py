"""Decides what a press of a key means where somebody writes, answers or searches."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeAlias

from attrs import define, field, frozen

from zeroclaw.chat.completion import complete
from zeroclaw.chat.draft import Draft
from zeroclaw.chat.draft_rows import DraftRows, draft_rows
from zeroclaw.chat.errors import HistoryUnusable
from zeroclaw.chat.history import History
from zeroclaw.chat.keys import MOST_PASTE_BYTES, Key, PasteTooLong, Press, Typed
from zeroclaw.terminal.answers import Unclear, understand
from zeroclaw.terminal.sanitise import exact
from zeroclaw.terminal.wording import sentence
from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.events import AskUser, ConfirmRequest
from zeroclaw_api.identifiers import QuestionId
from zeroclaw_api.json import parse_json_object
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import Choice, Question, QuestionKind, Reply
from zeroclaw_api.services import Words

__all__ = ["Action", "Order", "Prompt", "Replied", "Submitted"]

WRITING_LABEL: Final = "› "
ANSWERING_LABEL: Final = "? "
UNSHOWN_LABEL: Final = "  "
EDITING_LABEL: Final = "{} "
CONTINUED: Final = "\\"
"""At the end of a line, it asks for another line, as in a shell."""


class Order(Enum):
    """What is asked of the chat by one key."""

    INTERRUPT = "interrupt"
    LEAVE = "leave"
    SUSPEND = "suspend"
    REDRAW = "redraw"
    FOLD = "fold"


@frozen
class Submitted:
    """Something was entered."""

    text: str


@frozen
class Replied:
    """A question was answered."""

    question_id: QuestionId
    reply: Reply


Action: TypeAlias = Order | Submitted | Replied

_ORDERS: Final = {
    Key.INTERRUPT: Order.INTERRUPT,
    Key.SUSPEND: Order.SUSPEND,
    Key.REDRAW: Order.REDRAW,
    Key.FOLD: Order.FOLD,
}


@frozen
class _Asked:
    body: AskUser | ConfirmRequest

    @property
    def question(self) -> Question:
        return self.body.question

    @property
    def may_keep(self) -> bool:
        return isinstance(self.body, ConfirmRequest) and bool(self.body.keeps)


@define
class _Search:
    """A search through what was entered before, newest first."""

    fragment: str = ""
    skip: int = 0
    found: str | None = None


@define(eq=False)
class Prompt:
    """The line at the bottom: what is being written, or the question that waits for an answer.

    A question takes it over, and gives back what was being written. Nothing that was pressed
    before `question_was_shown` answers it.
    """

    _words: Words
    _history: History
    _commands: Sequence[str]
    _by: Principal = LOCAL_USER
    note: str = field(default="", init=False)
    _writing: Draft = field(factory=Draft, init=False)
    _answering: Draft = field(factory=Draft, init=False)
    _asked: dict[QuestionId, _Asked] = field(factory=dict, init=False)
    _is_shown: bool = field(default=False, init=False)
    _is_editing: bool = field(default=False, init=False)
    _search: _Search | None = field(default=None, init=False)

    def press(self, press: Press) -> Action | None:
        """Take one press in; what it asks of the chat, if anything."""
        if self._asked and not self._is_shown and press is not Key.INTERRUPT:
            return None
        self.note = ""
        if isinstance(press, PasteTooLong):
            limit = f"{MOST_PASTE_BYTES // 1024:,} KiB"
            self.note = self._sentence("paste_too_long", size=f"{press.size:,}", limit=limit)
            return None
        if self._search is not None and press is Key.INTERRUPT:
            self._search = None
            return None
        if isinstance(press, Key) and press in _ORDERS:
            return _ORDERS[press]
        if self._asked:
            return self._press_in_answer(press)
        if self._search is not None:
            return self._press_in_search(self._search, press)
        return self._press_in_writing(press)

    def ask(self, body: AskUser | ConfirmRequest) -> bool:
        """Take over for a question; False when this person may not answer it."""
        if not any(self._by.is_same_as(answerer) for answerer in body.question.answerers):
            return False
        self._asked[body.question.id] = _Asked(body)
        if len(self._asked) == 1:
            self._begin_answer()
        return True

    def withdraw(self, question_id: QuestionId) -> None:
        """A question closed."""
        is_current = self._current_id == question_id
        if self._asked.pop(question_id, None) is not None and is_current:
            self._begin_answer()

    @property
    def unshown_question(self) -> AskUser | ConfirmRequest | None:
        """The question to be shown now."""
        current = self._current
        return None if current is None or self._is_shown else current.body

    def question_was_shown(self, question_id: QuestionId) -> None:
        """From now on it can be answered, unless another one took its place meanwhile."""
        if self._current_id == question_id:
            self._is_shown = True

    def clear(self) -> None:
        """Drop what is being written."""
        self._writing.clear()
        self._history.reset()

    def give_back(self, text: str) -> None:
        """Put back what could not be said, unless something else is being written by now."""
        if self._writing.is_empty:
            self._writing.replace(text)

    def rows(self, width: int, most: int) -> DraftRows:
        """The prompt as it is to be shown, in at most so many rows."""
        search = self._search
        if self._asked:
            # Who sees the sign may answer: until then what is pressed is dropped.
            label = EDITING_LABEL if self._is_editing else ANSWERING_LABEL
            label = label if self._is_shown else UNSHOWN_LABEL
            return draft_rows(self._answering, label=label, width=width, most_rows=most)
        if search is not None:
            shown = Draft()
            shown.replace(search.found or "")
            label = self._sentence("search_label", fragment=exact(search.fragment))
            return draft_rows(shown, label=label, width=width, most_rows=most)
        return draft_rows(self._writing, label=WRITING_LABEL, width=width, most_rows=most)

    def _press_in_writing(self, press: Press) -> Action | None:
        draft = self._writing
        match press:
            case Key.ENTER:
                return self._submit(draft.text)
            case Key.END_OF_INPUT:
                if draft.is_empty:
                    return Order.LEAVE
                draft.press(Key.DELETE)
            case Key.COMPLETE:
                text, candidates = complete(draft.text, self._commands)
                if text != draft.text:
                    draft.replace(text)
                elif candidates:
                    self.note = "  ".join(candidates)
            case Key.SEARCH:
                self._search = _Search()
            case Key.UP | Key.DOWN | Key.OLDER | Key.NEWER:
                is_within = press in (Key.UP, Key.DOWN) and draft.press(press)
                if not is_within:
                    self._walk_history(is_older=press in (Key.UP, Key.OLDER))
            case _:
                draft.press(press)
        return None

    def _submit(self, text: str) -> Action | None:
        if self._writing.glyphs[-1:] == [CONTINUED]:
            self._continue()
            return None
        if not text.strip():
            return None
        self._writing.clear()
        try:
            self._history.add(text)
        except HistoryUnusable as error:
            self.note = str(error)
        self._history.reset()
        return Submitted(text)

    def _continue(self) -> None:
        """Put a new line in the place of the last character, wherever the cursor is."""
        draft = self._writing
        while draft.press(Key.DOWN):
            continue
        for key in (Key.END, Key.BACKSPACE, Key.NEW_LINE):
            draft.press(key)

    def _walk_history(self, *, is_older: bool) -> None:
        history = self._history
        found = history.older(self._writing.text) if is_older else history.newer()
        if found is not None:
            self._writing.replace(found)

    def _press_in_search(self, search: _Search, press: Press) -> Action | None:
        match press:
            case Typed(text=text):
                search.fragment += text
                search.skip = 0
            case Key.BACKSPACE:
                search.fragment = search.fragment[:-1]
                search.skip = 0
            case Key.SEARCH:
                search.skip += 1
            case Key.ESCAPE | Key.END_OF_INPUT:
                self._search = None
                return None
            case _:
                self._search = None
                if search.found is not None:
                    self._writing.replace(search.found)
                return None if press is Key.ENTER else self.press(press)
        found = self._history.find(search.fragment, search.skip) if search.fragment else None
        if found is None and search.skip:
            search.skip -= 1
        else:
            search.found = found
        return None

    def _press_in_answer(self, press: Press) -> Action | None:
        asked, draft = self._current, self._answering
        if asked is None:
            return None
        match press:
            case Key.ENTER if self._is_editing:
                return self._replacement(asked)
            case Key.ENTER:
                return self._answer(asked, draft.text)
            case Key.ESCAPE if self._is_editing:
                self._begin_answer()
                self._is_shown = True
            case Key.END_OF_INPUT if draft.is_empty:
                question = asked.question
                is_confirmation = question.kind is QuestionKind.CONFIRM
                choice = Choice.DENY if is_confirmation else Choice.TEXT
                return Replied(question.id, Reply(choice, self._by))
            case Key.END_OF_INPUT:
                draft.press(Key.DELETE)
            case _:
                draft.press(press)
        return None

    def _answer(self, asked: _Asked, line: str) -> Action | None:
        self._answering.clear()
        understood = understand(line, asked.question, self._by, may_keep=asked.may_keep)
        if isinstance(understood, Reply):
            return Replied(asked.question.id, understood)
        if understood is Unclear.EDIT and isinstance(asked.body, ConfirmRequest):
            self._is_editing = True
            self._answering.replace(json.dumps(asked.body.args, ensure_ascii=False, indent=2))
            self.note = self._sentence("edit_in_place")
        else:
            self.note = self._sentence("no_such_choice")
        return None

    def _replacement(self, asked: _Asked) -> Action | None:
        text = self._answering.text.strip()
        try:
            parse_json_object(text)
        except InvalidJson as error:
            self.note = self._sentence("edit_refused", problem=str(error))
            return None
        return Replied(asked.question.id, Reply(Choice.REPLACE, self._by, replacement=text))

    def _begin_answer(self) -> None:
        self._answering.clear()
        self._is_editing = False
        self._is_shown = False
        self._search = None

    @property
    def _current_id(self) -> QuestionId | None:
        return next(iter(self._asked), None)

    @property
    def _current(self) -> _Asked | None:
        return next(iter(self._asked.values()), None)

    def _sentence(self, key: str, **facts: object) -> str:
        return sentence(self._words, key, facts)
