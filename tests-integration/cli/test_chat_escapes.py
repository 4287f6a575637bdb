"""No text of a model, a tool or a clipboard tells the terminal what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pyte
from chatting import PROMPT, chat_setting, last_said, told_of_calls
from homes import calls
from terminal_model import Emulator, TerminalModel, private_modes, unwanted_bytes

from zeroclaw_testing.model_server import saying

HOSTILE: Final = (
    "evil\x1b[2J\x1b[3J\x1b[H"  # all gone, the cursor at the top
    "\x1b]0;owned\x07\x1b]52;c;ZXZpbA==\x07\x1b]8;;https://example.com\x1b\\"  # title, clipboard
    "\x1bP+q544e\x1b\\\x1b_Gi=1\x1b\\\x1b^x\x1b\\"  # strings with an answer
    "\x1b[?1049h\x1b[?1000h\x1b[?25l\x1b[?7l\x1b[4h"  # another screen, mouse, no cursor
    "\x1b[5A\x1b[6n\x1b[c\x05\x1b7\x1b[5;6r"  # moves, questions to the terminal, margins
    "\x9b31m\x9d0;owned\x9c\x90q\x9c\x85"  # the same in one character each
    "\x0e\x08\x08\x0b\x0c\x00\x7f\u202egnp.exe\u202c\u2066x\u2069 the end"
)
MODES: Final = {7, 25, 2004}
"""Wrapping, a visible cursor, marked pastes."""


def is_unmoved(chat: TerminalModel) -> bool:
    """Whether nothing but the chat itself has told the terminal anything."""
    assert unwanted_bytes(bytes(chat.raw)) == {}
    assert chat.screen.title == ""
    assert private_modes(chat.screen) == MODES
    assert chat.screen.margins is None
    return "/help tells" in chat.text and not chat.screen.cursor.hidden


async def test_escapes_in_an_answer_are_spelled_out(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        cut = [HOSTILE[at : at + 3] for at in range(0, len(HOSTILE), 3)]
        setting.server.answer(saying(*cut))
        await chat.enter("Be evil.")
        await chat.wait_for("evil\\x1b[2J", "the end")
        await chat.wait_at(PROMPT)
        assert is_unmoved(chat)


async def test_escapes_in_arguments_are_spelled_out_for_approval(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        arguments = {"path": "a", "content": HOSTILE}
        setting.server.answer(calls("file_write", arguments), saying("Fine."))
        await chat.enter("Be evil.")
        await chat.wait_until(lambda: chat.cursor_row.startswith("?"))
        assert "\\x1b[2J" in chat.text
        assert "\\u202e" in chat.text
        await chat.enter("e")
        await chat.wait_until(lambda: chat.cursor_row.endswith("}"))
        assert is_unmoved(chat)
        await chat.type("\x1b")
        await chat.wait_at("?")
        await chat.enter("n")
        await chat.wait_for("Fine.")
        await chat.type("\x0f")
        await chat.wait_at(PROMPT)
        assert is_unmoved(chat)


async def test_escapes_from_a_tool_are_spelled_out(tmp_path: Path) -> None:
    octal = "".join(f"\\{byte:03o}" for byte in HOSTILE.replace("\x00", "").encode())
    async with chat_setting(tmp_path, "full") as setting, setting.chat() as chat:
        setting.server.answer(
            calls("shell", {"command": f"printf '{octal}'; printf '{octal}' >&2; exit 3"}),
            saying("I ran it."),
        )
        await chat.enter("Be evil.")
        await chat.wait_for("I ran it.")
        await chat.type("\x0f")
        await chat.wait_for("result", "gnp.exe")
        await chat.wait_at(PROMPT)
        assert is_unmoved(chat)
        (told,) = told_of_calls(setting.server)
        assert "evil" in told


async def test_escapes_in_a_paste_are_neither_obeyed_nor_sent(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(saying("Thank you."))
        await chat.paste(HOSTILE)
        await chat.wait_until(lambda: "the end" in chat.cursor_row)
        assert is_unmoved(chat)
        await chat.type("\r")
        await chat.wait_for("Thank you.")
        assert is_unmoved(chat)
        said = last_said(setting.server)
        assert "evil" in said
        assert "\x1b" not in said
        assert "\x9b" not in said


async def test_escapes_said_before_are_spelled_out_when_continued(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting:
        done = await setting.command().run("agent", "--session", "one", "-m", "unasked")
        assert done.code == 1
        setting.server.answer(saying(HOSTILE))
        await setting.command().run("agent", "--session", "one", "-m", "evil \x1b]0;owned\x07 too")
        async with setting.chat("--session", "one") as chat:
            await chat.wait_for("too", "the end")
            assert is_unmoved(chat)


def test_control_the_same_bytes_do_move_a_terminal() -> None:
    screen = Emulator(80, 24)
    stream = pyte.ByteStream(screen)
    stream.feed(b"/help tells more\r\n" * 10)
    stream.feed(HOSTILE.encode())
    assert screen.title == "owned"
    assert private_modes(screen) - MODES == {1000, 1049}
    assert screen.cursor.hidden
    assert screen.margins is not None
    assert "/help tells" not in "\n".join([*screen.scrolled_away, *screen.shown])
    assert unwanted_bytes(HOSTILE.encode()).total() > 20
