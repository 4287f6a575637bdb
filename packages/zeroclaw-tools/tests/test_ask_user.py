"""What became of a question is told as it is; silence is never a no."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import (
    Answered,
    Choice,
    QuestionCancelled,
    Reply,
    Resolution,
    TimedOut,
    Unreachable,
)
from zeroclaw_api.tool import ToolOutput
from zeroclaw_testing import FakeToolContext
from zeroclaw_testing.kits.tool import ToolConformance
from zeroclaw_tools import AskUser
from zeroclaw_tools.ask_user import told


class TestAskUser(ToolConformance):
    def make(self) -> AskUser:
        return AskUser()

    def args(self) -> JsonObject:
        return {"question": "Which one?", "suggestions": ["a", "b"]}

    def failing_args(self) -> JsonObject:
        return {"question": " "}


async def test_the_answer_comes_back_as_the_user_gave_it() -> None:
    reply = Reply(Choice.TEXT, LOCAL_USER, text="the red one")
    context = FakeToolContext(resolutions=(Answered(reply),))
    with trio.fail_after(5):
        output = await AskUser().run(context, {"question": "Which?"})
    assert output == ToolOutput.of_text("The user answered: the red one")
    assert context.asked == ["Which?"]


@pytest.mark.parametrize("silence", [TimedOut(), Unreachable()])
def test_silence_is_neither_a_yes_nor_a_no(silence: Resolution) -> None:
    assert "neither a yes nor a no" in told(silence)
    assert "The user" not in told(silence)


def test_a_withdrawn_question_decides_nothing() -> None:
    assert "Nothing was decided" in told(QuestionCancelled())


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (Reply(Choice.APPROVE, LOCAL_USER), "The user said yes."),
        (Reply(Choice.DENY, LOCAL_USER, text="not now"), "The user said no. not now"),
        (Reply(Choice.REPLACE, LOCAL_USER, replacement="x"), "The user answered: x"),
        (Reply(Choice.TEXT, LOCAL_USER), "The user sent an empty answer."),
    ],
)
def test_every_choice_of_a_reply_has_its_words(reply: Reply, text: str) -> None:
    assert told(Answered(reply)) == text


@pytest.mark.parametrize(
    "args",
    [
        {"question": ""},
        {"question": "x" * 5000},
        {"question": "\ud800"},
        {"question": "x", "suggestions": ["a"] * 11},
        {"question": "x", "suggestions": [1]},
    ],
)
async def test_a_question_that_cannot_be_asked_is_not_asked(args: dict[str, Json]) -> None:
    context = FakeToolContext()
    with trio.fail_after(5), pytest.raises(ToolFailed):
        await AskUser().run(context, args)
    assert context.asked == []
