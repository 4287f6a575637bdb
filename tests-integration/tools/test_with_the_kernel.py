"""The built-in tools in real turns: real files, real processes, the kernel's own gate."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from zeroclaw_api.events import ConfirmRequest, Done, Event, ToolFinished, ToolProgress, ToolStarted
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.questions import Choice, Reply
from zeroclaw_api.risk import Autonomy, RiskProfile
from zeroclaw_api.services import Workspace
from zeroclaw_api.session import ProcessMessage, SubscriberRole
from zeroclaw_api.tool import TurnTool
from zeroclaw_runtime import (
    ModelRoute,
    NativeHost,
    SessionActor,
    SubsetValidator,
    assemble,
    open_processes,
    open_session,
    open_workspace,
)
from zeroclaw_testing import ScriptedProvider, Step, call, say
from zeroclaw_tools import (
    AskUser,
    Calculator,
    ContentSearch,
    FileEdit,
    FileRead,
    FileWrite,
    GlobSearch,
    Shell,
)

SECONDS = 30
FULL = RiskProfile(level=Autonomy.FULL)
ENVIRON = {"PATH": os.environ.get("PATH", os.defpath), "SOME_API_KEY": "a-secret", "LANG": "C"}


def tools_of(workspace: Workspace, environ: dict[str, str]) -> tuple[TurnTool, ...]:
    return (
        AskUser(),
        Calculator(),
        ContentSearch(workspace, environ),
        FileEdit(workspace),
        FileRead(workspace),
        FileWrite(workspace),
        GlobSearch(workspace),
        Shell(workspace, NativeHost(), environ),
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with a link to a file outside of it."""
    root = tmp_path / "workspace"
    root.mkdir()
    (tmp_path / "secret.txt").write_text("outside\n")
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "out").symlink_to(tmp_path)
    return root


@asynccontextmanager
async def session_that_calls(
    root: Path,
    name: str,
    args: JsonObject,
    profile: RiskProfile = FULL,
    environ: dict[str, str] = ENVIRON,
) -> AsyncIterator[SessionActor]:
    """A session whose model calls the tool once, then answers."""

    def model(request: ModelRequest) -> tuple[Step, ...]:
        return say("done") if request.messages[-1].tool_results else call(name, args)

    with open_workspace(str(root)) as workspace:
        route = ModelRoute(ScriptedProvider(always=model), "m")
        agent = assemble("a", [route], tools=tools_of(workspace, environ), profile=profile)
        async with (
            open_processes() as processes,
            open_session(agent, "s", processes=processes) as session,
        ):
            yield session


async def events_of_turn(session: SessionActor, choice: Choice | None = None) -> list[Event]:
    """What one turn says, with every confirmation answered by the choice."""
    events: list[Event] = []
    async with session.subscribe(SubscriberRole.DRIVER) as reader:
        await session.process(ProcessMessage("go", LOCAL_USER, TurnOrigin.INTERACTIVE))
        async for event in reader:
            assert isinstance(event, Event)
            events.append(event)
            if isinstance(event.body, ConfirmRequest):
                assert choice is not None, "a confirmation that the test did not expect"
                session.answer(event.body.question.id, Reply(choice, LOCAL_USER))
            if isinstance(event.body, Done):
                return events
    raise AssertionError("the session ended without a Done")


def result_in(events: list[Event]) -> ToolResult:
    (result,) = [event.body.outcome for event in events if isinstance(event.body, ToolFinished)]
    assert isinstance(result, ToolResult)
    return result


async def result_of(
    root: Path, name: str, args: JsonObject, environ: dict[str, str] = ENVIRON
) -> ToolResult:
    with trio.fail_after(SECONDS):
        async with session_that_calls(root, name, args, environ=environ) as session:
            return result_in(await events_of_turn(session))


async def test_a_file_is_written_edited_then_read_by_calls(folder: Path) -> None:
    await result_of(folder, "file_write", {"path": "new/a.txt", "content": "one\r\ntwo\r\n"})
    edit = {"path": "new/a.txt", "old_string": "two", "new_string": "2\nzwei"}
    assert (await result_of(folder, "file_edit", edit)).status is ResultStatus.SUCCESS
    assert (folder / "new/a.txt").read_bytes() == b"one\r\n2\r\nzwei\r\n"
    read = await result_of(folder, "file_read", {"path": "new/a.txt"})
    assert read.text == "1: one\n2: 2\n3: zwei\n[3 lines total]"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("file_read", {"path": "out.txt"}),
        ("file_read", {"path": "out/secret.txt"}),
        ("file_write", {"path": "out.txt", "content": "x"}),
        ("file_write", {"path": "out/new.txt", "content": "x"}),
        ("file_edit", {"path": "out.txt", "old_string": "outside", "new_string": "x"}),
        ("content_search", {"pattern": "outside", "path": "out.txt"}),
        ("content_search", {"pattern": "outside", "path": "out"}),
    ],
)
async def test_a_link_that_leads_out_is_refused(folder: Path, name: str, args: JsonObject) -> None:
    result = await result_of(folder, name, args)
    assert result.status is ResultStatus.ERROR
    assert "leads out of the workspace" in result.text
    assert (folder.parent / "secret.txt").read_text() == "outside\n"
    assert not (folder.parent / "new.txt").exists()


async def test_control_a_link_that_stays_inside_is_read(folder: Path) -> None:
    (folder / "inner.txt").write_text("inside\n")
    (folder / "link.txt").symlink_to("inner.txt")
    result = await result_of(folder, "file_read", {"path": "link.txt"})
    assert result.text.startswith("1: inside")


async def test_names_are_found_without_following_links(folder: Path) -> None:
    (folder / "a.txt").write_text("")
    (folder / "broken").symlink_to("nothing")
    (folder / os.fsdecode(b"b\xff.txt")).write_text("")
    result = await result_of(folder, "glob_search", {"pattern": "**"})
    assert result.text == "a.txt\nb\\xff.txt"


@pytest.mark.parametrize("program", ["rg", "grep"])
async def test_text_is_found_without_following_links(
    folder: Path, tmp_path: Path, program: str
) -> None:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / program).symlink_to(found)
    (folder / "a.txt").write_text("the outside\n")
    (folder / "--help").write_text("outside\n")
    args = {"pattern": "outside", "include": "*.txt"}
    result = await result_of(folder, "content_search", args, {"PATH": str(programs)})
    assert result.text == "a.txt:1:the outside"
    args = {"pattern": "outside", "path": "--help"}
    result = await result_of(folder, "content_search", args, {"PATH": str(programs)})
    assert result.text == "--help:1:outside"
    args = {"pattern": "(", "path": "a.txt"}
    result = await result_of(folder, "content_search", args, {"PATH": str(programs)})
    assert result.status is ResultStatus.ERROR


async def test_without_a_search_program_the_failure_says_so(folder: Path, tmp_path: Path) -> None:
    result = await result_of(folder, "content_search", {"pattern": "x"}, {"PATH": str(tmp_path)})
    assert result.status is ResultStatus.ERROR
    assert "install ripgrep" in result.text


async def test_a_command_runs_in_the_root_with_what_was_given(folder: Path) -> None:
    result = await result_of(folder, "shell", {"command": "pwd; env; echo bad >&2; exit 3"})
    lines = result.text.split("\n")
    assert lines[:2] == ["[exit code 3]", str(folder)]
    assert lines[-2:] == ["[stderr]", "bad"]
    assert set(ENVIRON) <= {line.partition("=")[0] for line in lines}
    assert result.data == {"exit_code": 3, "signal": None}


def living(mark: str) -> list[str]:
    """Processes whose command line holds the mark."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if mark in words:
            found.append(words)
    return found


async def test_a_command_leaves_no_process(folder: Path) -> None:
    mark = f"77.{os.getpid()}71"
    script = f"(setsid sleep {mark} &) ; sleep {mark} & echo begun"
    result = await result_of(folder, "shell", {"command": script})
    assert result.text == "[exit code 0]\nbegun"
    assert living(mark) == []


async def test_a_cancelled_command_leaves_no_process(folder: Path) -> None:
    mark = f"78.{os.getpid()}72"
    script = f"(setsid sleep {mark} &) ; echo begun; sleep {mark}"
    with trio.fail_after(SECONDS):
        async with (
            session_that_calls(folder, "shell", {"command": script}) as session,
            session.subscribe(SubscriberRole.DRIVER) as reader,
        ):
            await session.process(ProcessMessage("go", LOCAL_USER, TurnOrigin.INTERACTIVE))
            async for event in reader:
                assert isinstance(event, Event)
                if isinstance(event.body, ToolProgress):
                    assert event.body.text == "begun\n"
                    assert living(mark), "the control: while it runs, its processes are seen"
                    session.cancel()
                if isinstance(event.body, Done):
                    break
            assert living(mark) == []


async def test_a_command_over_its_time_is_killed_with_its_output_told(folder: Path) -> None:
    result = await result_of(folder, "shell", {"command": "echo begun; sleep 60", "time_limit": 1})
    assert result.status is ResultStatus.ERROR
    assert "longer than 1 s" in result.text
    assert result.text.endswith("begun")


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("shell", {"command": "touch made"}),
        ("file_write", {"path": "made", "content": "x"}),
    ],
)
@pytest.mark.parametrize("choice", [Choice.DENY, Choice.APPROVE])
async def test_a_supervised_call_does_what_the_user_decides(
    folder: Path, name: str, args: JsonObject, choice: Choice
) -> None:
    with trio.fail_after(SECONDS):
        async with session_that_calls(folder, name, args, RiskProfile()) as session:
            events = await events_of_turn(session, choice)
    assert any(isinstance(event.body, ConfirmRequest) for event in events)
    started = any(isinstance(event.body, ToolStarted) for event in events)
    assert started is (choice is Choice.APPROVE)
    assert (folder / "made").exists() is (choice is Choice.APPROVE)


@pytest.mark.parametrize("level", [Autonomy.SUPERVISED, Autonomy.READONLY])
async def test_a_reading_call_asks_nobody(folder: Path, level: Autonomy) -> None:
    (folder / "a.txt").write_text("hello\n")
    with trio.fail_after(SECONDS):
        async with session_that_calls(
            folder, "file_read", {"path": "a.txt"}, RiskProfile(level=level)
        ) as session:
            result = result_in(await events_of_turn(session))
    assert result.text.startswith("1: hello")


async def test_a_readonly_agent_runs_no_command(folder: Path) -> None:
    profile = RiskProfile(level=Autonomy.READONLY)
    with trio.fail_after(SECONDS):
        async with session_that_calls(
            folder, "shell", {"command": "touch made"}, profile
        ) as session:
            await events_of_turn(session)
    assert not (folder / "made").exists()


def test_every_schema_can_be_checked_by_the_kernel(folder: Path) -> None:
    with open_workspace(str(folder)) as workspace:
        for tool in tools_of(workspace, ENVIRON):
            assert SubsetValidator().unsupported(tool.spec.parameters) == ()
