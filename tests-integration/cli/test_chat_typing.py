"""What is written, pasted or brought back at the prompt is what the model gets."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

import pytest
import trio
from chatting import PROMPT, chat_setting, last_said, told_of_calls, turn_ended
from homes import calls

from zeroclaw_testing.model_server import saying

CHIP_SECONDS: Final = 6.0
UP, DOWN, SEARCH = "\x1b[A", "\x1b[B", "\x12"
COLUMNS: Final = 80
LABEL: Final = len("› ")

SCRIPTS: Final = {
    "Chinese": "漢字かな交じり文",
    "Korean": "한국어 문장",
    "a family": "a👩\u200d👩\u200d👧\u200d👦b",
    "emoji": "🎉🚀 done",
    "combining": "e\u0301a\u0308o\u0302\u0323x",
    "Arabic": "السلام عليكم",
    "Hebrew": "שלום עולם",
    "Thai": "สวัสดี",
    "full width": "ＡＢＣｄｅｆ",
}


async def test_paste_of_ten_thousand_lines_is_a_chip_sent_whole(tmp_path: Path) -> None:
    pasted = "\n".join(f"{number:05d} {'x' * 43}" for number in range(10_000))
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(saying("I read it."))
        await chat.type("Read this: ")
        await chat.paste(pasted)
        began = trio.current_time()
        await chat.wait_until(lambda: "[10,000 lines pasted]" in chat.cursor_row)
        took = trio.current_time() - began
        assert chat.rows.count(chat.cursor_row) == 1
        await chat.type("\r")
        await chat.wait_for("I read it.")
        assert last_said(setting.server) == f"Read this: {pasted}"
        assert took < CHIP_SECONDS


async def test_short_paste_keeps_its_lines_without_sending_them(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(saying("Read."))
        await chat.paste("one\ntwo\nthree")
        await chat.wait_at("  three")
        assert setting.server.requests == ()
        await chat.type("\r")
        await chat.wait_for("Read.")
        assert last_said(setting.server) == "one\ntwo\nthree"


async def test_cursor_stands_where_the_terminal_ends_each_script(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        for name, text in SCRIPTS.items():
            await chat.type(text)
            await chat.wait_at(f"{PROMPT} {text}")
            await chat.wait_until(lambda: not chat.screen.cursor.hidden)
            assert chat.screen.cursor.x == chat.screen.end_of_cursor_row, name
            await chat.type("\x15")
            await chat.wait_at(PROMPT)


@pytest.mark.parametrize("char", ["漢", "x", "🎉"])
async def test_row_filled_to_the_margin_goes_on_below(tmp_path: Path, char: str) -> None:
    fits = (COLUMNS - LABEL) // (1 if char.isascii() else 2)
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(saying(char * (fits + LABEL) * 2))
        await chat.type(char * fits)
        await chat.wait_until(lambda: f"{PROMPT} {char * fits}" in chat.screen.shown)
        await chat.wait_until(lambda: chat.screen.cursor.x == LABEL)
        assert chat.cursor_row == ""
        await chat.type(char * 2)
        await chat.wait_at(f"  {char * 2}")
        assert chat.screen.cursor.x == chat.screen.end_of_cursor_row
        await chat.type("\r")
        await chat.wait_for(" s\n")
        await chat.wait_at(PROMPT)
        rows = [row for row in chat.rows if row.startswith(char)]
        assert "".join(rows) == char * (fits + LABEL) * 2, chat.text


async def test_each_script_is_whole_in_answer_argument_with_output(tmp_path: Path) -> None:
    texts = [text for text in SCRIPTS.values() if "\u200d" not in text]
    async with chat_setting(tmp_path) as setting, setting.chat(rows=50) as chat:
        lines = " \\\n".join(f"'{text}'" for text in texts)
        command = {"command": f"printf '%s\\n' \\\n{lines} | tee said"}
        setting.server.answer(
            saying("\n\n".join(SCRIPTS.values())), calls("shell", command), saying("It ran.")
        )
        await chat.enter("Show.")
        await chat.wait_for(*SCRIPTS.values())
        await turn_ended(chat)
        await chat.enter(SCRIPTS["Chinese"])
        await chat.wait_for(*(f"│ '{text}'" for text in texts))
        await chat.wait_at("?")
        await chat.enter("y")
        await chat.wait_for("It ran.")
        await chat.type("\x0f")
        await chat.wait_for(*(f"  │ {text}" for text in texts))
        assert last_said(setting.server) == SCRIPTS["Chinese"]
        assert "\n".join(texts) in told_of_calls(setting.server)[-1]


async def test_arrows_bring_back_entries_of_earlier_chats(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting:
        async with setting.chat() as chat:
            for number, entry in enumerate(("the first entry", "the second", " a hidden one")):
                setting.server.answer(saying(f"Answer {number}."))
                await chat.enter(entry)
                await chat.wait_for(f"Answer {number}.")
            assert last_said(setting.server) == "a hidden one"
            await chat.type(UP)
            await chat.wait_at("› the second")
        file = tmp_path / "data" / "history.jsonl"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert "hidden" not in file.read_text()
        async with setting.chat() as chat:
            await chat.type("a draft")
            await chat.type(UP)
            await chat.wait_at("› the second")
            await chat.type(UP)
            await chat.wait_at("› the first entry")
            await chat.type(DOWN + DOWN)
            await chat.wait_at("› a draft")
            await chat.type(SEARCH + "fir")
            await chat.wait_until(lambda: "search “fir”: the first entry" in chat.screen_text)
            setting.server.answer(saying("Found."))
            await chat.type("\r")
            await chat.wait_at("› the first entry")
            await chat.type("\r")
            await chat.wait_for("Found.")
            assert last_said(setting.server) == "the first entry"
