"""The commands of a chat do what its help says, between turns as well as in one."""

from __future__ import annotations

import re
from pathlib import Path

import trio
from chatting import PROMPT, chat_setting, halting, turn_ended
from terminal_model import TerminalModel, started_on_terminal
from tool_turns import messages_of, text_of

from zeroclaw_api.usage import Usage
from zeroclaw_testing.model_server import saying

SESSION = re.compile(r"session\s+(\S+)")


def sessions(chat: TerminalModel) -> list[str]:
    """The sessions that the chat has named, each as often as it did."""
    return SESSION.findall(chat.text.replace("\n", " "))


async def test_help_tools_cost_with_models_tell_what_they_promise(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat(rows=60) as chat:
        setting.server.answer(saying("Yes.", usage=Usage(input_tokens=1200, output_tokens=34)))
        await chat.enter("Are you there?")
        await chat.wait_for("Yes.")
        await chat.enter("/help")
        await chat.wait_for("what this session has used", "/quit", "Alt+Enter")
        await chat.enter("/tools")
        await chat.wait_for("shell", "asks first", "runs by itself")
        await chat.enter("/cost")
        await chat.wait_for("1 model request", "1,200 + 34 tokens", "no price")
        await chat.enter("/model")
        await chat.wait_for("*  custom.home some-model", "/model NAME takes one of these")
        await chat.enter("/hepl")
        await chat.wait_for("There is no command /hepl; did you mean /help?")
        await chat.enter("/stop")
        await chat.wait_for("No turn is running.")
        assert len(setting.server.requests) == 1
        await chat.enter("/quit")
        assert await chat.finish() == 0
        assert "zeroclaw agent -c goes on here." in chat.text


async def test_model_command_asks_the_other_model_in_the_same_session(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(saying("From one."), saying("From the other."))
        await chat.enter("First.")
        await chat.wait_for("From one.")
        await turn_ended(chat)
        await chat.enter("/model other-model")
        await chat.wait_for("· other-model ·")
        await chat.wait_at(PROMPT)
        await chat.enter("Second.")
        await chat.wait_for("From the other.")
        one, other = setting.server.requests
        assert one.json is not None
        assert other.json is not None
        assert (one.json["model"], other.json["model"]) == ("some-model", "other-model")
        assert "From one." in [text_of(message) for message in messages_of(other)]
        assert len(set(sessions(chat))) == 1


async def test_new_begins_a_session_that_knows_nothing(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(saying("Noted."), saying("No idea."))
        await chat.enter("My name is Ada.")
        await chat.wait_for("Noted.")
        await turn_ended(chat)
        await chat.enter("/new")
        await chat.wait_until(lambda: len(sessions(chat)) == 2 and chat.cursor_row == PROMPT)
        await chat.enter("Who am I?")
        await chat.wait_for("No idea.")
        said = " ".join(text_of(message) for message in messages_of(setting.server.requests[-1]))
        assert "Ada" not in said
        assert len(set(sessions(chat))) == 2


async def test_stop_cancels_the_turn_that_other_commands_wait_for(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(halting("It goes on: ", trio.Event(), "!"))
        await chat.enter("Go on.")
        await chat.wait_for("It goes on")
        await chat.enter("/new")
        await chat.wait_for("A turn is running; /stop ends it first.")
        await chat.enter("/stop")
        await chat.wait_for("Cancelled.")
        assert len(set(sessions(chat))) == 1
        setting.server.answer(saying("At your service."))
        await chat.enter("Are you there?")
        await chat.wait_for("At your service.")


async def test_continue_shows_what_was_said_then_goes_on(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting:
        setting.server.answer(saying("Blue, **of course**."), saying("I said blue."))
        async with setting.chat() as chat:
            await chat.enter("Which colour?")
            await chat.wait_for("of course")
            await turn_ended(chat)
            before = sessions(chat)
            await chat.type("\x04")
            assert await chat.finish() == 0
        async with setting.chat("--continue") as chat:
            await chat.wait_for("› Which colour?", "Blue, of course.")
            assert sessions(chat) == before
            await chat.enter("What did you say?")
            await chat.wait_for("I said blue.")
        said = [text_of(message) for message in messages_of(setting.server.requests[-1])]
        assert "Blue, **of course**." in said


async def test_continue_without_any_session_says_so_in_one_sentence(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting:
        async with started_on_terminal(setting.command(), "agent", "-c") as chat:
            assert await chat.finish() == 2
        told = " ".join(row for row in chat.rows if row)
        assert told.startswith("zeroclaw: ")
        assert told.count("zeroclaw: ") == 1
        assert told.endswith(".")
        assert "Traceback" not in told
