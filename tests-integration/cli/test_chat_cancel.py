"""Whatever ends a turn of a chat, nothing of it is left; the chat or the session goes on."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Final

import pytest
import trio
from chatting import PROMPT, ChatSetting, chat_setting, told_of_calls
from command_line import CANCELLED
from homes import calls
from marked_processes import Mark, left_of_session, moment, seconds_until_gone
from terminal_model import TerminalModel
from tool_turns import messages_of, text_of

from zeroclaw_testing.model_server import saying

FORKING: Final = "(setsid sh -c '{0} & {1}' &); trap '' TERM; {2} & {3}"
CANCEL_SECONDS: Final = 5.0
END_SECONDS: Final = 10.0
GONE_SECONDS: Final = 3.0
FORKED: Final = 4


async def at_work(setting: ChatSetting, chat: TerminalModel, mark: Mark) -> None:
    """Begin a turn whose tool has forked children that are asleep."""
    command = FORKING.format(*(mark.nap(70 + number) for number in range(FORKED)))
    setting.server.answer(calls("shell", {"command": command}))
    await chat.enter("Work.")
    await chat.wait_for("at work")
    while sum(_program(pid) == b"sleep" for pid in mark.living()) < FORKED:
        await moment(0.01)


def _program(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/comm").read_bytes().strip()
    except OSError:
        return b""


@pytest.fixture
def mark() -> Mark:
    return Mark()


async def test_ctrl_c_cancels_the_tool_with_all_its_children(tmp_path: Path, mark: Mark) -> None:
    async with chat_setting(tmp_path, "full") as setting, setting.chat() as chat:
        await at_work(setting, chat, mark)
        began = trio.current_time()
        await chat.type("\x03")
        await chat.wait_for("Cancelled.")
        took = trio.current_time() - began
        gone = await seconds_until_gone(mark.living, GONE_SECONDS)
        mark.end()
        assert took < CANCEL_SECONDS
        assert gone < GONE_SECONDS
        setting.server.answer(saying("Here I am."))
        await chat.enter("Are you there?")
        await chat.wait_for("Here I am.")
        (told,) = told_of_calls(setting.server)
        assert "may have had effects" in told


async def test_second_ctrl_c_leaves_with_the_terminal_as_before(tmp_path: Path, mark: Mark) -> None:
    async with chat_setting(tmp_path, "full") as setting, setting.chat() as chat:
        before = chat.modes_before
        await at_work(setting, chat, mark)
        assert chat.modes != before
        await chat.type("\x03")
        await chat.wait_for("Ctrl+C again leaves.")
        await chat.type("\x03")
        code = await chat.finish()
        gone = await seconds_until_gone(
            lambda: mark.living() + left_of_session(chat.running.pid), GONE_SECONDS
        )
        mark.end()
        assert code == CANCELLED
        assert gone < GONE_SECONDS
        assert chat.modes == before


async def test_ctrl_c_on_an_empty_line_needs_a_second_one(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        await chat.type("half a thought")
        await chat.wait_at("› half a thought")
        await chat.type("\x03")
        await chat.wait_at(PROMPT)
        await chat.type("\x03")
        assert await chat.finish() == CANCELLED


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_signal_in_a_turn_ends_the_chat_in_order(
    tmp_path: Path, mark: Mark, number: signal.Signals
) -> None:
    async with chat_setting(tmp_path, "full") as setting, setting.chat() as chat:
        before = chat.modes_before
        await at_work(setting, chat, mark)
        chat.running.process.send_signal(number)
        code = await chat.finish()
        gone = await seconds_until_gone(mark.living, GONE_SECONDS)
        mark.end()
        assert code == CANCELLED
        assert gone < GONE_SECONDS
        assert chat.modes == before
        assert not chat.screen.cursor.hidden
        assert b"Traceback" not in chat.raw


async def test_closed_terminal_ends_the_chat_without_losing_the_session(
    tmp_path: Path, mark: Mark
) -> None:
    async with chat_setting(tmp_path, "full") as setting:
        async with setting.chat() as chat:
            await at_work(setting, chat, mark)
            chat.hang_up()
            with trio.fail_after(END_SECONDS):
                code = await chat.finish()
            gone = await seconds_until_gone(mark.living, GONE_SECONDS)
            mark.end()
        assert gone < GONE_SECONDS
        assert code == CANCELLED
        await _goes_on(setting)


async def test_killed_chat_is_continued_with_its_turn_marked(tmp_path: Path, mark: Mark) -> None:
    async with chat_setting(tmp_path, "full") as setting:
        async with setting.chat() as chat:
            await at_work(setting, chat, mark)
            chat.running.process.kill()
            await chat.running.process.wait()
            gone = await seconds_until_gone(mark.living, GONE_SECONDS)
            mark.end()
        assert gone < GONE_SECONDS
        told = await _goes_on(setting)
        assert any("interrupted; may have happened" in text for text in told)


async def _goes_on(setting: ChatSetting) -> list[str]:
    """Continue the session; what the model is told of its calls."""
    setting.server.answer(saying("Still here."))
    async with setting.chat("-c") as chat:
        assert "› Work." in chat.text
        await chat.enter("Go on.")
        await chat.wait_for("Still here.")
    said = [text_of(message) for message in messages_of(setting.server.requests[-1])]
    assert any(text.endswith("Work.") for text in said)
    return told_of_calls(setting.server)
