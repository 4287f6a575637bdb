"""A key means what the prompt is for at the moment: writing, answering, searching."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from attrs import evolve

from zeroclaw.chat.commands import COMMAND_NAMES
from zeroclaw.chat.history import History
from zeroclaw.chat.keys import Key, Pasted, PasteTooLong, Press, Typed
from zeroclaw.chat.prompt import Action, Order, Prompt, Replied, Submitted
from zeroclaw.words import current_words
from zeroclaw_api.approvals import SamePath
from zeroclaw_api.events import AskUser, ConfirmRequest
from zeroclaw_api.identifiers import CallId, QuestionId
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import Choice, Question, QuestionKind, Reply

FIRST, SECOND = QuestionId("first"), QuestionId("second")
CONFIRM = ConfirmRequest(
    Question(
        FIRST,
        QuestionKind.CONFIRM,
        "shell",
        (Choice.APPROVE, Choice.DENY, Choice.REPLACE),
        (LOCAL_USER,),
        datetime(2026, 1, 1, tzinfo=UTC),
    ),
    CallId(1),
    "shell",
    {"command": "ls"},
)
KEEPABLE = evolve(CONFIRM, keeps=(SamePath("a"),))
OTHER = evolve(CONFIRM, question=evolve(CONFIRM.question, id=SECOND))
ASK = AskUser(
    evolve(
        CONFIRM.question,
        kind=QuestionKind.ASK,
        choices=(Choice.TEXT,),
        suggestions=("red", "blue"),
    ),
    CallId(1),
)
WIDE = 60


@pytest.fixture
def prompt(tmp_path: Path) -> Prompt:
    return Prompt(current_words(), History.load(tmp_path / "history.jsonl"), COMMAND_NAMES)


def press(prompt: Prompt, *presses: Press | str) -> Action | None:
    """Press one after another; what the last one asks for."""
    action = None
    for each in presses:
        action = prompt.press(Typed(each) if isinstance(each, str) else each)
    return action


def shown(prompt: Prompt) -> str:
    return "\n".join(prompt.rows(WIDE, 12).rows)


def unshown(prompt: Prompt) -> object:
    return prompt.unshown_question


def asked(prompt: Prompt, body: AskUser | ConfirmRequest = CONFIRM) -> None:
    """Ask it, show it."""
    assert prompt.ask(body)
    prompt.question_was_shown(body.question.id)


def test_sign_to_answer_comes_once_an_answer_counts(prompt: Prompt) -> None:
    assert prompt.ask(CONFIRM)
    assert prompt.rows(40, 3).rows == ("  ",)
    assert press(prompt, "y", Key.ENTER) is None
    prompt.question_was_shown(FIRST)
    assert prompt.rows(40, 3).rows == ("? ",)


# Writing


def test_enter_submits_what_was_written_once(prompt: Prompt) -> None:
    assert press(prompt, "Hello.", Key.ENTER) == Submitted("Hello.")
    assert shown(prompt) == "› "
    assert press(prompt, Key.ENTER) is None
    assert press(prompt, "  ", Key.ENTER) is None


def test_a_backslash_before_enter_asks_for_another_line(prompt: Prompt) -> None:
    assert press(prompt, "one\\", Key.ENTER) is None
    assert press(prompt, "two", Key.ENTER) == Submitted("one\ntwo")


def test_another_line_comes_at_the_end_wherever_the_cursor_is(prompt: Prompt) -> None:
    press(prompt, "first", Key.NEW_LINE, "second", Key.NEW_LINE, "third\\", Key.UP, Key.UP)
    assert press(prompt, Key.ENTER) is None
    assert press(prompt, "x", Key.ENTER) == Submitted("first\nsecond\nthird\nx")


def test_a_long_paste_that_ends_with_a_backslash_is_not_lost(prompt: Prompt) -> None:
    paste = "line\n" * 50 + "end\\"
    assert press(prompt, Pasted(paste), Key.ENTER) == Submitted(paste)


def test_a_paste_keeps_its_lines(prompt: Prompt) -> None:
    assert press(prompt, Pasted("a\nb\n"), Key.ENTER) == Submitted("a\nb\n")


def test_a_paste_that_is_too_long_is_told(prompt: Prompt) -> None:
    assert press(prompt, "a", PasteTooLong(2_000_000)) is None
    assert "2,000,000 bytes" in prompt.note
    assert shown(prompt) == "› a"
    press(prompt, "b")
    assert prompt.note == ""


@pytest.mark.parametrize(
    ("key", "order"),
    [
        (Key.INTERRUPT, Order.INTERRUPT),
        (Key.SUSPEND, Order.SUSPEND),
        (Key.REDRAW, Order.REDRAW),
        (Key.FOLD, Order.FOLD),
    ],
)
def test_orders_leave_the_draft_as_it_is(prompt: Prompt, key: Key, order: Order) -> None:
    assert press(prompt, "draft", key) is order
    assert shown(prompt) == "› draft"
    asked(prompt)
    assert press(prompt, "n", key) is order


def test_the_end_of_input_leaves_from_an_empty_line_alone(prompt: Prompt) -> None:
    assert press(prompt, "ab", Key.LEFT, Key.END_OF_INPUT) is None
    assert shown(prompt) == "› a"
    assert press(prompt, Key.BACKSPACE, Key.END_OF_INPUT) is Order.LEAVE


def test_tab_completes_a_command_or_tells_which_there_are(prompt: Prompt) -> None:
    press(prompt, "/he", Key.COMPLETE)
    assert shown(prompt) == "› /help "
    press(prompt, Key.KILL_TO_START, "/", Key.COMPLETE)
    assert prompt.note.split() == list(COMMAND_NAMES)
    press(prompt, "x", Key.COMPLETE)
    assert (prompt.note, shown(prompt)) == ("", "› /x")


def test_arrows_walk_through_lines_then_through_the_history(prompt: Prompt) -> None:
    for text in ("one", "two"):
        press(prompt, text, Key.ENTER)
    press(prompt, "a", Key.NEW_LINE, "b", Key.UP)
    assert shown(prompt) == "› a\n  b"
    press(prompt, Key.UP)
    assert shown(prompt) == "› two"
    press(prompt, Key.OLDER)
    assert shown(prompt) == "› one"
    press(prompt, Key.NEWER, Key.DOWN)
    assert shown(prompt) == "› a\n  b"


def test_a_history_that_cannot_be_written_is_told_once_said(tmp_path: Path) -> None:
    (tmp_path / "history.jsonl").mkdir()
    prompt = Prompt(current_words(), History.load(tmp_path / "history.jsonl"), COMMAND_NAMES)
    assert press(prompt, "Hello.", Key.ENTER) == Submitted("Hello.")
    assert "history.jsonl" in prompt.note
    press(prompt, Key.UP)
    assert shown(prompt) == "› Hello."


def test_what_could_not_be_said_comes_back_to_an_empty_line_alone(prompt: Prompt) -> None:
    prompt.give_back("Hello.")
    assert shown(prompt) == "› Hello."
    prompt.give_back("Other.")
    assert shown(prompt) == "› Hello."
    prompt.clear()
    assert shown(prompt) == "› "


# Searching


def test_a_search_finds_the_newest_then_older_ones(prompt: Prompt) -> None:
    for text in ("make test", "make docs", "ls"):
        press(prompt, text, Key.ENTER)
    press(prompt, "draft", Key.SEARCH, "mak")
    assert shown(prompt) == "search “mak”: make docs"
    press(prompt, Key.SEARCH)
    assert shown(prompt).endswith(": make test")
    press(prompt, Key.SEARCH)
    assert shown(prompt).endswith(": make test")
    assert press(prompt, Key.ENTER) is None
    assert shown(prompt) == "› make test"
    assert press(prompt, Key.ENTER) == Submitted("make test")


@pytest.mark.parametrize("key", [Key.ESCAPE, Key.END_OF_INPUT, Key.INTERRUPT])
def test_a_search_that_is_given_up_gives_the_draft_back(prompt: Prompt, key: Key) -> None:
    press(prompt, "make", Key.ENTER, "draft", Key.SEARCH, "mak")
    assert press(prompt, key) is None
    assert shown(prompt) == "› draft"


def test_a_key_that_edits_takes_what_was_found(prompt: Prompt) -> None:
    press(prompt, "make", Key.ENTER, Key.SEARCH, "ma", Key.BACKSPACE, "x")
    assert shown(prompt) == "search “mx”: "
    press(prompt, Key.BACKSPACE, Key.HOME, ">")
    assert shown(prompt) == "› >make"


def test_a_search_shows_nothing_a_terminal_obeys(prompt: Prompt) -> None:
    press(prompt, Key.SEARCH, "\u202ex\x9b2J")
    assert shown(prompt).isprintable()


# Answering


@pytest.mark.parametrize(
    ("word", "reply"),
    [
        ("y", Reply(Choice.APPROVE, LOCAL_USER)),
        ("n", Reply(Choice.DENY, LOCAL_USER)),
        ("n not now", Reply(Choice.DENY, LOCAL_USER, text="not now")),
        ("a", Reply(Choice.APPROVE, LOCAL_USER, remember=True)),
    ],
)
def test_a_question_takes_the_prompt_over_and_gives_the_draft_back(
    prompt: Prompt, word: str, reply: Reply
) -> None:
    press(prompt, "half a mess")
    asked(prompt, KEEPABLE)
    assert shown(prompt) == "? "
    assert press(prompt, word, Key.ENTER) == Replied(FIRST, reply)
    prompt.withdraw(FIRST)
    assert shown(prompt) == "› half a mess"
    assert press(prompt, "age", Key.ENTER) == Submitted("half a message")


@pytest.mark.parametrize(
    "presses",
    [
        (Typed("y"), Key.ENTER),
        (Typed("y"),),
        (Pasted("y"), Key.ENTER),
        (Key.END_OF_INPUT,),
        (Key.SEARCH, Typed("y")),
    ],
)
def test_nothing_pressed_before_a_question_is_shown_answers_it(
    prompt: Prompt, presses: tuple[Press, ...]
) -> None:
    prompt.ask(CONFIRM)
    assert press(prompt, *presses) is None
    prompt.question_was_shown(FIRST)
    assert shown(prompt) == "? "
    assert press(prompt, Key.ENTER) is None
    prompt.withdraw(FIRST)
    assert shown(prompt) == "› "


def test_control_the_same_keys_answer_once_it_is_shown(prompt: Prompt) -> None:
    asked(prompt)
    assert press(prompt, "y", Key.ENTER) == Replied(FIRST, Reply(Choice.APPROVE, LOCAL_USER))


def test_ctrl_c_works_before_a_question_is_shown(prompt: Prompt) -> None:
    prompt.ask(CONFIRM)
    assert press(prompt, Key.INTERRUPT) is Order.INTERRUPT


def test_a_question_that_took_another_s_place_is_not_shown_yet(prompt: Prompt) -> None:
    prompt.ask(CONFIRM)
    prompt.ask(OTHER)
    # While the first is being written to the terminal, it closes.
    prompt.withdraw(FIRST)
    prompt.question_was_shown(FIRST)
    assert press(prompt, "y", Key.ENTER) is None
    assert unshown(prompt) is OTHER
    prompt.question_was_shown(SECOND)
    assert press(prompt, "y", Key.ENTER) == Replied(SECOND, Reply(Choice.APPROVE, LOCAL_USER))


def test_half_an_answer_does_not_reach_the_next_question(prompt: Prompt) -> None:
    asked(prompt)
    prompt.ask(OTHER)
    press(prompt, "y")
    prompt.withdraw(FIRST)
    prompt.question_was_shown(SECOND)
    assert shown(prompt) == "? "


def test_questions_come_one_after_another(prompt: Prompt) -> None:
    prompt.ask(CONFIRM)
    prompt.ask(OTHER)
    assert unshown(prompt) is CONFIRM
    prompt.question_was_shown(FIRST)
    assert unshown(prompt) is None
    prompt.withdraw(SECOND)
    assert unshown(prompt) is None
    prompt.withdraw(QuestionId("unknown"))
    assert press(prompt, "n", Key.ENTER) == Replied(FIRST, Reply(Choice.DENY, LOCAL_USER))


def test_a_question_for_somebody_else_is_not_taken(prompt: Prompt) -> None:
    other = Principal("chat", "team", "someone")
    for answerers in ((other,), ()):
        body = evolve(CONFIRM, question=evolve(CONFIRM.question, answerers=answerers))
        assert not prompt.ask(body)
    assert press(prompt, "y", Key.ENTER) == Submitted("y")


@pytest.mark.parametrize("unclear", ["", "a", "yes please", "Hello."])
def test_an_unclear_answer_keeps_the_question_open(prompt: Prompt, unclear: str) -> None:
    asked(prompt)
    if unclear:
        press(prompt, unclear)
    assert press(prompt, Key.ENTER) is None
    assert prompt.note == "Please answer with one of the letters above."
    assert shown(prompt) == "? "
    assert press(prompt, "y", Key.ENTER) == Replied(FIRST, Reply(Choice.APPROVE, LOCAL_USER))


def test_the_end_of_input_is_no_approval(prompt: Prompt) -> None:
    asked(prompt)
    assert press(prompt, "y", Key.HOME, Key.END_OF_INPUT) is None
    assert press(prompt, Key.END_OF_INPUT) == Replied(FIRST, Reply(Choice.DENY, LOCAL_USER))


def test_a_question_of_the_agent_takes_a_number_or_text(prompt: Prompt) -> None:
    asked(prompt, ASK)
    for typed, text in (("2", "blue"), ("grün", "grün"), ("3", "3")):
        reply = Reply(Choice.TEXT, LOCAL_USER, text=text)
        assert press(prompt, typed, Key.ENTER) == Replied(FIRST, reply)
    assert press(prompt, Key.END_OF_INPUT) == Replied(FIRST, Reply(Choice.TEXT, LOCAL_USER))


# Changing arguments


def test_arguments_are_changed_in_place(prompt: Prompt) -> None:
    asked(prompt)
    assert press(prompt, "e", Key.ENTER) is None
    assert shown(prompt) == '{} {\n     "command": "ls"\n   }'
    assert "Alt+Enter" in prompt.note
    press(prompt, Key.UP, Key.END, Key.BACKSPACE, ' -l"')
    action = press(prompt, Key.ENTER)
    assert isinstance(action, Replied)
    assert action.reply.choice is Choice.REPLACE
    assert json.loads(action.reply.replacement) == {"command": "ls -l"}


def test_bad_arguments_stay_to_be_mended(prompt: Prompt) -> None:
    asked(prompt)
    press(prompt, "e", Key.ENTER, Key.BACKSPACE)
    assert press(prompt, Key.ENTER) is None
    assert prompt.note.startswith("Those arguments were not taken.")
    assert shown(prompt).startswith('{} {\n     "command": "ls"')
    action = press(prompt, "}", Key.ENTER)
    assert isinstance(action, Replied)
    assert json.loads(action.reply.replacement) == {"command": "ls"}


@pytest.mark.parametrize("text", ["[1]", '"y"', "y", '{"a": 1, "a": 2}', '{"a": NaN}'])
def test_what_is_no_object_is_never_taken_for_arguments(prompt: Prompt, text: str) -> None:
    asked(prompt)
    press(prompt, "e", Key.ENTER, *[Key.BACKSPACE] * 30, text)
    assert press(prompt, Key.ENTER) is None


def test_escape_gives_up_changing_yet_not_the_question(prompt: Prompt) -> None:
    asked(prompt)
    assert press(prompt, "e", Key.ENTER, Key.ESCAPE) is None
    assert shown(prompt) == "? "
    assert press(prompt, "n", Key.ENTER) == Replied(FIRST, Reply(Choice.DENY, LOCAL_USER))


def test_a_question_without_that_choice_is_not_edited(prompt: Prompt) -> None:
    choices = (Choice.APPROVE, Choice.DENY)
    asked(prompt, evolve(CONFIRM, question=evolve(CONFIRM.question, choices=choices)))
    press(prompt, "e", Key.ENTER)
    assert shown(prompt) == "? "
