"""A yes is for what was shown: the same beginning of a command, nothing beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from chatting import chat_setting, told_of_calls
from homes import calls
from terminal_model import TerminalModel
from tool_turns import workspace_of

from zeroclaw_testing.model_server import saying

QUESTION: Final = "The agent wants to run shell:"


async def asked(chat: TerminalModel, number: int) -> None:
    """Wait for so many questions."""
    await chat.wait_until(
        lambda: chat.times(QUESTION) == number and chat.cursor_row.startswith("?")
    )


@pytest.mark.parametrize(
    "other",
    ["touch two", "mkdir two && touch two", "mkdir two; rm one/file", "rmdir one", "mkdir ../two"],
)
async def test_approval_for_good_covers_no_other_command(other: str, tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        workspace = workspace_of(tmp_path)
        setting.server.answer(
            *(calls("shell", {"command": each}) for each in ("mkdir one", "mkdir one/in", other)),
            saying("All done."),
        )
        await chat.enter("Do it.")
        await asked(chat, 1)
        await chat.enter("a")
        if other == "mkdir ../two":
            await chat.wait_for("All done.")
            assert "not allowed" in told_of_calls(setting.server)[-1]
        else:
            await asked(chat, 2)
            # The control: what begins as the approved one did ran without a question.
            assert (workspace / "one" / "in").is_dir()
            await chat.enter("n")
            await chat.wait_for("All done.")
        assert (workspace / "one" / "in").is_dir()
        assert not (workspace / "two").exists()
        assert not (workspace.parent / "two").exists()


async def test_yes_for_once_is_not_one_for_the_next_call(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        same = calls("shell", {"command": "echo x >> marks"})
        setting.server.answer(same, same, saying("All done."))
        await chat.enter("Do it.")
        await asked(chat, 1)
        await chat.enter("y")
        await asked(chat, 2)
        await chat.enter("n")
        await chat.wait_for("All done.")
        assert (workspace_of(tmp_path) / "marks").read_text() == "x\n"
