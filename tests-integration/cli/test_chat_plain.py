"""Without colours, without drawing, or with its answer piped on, a chat is a chat."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import pytest
import trio
from chatting import chat_setting, halting, last_said, told_of_calls
from command_line import CANCELLED
from homes import calls
from terminal_model import TerminalModel, started_on_terminal
from tool_turns import workspace_of

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.model_server import Completion, ScriptStep, Silence, cut_call, saying

MARKDOWN: Final = "# Title\n\nSome **bold** words.\n\n```python\nprint(1)\n```\n\n"
PLAIN_PROMPT: Final = ">"
COLOURS: Final = re.compile(rb"\x1b\[(?:\d+;)*(?:[34]\d|9\d|10\d)(?:;\d+)*m")


async def all_kinds(chat: TerminalModel) -> None:
    """A question that is answered, so that every part of the chat has shown itself."""
    await chat.enter("Show it.")
    await chat.wait_for("y = run it")
    await chat.wait_until(lambda: chat.cursor_row in ("?", PLAIN_PROMPT))
    await chat.enter("y")
    await chat.wait_for("It said something.")


@pytest.mark.parametrize(("variable", "is_coloured"), [("NO_COLOR", False), ("UNUSED", True)])
async def test_no_color_takes_every_colour_away(
    tmp_path: Path, variable: str, is_coloured: bool
) -> None:
    async with (
        chat_setting(tmp_path) as setting,
        setting.chat(environment={variable: "1"}) as chat,
    ):
        command = {"command": "printf '\\033[31mred\\033[0m' | tee said"}
        setting.server.answer(calls("shell", command), saying(MARKDOWN, "It said something."))
        await all_kinds(chat)
        await chat.enter("/quit")
        assert await chat.finish() == 0
        assert bool(COLOURS.search(chat.raw)) is is_coloured


@pytest.mark.parametrize(("arguments", "term"), [(("--plain",), "xterm-256color"), ((), "dumb")])
async def test_plain_chat_answers_asks_then_leaves_without_escapes(
    tmp_path: Path, arguments: tuple[str, ...], term: str
) -> None:
    async with chat_setting(tmp_path) as setting:
        command = setting.command({"TERM": term})
        async with started_on_terminal(command, "agent", *arguments) as chat:
            await chat.wait_at(PLAIN_PROMPT)
            setting.server.answer(
                calls("shell", {"command": "echo from the tool | tee said"}),
                saying(MARKDOWN, "It said something."),
                saying("Three lines."),
            )
            await all_kinds(chat)
            assert "from the tool" in told_of_calls(setting.server)[-1]
            await chat.wait_at(PLAIN_PROMPT)
            await chat.type("one\ntwo\nthree\n")
            await chat.wait_for("Three lines.")
            assert last_said(setting.server) == "one\ntwo\nthree"
            await chat.wait_at(PLAIN_PROMPT)
            await chat.enter("/quit")
            assert await chat.finish() == 0
            assert b"\x1b" not in chat.raw
            assert chat.times("It said something.") == 1


async def test_line_typed_before_a_plain_question_does_not_answer_it(tmp_path: Path) -> None:
    goes_on = trio.Event()
    call = cut_call(0, "wire-1", "shell", '{"command": "echo ran > mark"}')
    opening: tuple[ScriptStep, ...] = (TextDelta("Wait: \n"), Silence(goes_on))
    asking = Completion((*opening, *call, Finish(FinishReason.TOOL_USE)))
    async with (
        chat_setting(tmp_path) as setting,
        started_on_terminal(setting.command(), "agent", "--plain") as chat,
    ):
        await chat.wait_at(PLAIN_PROMPT)
        setting.server.answer(asking, saying("It ran."))
        await chat.enter("Do it.")
        await chat.wait_for("Wait:")
        await chat.type("y\ny\n")
        goes_on.set()
        await chat.wait_for("y = run it")
        await chat.wait_at(PLAIN_PROMPT)
        await chat.enter("maybe")
        await chat.wait_for("Please answer with one of the letters above.")
        assert not (workspace_of(tmp_path) / "mark").exists()
        assert len(setting.server.requests) == 1
        await chat.wait_at(PLAIN_PROMPT)
        await chat.enter("y")
        await chat.wait_for("It ran.")
        assert (workspace_of(tmp_path) / "mark").exists()


async def test_piped_answer_is_alone_on_standard_output(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    try:
        async with chat_setting(tmp_path) as setting:
            try:
                setting.server.answer(saying("The answer", " alone."))
                async with started_on_terminal(setting.command(), "agent", stdout=writing) as chat:
                    await chat.wait_at(PLAIN_PROMPT)
                    await chat.enter("Say it.")
                    await setting.server.wait_for_requests(1)
                    await chat.wait_until(lambda: chat.screen.shown.count(PLAIN_PROMPT) == 1)
                    await chat.enter("/quit")
                    assert await chat.finish() == 0
            finally:
                os.close(writing)
            with trio.fail_after(20):
                await trio.lowlevel.wait_readable(reading)
            assert os.read(reading, 65_536) == b"The answer alone.\n"
    finally:
        os.close(reading)


async def test_ctrl_c_in_a_plain_chat_cancels_then_leaves(tmp_path: Path) -> None:
    async with (
        chat_setting(tmp_path) as setting,
        started_on_terminal(setting.command(), "agent", "--plain") as chat,
    ):
        await chat.wait_at(PLAIN_PROMPT)
        setting.server.answer(halting("It goes on: ", trio.Event(), "!"), saying("Here."))
        await chat.enter("Go on.")
        await chat.wait_for("It goes on")
        await chat.type("\x03")
        await chat.wait_at(PLAIN_PROMPT)
        await chat.enter("Are you there?")
        await chat.wait_for("Here.")
        await chat.wait_at(PLAIN_PROMPT)
        await chat.type("\x03")
        await chat.wait_for("Ctrl+C again leaves.")
        await chat.wait_at(PLAIN_PROMPT)
        await chat.type("\x03")
        assert await chat.finish() == CANCELLED
        assert chat.modes == chat.modes_before
        assert b"\x1b" not in chat.raw
