"""An answer is read while it comes; it is on the terminal once when it has come."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import trio
from chatting import PROMPT, RUNNING, chat_setting, halting, last_said, turn_ended
from terminal_model import TerminalModel

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.model_server import Completion, Repeat, Silence, saying

MARKDOWN: Final = """\
# A title

Some **heavy words** with `code`.

- the first point
- the second point

```python
print("a block")
```

"""


async def test_first_words_show_while_the_model_is_still_silent(tmp_path: Path) -> None:
    goes_on = trio.Event()
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(halting("It begins here: ", goes_on, "and ends there."))
        await chat.enter("Tell me.")
        await chat.wait_for("It begins here", RUNNING)
        assert "ends there" not in chat.text
        goes_on.set()
        await chat.wait_for("It begins here: and ends there.")
        await turn_ended(chat)
        assert chat.times("It begins here") == 1
        assert chat.times("Tell me.") == 1
        assert last_said(setting.server).endswith("Tell me.")


async def test_markdown_is_laid_out_while_it_streams(tmp_path: Path) -> None:
    goes_on = trio.Event()
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(halting(MARKDOWN, goes_on, "The end."))
        await chat.enter("Lay it out.")
        await chat.wait_for("heavy words", "first point", 'print("a block")')
        assert "**" not in chat.text
        assert "```" not in chat.text
        assert "• the first point" in chat.text
        top = len(chat.screen.history.top)
        at = next(y for y, row in enumerate(chat.rows[top:]) if "heavy words" in row)
        line = chat.screen.buffer[at]
        column = chat.rows[top + at].index("heavy words")
        assert [line[column + x].bold for x in range(len("heavy words"))] == [True] * 11
        assert not line[0].bold
        goes_on.set()
        await chat.wait_for("The end.")


async def test_long_answer_is_once_on_the_terminal_in_order(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        paragraphs = [f"Paragraph {number:03d} has a few words.\n\n" for number in range(120)]
        pieces = "".join(paragraphs)
        deltas = [TextDelta(pieces[at : at + 7]) for at in range(0, len(pieces), 7)]
        setting.server.answer(Completion((*deltas, Finish(FinishReason.STOP))))
        await chat.enter("Go on for long.")
        await chat.wait_for("Paragraph 119 has a few words.")
        await turn_ended(chat)
        shown = [row for row in chat.rows if row.startswith("Paragraph")]
        assert shown == [paragraph.strip() for paragraph in paragraphs]


async def test_message_typed_during_a_turn_is_answered_next(tmp_path: Path) -> None:
    goes_on = trio.Event()
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(halting("The first: ", goes_on, "answer."), saying("The second one."))
        await chat.enter("First question.")
        await chat.wait_for("The first")
        await chat.enter("Second question.")
        await chat.wait_for("queued: Second question.")
        assert len(setting.server.requests) == 1
        goes_on.set()
        await chat.wait_for("The second one.")
        await chat.wait_until(lambda: "queued:" not in chat.text)
        shown = [row for row in chat.rows if "question." in row or "answer." in row]
        assert shown == [
            "› First question.",
            "The first: answer.",
            "› Second question.",
        ]


def part_is_shown(chat: TerminalModel, number: int) -> bool:
    """Whether this part is laid out for the width there is, with the prompt below it."""
    first = next((row for row in chat.screen.shown if row.startswith(f"Part {number}: ")), "")
    room = chat.screen.columns - len(first)
    is_ready = RUNNING in chat.screen_text and chat.cursor_row == PROMPT
    return is_ready and 0 <= room < len("wordy ")


def is_painted_again(chat: TerminalModel, sent: int) -> bool:
    """Whether more has come than so many bytes, with the prompt in its place."""
    return len(chat.raw) > sent and chat.cursor_row == PROMPT


async def test_resize_while_streaming_keeps_prompt_with_rows_whole(tmp_path: Path) -> None:
    goes_on = [trio.Event() for _ in range(3)]
    words = Repeat(TextDelta("wordy "), 30)
    steps = [
        step
        for number, event in enumerate(goes_on)
        for step in (TextDelta(f"Part {number}: "), words, TextDelta("\n\n"), Silence(event))
    ]
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(Completion((*steps, TextDelta("Over."), Finish(FinishReason.STOP))))
        await chat.enter("Change.")
        for number, (columns, rows) in enumerate(((40, 12), (120, 40), (80, 24))):
            await chat.wait_until(partial(part_is_shown, chat, number))
            chat.resize(columns, rows)
            await chat.wait_until(partial(is_painted_again, chat, len(chat.raw)))
            goes_on[number].set()
        await chat.wait_for("Over.")
        said = chat.screen.shown.index("› Change.")
        broken = [row for row in chat.screen.shown[said + 1 :] if row and not _is_whole(row)]
        assert broken == []


def _is_whole(row: str) -> bool:
    words = row.split()
    known = {"wordy", "Part", "0:", "1:", "2:", "Over.", PROMPT}
    return set(words) <= known or any(sign in row for sign in "·") or words[-1] == "s"
