"""Before the agent acts, the chat shows the whole action, then does what the person says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import trio
from chatting import ChatSetting, chat_setting, told_of_calls
from homes import calls
from terminal_model import TerminalModel
from tool_turns import workspace_of

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.model_server import Completion, ScriptStep, Silence, cut_call, saying

QUESTION: Final = "The agent wants to run shell:"
MENU_END: Final = "e = change the arguments"
MORE_LINES_THAN_ARE_HELD: Final = 1_000
MARKING: Final = "echo ran >> marks"


def marks_of(setting: ChatSetting) -> int:
    """How often the command has run."""
    file = workspace_of(setting.home) / "marks"
    return len(file.read_text().split()) if file.exists() else 0


async def asked(setting: ChatSetting, chat: TerminalModel, command: str, number: int = 1) -> None:
    """Let the model want to run a command; returns when the question can be answered."""
    setting.server.answer(calls("shell", {"command": command}), saying(f"Answer {number}."))
    await chat.enter("Do it.")
    await wait_for_question(chat, number)


async def wait_for_question(chat: TerminalModel, number: int = 1) -> None:
    """Wait until so many questions were shown, with the last of them open."""
    await chat.wait_until(
        lambda: chat.times(QUESTION) == number and chat.cursor_row.startswith("?")
    )


async def test_whole_action_of_many_lines_is_shown_before_it_runs(tmp_path: Path) -> None:
    script = "\n".join(f"true line {number:03d} of the script" for number in range(300))
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        await asked(setting, chat, f"{script}\n{MARKING}")
        shown = [row.removeprefix("│ ") for row in chat.rows if row.startswith("│ ")]
        action = [*script.split("\n"), MARKING]
        assert shown[: len(action)] == action
        assert "y = run it" in chat.screen_text
        assert marks_of(setting) == 0
        await chat.enter("y")
        await chat.wait_for("Answer 1.")
        assert marks_of(setting) == 1


async def test_yes_runs_it_with_no_denying_it_to_the_model(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        await asked(setting, chat, f"{MARKING}; echo the output")
        await chat.enter("y")
        await chat.wait_for("Answer 1.")
        assert "the output" in told_of_calls(setting.server)[-1]
        await asked(setting, chat, MARKING, 2)
        await chat.enter("n")
        await chat.wait_for("Answer 2.")
        plain_no = told_of_calls(setting.server)[-1]
        await asked(setting, chat, MARKING, 3)
        await chat.enter("n there is a better way")
        await chat.wait_for("Answer 3.")
        reasoned_no = told_of_calls(setting.server)[-1]
        assert marks_of(setting) == 1
    assert "The operator said no." in plain_no
    assert "there is a better way" in reasoned_no


async def test_approval_for_good_is_for_the_same_file_only(tmp_path: Path) -> None:
    arguments = {"path": "note.txt", "content": "same"}
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(
            calls("file_write", arguments),
            calls("file_write", arguments),
            calls("file_write", {**arguments, "path": "other.txt"}),
            saying("All done."),
        )
        await chat.enter("Write.")
        await chat.wait_until(lambda: chat.cursor_row.startswith("?"))
        assert "a = run it, from now on without a question whatever is this:" in chat.text
        await chat.enter("a")
        heading = "The agent wants to run file_write:"
        await chat.wait_until(lambda: chat.times(heading) == 2 and chat.cursor_row.startswith("?"))
        assert len(told_of_calls(setting.server)) == 2
        await chat.enter("n")
        await chat.wait_for("All done.")
        assert (workspace_of(tmp_path) / "note.txt").read_text() == "same"
        assert not (workspace_of(tmp_path) / "other.txt").exists()


async def test_arguments_edited_in_place_run_once_they_are_json(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        await asked(setting, chat, "echo before >> marks; echo said before")
        await chat.enter("e")
        await chat.wait_until(lambda: chat.cursor_row.endswith("}"))
        await chat.enter("not json")
        await chat.wait_for("Those arguments were not taken.")
        assert marks_of(setting) == 0
        await chat.type("\x1b")
        await chat.wait_at("?")
        await chat.enter("e")
        await chat.wait_until(lambda: chat.cursor_row.endswith("}"))
        await chat.type("\x15" + "\x7f\x15" * 4)
        await chat.wait_until(lambda: "before" not in chat.cursor_row)
        await chat.enter('{"command": "echo after >> marks; echo said after"}')
        # What was changed is shown whole once more, since it is another action.
        await wait_for_question(chat, 2)
        assert "│ echo after >> marks; echo said after" in chat.screen.shown
        assert marks_of(setting) == 0
        await chat.enter("y")
        await chat.wait_for("Answer 1.")
        assert "said after" in told_of_calls(setting.server)[-1]
        assert (workspace_of(tmp_path) / "marks").read_text() == "after\n"


async def test_keys_from_before_the_question_was_shown_do_not_answer_it(tmp_path: Path) -> None:
    goes_on = trio.Event()
    # More than a terminal holds back, so that it is not shown before somebody looks at it.
    text = f"{'a' * 76}\n" * MORE_LINES_THAN_ARE_HELD
    arguments = json.dumps({"command": f"{MARKING}\n: '{text}'"})
    opening: tuple[ScriptStep, ...] = (TextDelta("Wait: \n"), Silence(goes_on))
    call = cut_call(0, "wire-1", "shell", arguments)
    asking = Completion((*opening, *call, Finish(FinishReason.TOOL_USE)))
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(asking, saying("Answer 1."))
        await chat.enter("Do it.")
        await chat.wait_for("Wait:")
        await chat.type("y")
        await chat.wait_at("› y")
        chat.halt_at(QUESTION.encode())
        goes_on.set()
        await chat.wait_until(lambda: chat.is_halted)
        await chat.type("\ry\ry")
        await chat.keys_are_read()
        assert b"y = run it" not in chat.raw
        chat.halt_at(None)
        await wait_for_question(chat)
        await chat.enter("")
        await chat.wait_for("Please answer with one of the letters above.")
        assert marks_of(setting) == 0
        assert len(setting.server.requests) == 1
        await chat.enter("y")
        await chat.wait_for("Answer 1.")
        assert marks_of(setting) == 1


async def test_draft_comes_back_after_the_question(tmp_path: Path) -> None:
    goes_on = trio.Event()
    call = cut_call(0, "wire-1", "shell", f'{{"command": "{MARKING}"}}')
    opening: tuple[ScriptStep, ...] = (TextDelta("Wait: \n"), Silence(goes_on))
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        setting.server.answer(
            Completion((*opening, *call, Finish(FinishReason.TOOL_USE))), saying("Answer 1.")
        )
        await chat.enter("Do it.")
        await chat.wait_for("Wait:")
        await chat.type("half a thought")
        await chat.wait_at("› half a thought")
        goes_on.set()
        await wait_for_question(chat)
        assert chat.cursor_row == "?"
        await chat.enter("y")
        await chat.wait_for("Answer 1.")
        await chat.wait_at("› half a thought")
        assert marks_of(setting) == 1


async def test_paste_into_an_open_question_is_no_answer_by_itself(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, setting.chat() as chat:
        await asked(setting, chat, MARKING)
        await chat.paste("y\n")
        await chat.wait_until(lambda: "y" in chat.text.rpartition("\n?")[2])
        assert marks_of(setting) == 0
        assert len(setting.server.requests) == 1
