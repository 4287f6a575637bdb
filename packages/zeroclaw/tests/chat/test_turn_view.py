"""What happens in a session becomes lines that stay, with a few that still change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.chat.markdown_stream import MarkdownStream
from zeroclaw.chat.turn_view import (
    MOST_RUNNING_CARDS,
    MOST_SAID_LINES,
    TurnView,
    money_text,
    usage_text,
)
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style
from zeroclaw.words import current_words
from zeroclaw_api.events import (
    AskUser,
    Done,
    Event,
    EventBody,
    NewToken,
    Outcome,
    QuestionClosed,
    Status,
    StatusUpdate,
    Steered,
    Thinking,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnStarted,
    TurnWarning,
)
from zeroclaw_api.identifiers import CallId, MessageId, QuestionId, SessionId, TurnId
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import Choice, Question, QuestionKind, TimedOut
from zeroclaw_api.usage import Money, Usage
from zeroclaw_testing import event_bodies

WIDTH = 60
ROOT, SUB = ("main",), ("main", "helper")
CALL = CallId(1)
HARMFUL = "\x1b[2J\x9b31m\u202egnp\x07"
TEXTS = {MessageId(1): "Hello.", MessageId(2): "And this."}
ASKED = AskUser(
    Question(
        QuestionId("q"),
        QuestionKind.ASK,
        "Which?",
        (Choice.TEXT,),
        (LOCAL_USER,),
        datetime(2026, 1, 1, tzinfo=UTC),
    ),
    CALL,
)


@pytest.fixture
def view() -> TurnView:
    return new_view()


def new_view() -> TurnView:
    return TurnView(current_words(), Style(colour=False), partial(MarkdownStream, False), TEXTS.get)


def show(view: TurnView, *bodies: EventBody, at: float = 0.0, path: Sequence[str] = ROOT) -> None:
    for body in bodies:
        when = datetime(2026, 1, 1, tzinfo=UTC)
        event = Event(SessionId("main/s"), 1, TurnId(1), tuple(path), when, body)
        view.show(event, WIDTH, at)


def settled(view: TurnView) -> list[str]:
    return view.take_settled(WIDTH)


def live(view: TurnView, most: int = 20, now: float = 0.0) -> list[str]:
    return view.live(WIDTH, most, now)


def begun(message: int = 1) -> TurnStarted:
    return TurnStarted((MessageId(message),), TurnOrigin.INTERACTIVE)


def done(outcome: Outcome = Outcome.ANSWERED, detail: str = "", cost: int | None = None) -> Done:
    money = None if cost is None else Money(cost)
    return Done((MessageId(1),), outcome, "", Usage(1_000, 20), money, None, detail)


def finished(text: str = "ok", call: CallId = CALL) -> ToolFinished:
    result = ToolResult(call, ResultStatus.SUCCESS, (Text(text),))
    return ToolFinished(call, "shell", result, 0.5)


def started(command: str = "ls", call: CallId = CALL) -> ToolStarted:
    return ToolStarted(call, "shell", {"command": command})


def test_a_turn_settles_as_what_was_said_then_the_answer(view: TurnView) -> None:
    show(view, begun(), NewToken("**Hi** the"), NewToken("re."))
    assert live(view)[0] == "Hi there."
    assert settled(view) == ["", "› Hello.", ""]
    show(view, done(cost=1_500_000), at=2.5)
    assert settled(view) == ["Hi there.", "2.50 s · 1,000 + 20 tokens · $0.0015"]
    assert live(view) == []
    assert not view.is_busy


def test_settled_lines_are_given_once_alone(view: TurnView) -> None:
    show(view, begun())
    assert settled(view)
    assert settled(view) == []


def test_a_running_turn_tells_what_it_does_with_its_seconds(view: TurnView) -> None:
    assert live(view) == []
    show(view, begun(), at=10.0)
    assert view.is_busy
    for body, doing in (
        (StatusUpdate(Status.WAITING_FOR_MODEL, 1), "waiting for the model"),
        (Thinking("Hm."), "thinking"),
        (NewToken("Hi"), "answering"),
        (started(), "at work"),
        (ASKED, "waiting for your answer"),
    ):
        show(view, body, at=11.0)
        assert live(view, now=14.2)[-1][1:] == f" {doing} 4 s · Ctrl+C stops"


def test_a_turn_that_was_cancelled_says_so(view: TurnView) -> None:
    show(view, begun(), NewToken("Hal"), done(Outcome.CANCELLED, "Whatever."), at=1.0)
    assert settled(view)[3:] == ["Hal", "Cancelled.", "0.00 s · 1,000 + 20 tokens"]


def test_a_turn_that_failed_says_why(view: TurnView) -> None:
    show(view, begun(), done(Outcome.FAILED, f"It broke{HARMFUL}."))
    lines = settled(view)
    assert lines[3].startswith("! It broke\\x1b[2J")
    assert all(line.isprintable() for line in lines)


def test_a_queued_message_waits_until_its_turn_begins(view: TurnView) -> None:
    show(view, begun())
    view.queue("And\nthis.")
    view.queue("And this.")
    assert view.has_queued
    assert live(view)[-2:] == ["  queued: And this.", "  queued: And this."]
    show(view, done(), begun(2))
    assert live(view)[-1] == "  queued: And this."
    view.unqueue("And\nthis.")
    view.unqueue("It was never said.")
    assert not view.has_queued


def test_a_message_that_joined_the_turn_is_shown_where_it_did(view: TurnView) -> None:
    show(view, begun(), NewToken("First."), Steered(MessageId(2)), NewToken("Second."), done())
    assert settled(view)[3:7] == ["First.", "", "› And this.", ""]


def test_calls_of_a_sub_agent_are_kept_apart_from_others(view: TurnView) -> None:
    show(view, begun(), started("root"))
    show(view, started("sub"), path=SUB)
    show(view, begun(2), NewToken("not shown"), finished(), done(), path=SUB)
    assert view.is_busy
    assert [line for line in settled(view) if "✓" in line] == ["✓ shell  sub  0.50 s"]
    assert live(view)[0] == "● shell  root  0.00 s"


def test_progress_of_an_unknown_call_is_let_go(view: TurnView) -> None:
    show(view, begun(), ToolProgress(CallId(7), "lost"), finished())
    assert settled(view)[3:] == ["✓ shell  0.50 s"]


def test_running_cards_show_what_their_tools_print(view: TurnView) -> None:
    show(view, begun(), started(), ToolProgress(CALL, f"one{HARMFUL}\n"), at=1.0)
    first, second, _ = live(view, now=3.0)
    assert first == "● shell  ls  2.00 s"
    assert second.startswith("  one\\x1b[2J")


def test_of_many_running_cards_the_last_are_shown(view: TurnView) -> None:
    show(view, begun(), *(started(str(number), CallId(number)) for number in range(50)))
    cards = [line for line in live(view) if line.startswith("●")]
    assert len(cards) == MOST_RUNNING_CARDS
    assert cards[-1].startswith("● shell  49")


def test_cards_are_folded_until_somebody_unfolds_them(view: TurnView) -> None:
    show(view, begun(), started(), finished("result 1"))
    assert settled(view)[3:] == ["✓ shell  ls  0.50 s"]
    view.unfold(WIDTH)
    assert view.is_unfolded
    assert "  │ result 1" in settled(view)
    show(view, started(), finished("result 2"))
    assert "  │ result 2" in settled(view)
    view.unfold(WIDTH)
    show(view, started(), finished("result 3"))
    assert settled(view) == ["✓ shell  ls  0.50 s"]
    view.unfold(WIDTH)
    text = "\n".join(settled(view))
    assert "result 3" in text
    assert "result 1" not in text


def test_a_call_without_an_end_settles_with_its_turn(view: TurnView) -> None:
    show(view, begun(), started(), done(Outcome.CANCELLED))
    assert settled(view)[3:5] == ["● shell  ls", "Cancelled."]


def test_a_question_settles_the_answer_before_it(view: TurnView) -> None:
    show(view, begun(), NewToken("I ask."), ASKED)
    assert settled(view)[3:] == ["I ask."]
    show(view, QuestionClosed(QuestionId("q"), TimedOut()))
    assert settled(view) == ["! Nobody answered in time."]
    assert "waiting for your answer" not in live(view)[-1]


def test_warnings_are_shown_where_they_come(view: TurnView) -> None:
    show(view, begun(), NewToken("Half"), TurnWarning("answer_cut_off", {}), NewToken("more"))
    view.warn(HARMFUL, WIDTH)
    assert settled(view)[3:] == [
        "Half",
        "! The answer was cut off: the model reached its output",
        "  limit.",
        "more",
        "! \\x1b[2J\\x9b31m\\u202egnp\\x07",
    ]


def test_lines_of_our_own_come_after_the_answer_so_far(view: TurnView) -> None:
    show(view, begun(), NewToken("Half"))
    view.lines((), WIDTH)
    assert settled(view)[3:] == []
    view.lines(("Help.",), WIDTH)
    assert settled(view) == ["Half", "Help."]


def test_a_long_message_is_shown_by_its_beginning(view: TurnView) -> None:
    view.past((said(1, "line\n" * 40 + "end"),), WIDTH)
    lines = settled(view)
    assert lines[1:3] == ["› line", "  line"]
    assert len(lines) == MOST_SAID_LINES + 3
    assert lines[-2] == "  … 29 more lines"


def test_one_long_line_is_cut_with_its_size_told(view: TurnView) -> None:
    view.past((said(1, "x" * 1_000_000),), WIDTH)
    lines = settled(view)
    assert len(lines) == MOST_SAID_LINES + 3
    assert lines[-2] == "  … 1,000,000 characters in all"


def test_a_message_that_just_fits_is_not_said_to_be_cut(view: TurnView) -> None:
    view.past((said(1, "x" * (WIDTH - 2) * MOST_SAID_LINES),), WIDTH)
    assert len(settled(view)) == MOST_SAID_LINES + 2


def said(number: int, text: str, role: Role = Role.USER, *calls: ToolCall) -> Message:
    items = (*((Text(text),) if text else ()), *calls)
    return Message(MessageId(number), TurnId(1), role, items)


def test_past_turns_are_shown_with_their_calls(view: TurnView) -> None:
    call = ToolCall(CALL, "shell", {"command": f"ls{HARMFUL}"})
    result = ToolResult(CALL, ResultStatus.SUCCESS, (Text("secret"),))
    messages = (
        said(1, f"Hel\tlo{HARMFUL}"),
        said(2, "Looking.", Role.ASSISTANT, call),
        Message(MessageId(3), TurnId(1), Role.TOOL, (result,)),
        said(4, "**Done**.", Role.ASSISTANT),
    )
    view.past(messages, WIDTH)
    assert settled(view) == [
        "",
        "› Hel    lo\\x1b[2J\\x9b31m\\u202egnp\\x07",
        "",
        "Looking.",
        "● shell  ls\\x1b[2J\\x9b31m\\u202egnp\\x07",
        "Done.",
    ]


@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_live_lines_are_never_more_than_asked_for(view: TurnView, most: int) -> None:
    show(view, begun(), NewToken("a\n\nb\n\nc"), started(), ToolProgress(CALL, "x\ny\nz"))
    for number in range(10):
        view.queue(str(number))
    assert len(live(view, most)) == most


def test_usage_is_told_as_far_as_it_is_known() -> None:
    assert usage_text(Usage(), Money(5), current_words()) == []
    assert usage_text(Usage(1_000, None), None, current_words()) == []
    assert usage_text(Usage(1_000, 0), None, current_words()) == ["1,000 + 0 tokens"]
    assert money_text(Money(1_234_567_891_000)) == "$1,234.5679"


@given(st.lists(st.tuples(event_bodies(), st.sampled_from([ROOT, SUB])), max_size=12))
def test_any_events_give_lines_without_orders(
    plan: list[tuple[EventBody, tuple[str, ...]]],
) -> None:
    view = new_view()
    for number, (body, path) in enumerate(plan):
        show(view, body, at=float(number), path=path)
        lines = [*settled(view), *live(view, now=float(number))]
        assert all(visible(line) == line and "\n" not in line for line in lines)
    view.unfold(WIDTH)
    assert all(cells(line) <= WIDTH for line in live(view))
