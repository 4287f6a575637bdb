"""An operator stops what runs, from another process, until they let it go on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
import trio
from attacks import SECONDS, Place, attempt, risk_of, runs
from command_line import CommandLine, Finished
from homes import SECRET, calls, write_config
from marked_processes import Mark, moment, seconds_until_gone
from tool_turns import messages_of, text_of

from zeroclaw_testing.model_server import ModelServer, saying, serve_model

STOP_SECONDS: Final = 1.0
"""From the end of `estop kill-all` to the death of what ran."""

STOPPED: Final = "An operator stopped this call while it ran"
REFUSED: Final = "An operator has stopped such calls"


def line_of(place: Place) -> CommandLine:
    """The command in the home."""
    return CommandLine(place.home, {"SOME_KEY": SECRET})


async def started(mark: Mark) -> None:
    """Wait until the marked command runs."""
    while not mark.living():
        await moment(0.02)


async def last_told(server: ModelServer) -> list[str]:
    """What the model learned of its calls."""
    return [text_of(m) for m in messages_of(server.requests[-1]) if m["role"] == "tool"]


@pytest.mark.parametrize("level", ["kill-all", "tools"])
async def test_running_command_ends_within_a_second_of_the_stop(level: str, tmp_path: Path) -> None:
    place, mark = Place(tmp_path), Mark()
    line = line_of(place)
    stop = ("estop", "kill-all") if level == "kill-all" else ("estop", "tools", "shell")
    done: list[Finished] = []
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(
                calls("shell", {"command": f"setsid {mark.nap(60)} & {mark.nap(60)}"}),
                calls("shell", {"command": "echo again"}),
                saying("Done."),
            )
            write_config(place.home, server.url)
            async with trio.open_nursery() as nursery:

                async def turn() -> None:
                    done.append(await line.run("agent", "-m", "Do it."))

                nursery.start_soon(turn)
                await started(mark)
                stopping = await line.run(*stop)
                seconds = await seconds_until_gone(mark.living, at_most=20)
            told = await last_told(server)
    assert stopping.code == 0, stopping
    assert seconds < STOP_SECONDS
    assert STOPPED in told[0]
    assert REFUSED in told[1]
    assert done[0].code == 0


async def test_control_command_runs_on_where_nobody_stops_it(tmp_path: Path) -> None:
    place = Place(tmp_path)
    tried = await attempt(place, runs("sleep 3; echo over"))
    assert "over" in tried.all_told


async def test_stopped_calls_go_on_after_the_resume(tmp_path: Path) -> None:
    place = Place(tmp_path)
    line = line_of(place)
    write_config(place.home, "http://127.0.0.1:9")
    assert (await line.run("estop", "kill-all")).code == 0
    stopped = await attempt(place, runs("echo it ran"))
    assert stopped.is_refused
    assert (await line.run("estop", "resume")).code == 0
    resumed = await attempt(place, runs("echo it ran"))
    assert "it ran" in resumed.all_told


@pytest.mark.parametrize("content", ["", "{", '{"version": 99}', "[]", '{"kill_all": "no"}'])
async def test_state_that_cannot_be_read_stops_everything(content: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.home / "estop.json").write_text(content)
    read = ("file_read", {"path": "note"})
    (place.workspace / "note").write_text("a note")
    tried = await attempt(place, runs("echo it ran"), read)
    assert tried.is_refused, tried.all_told
    (place.home / "estop.json").unlink()
    control = await attempt(place, runs("echo it ran"), read)
    assert "it ran" in control.told[0]
    assert "a note" in control.told[1]


async def test_state_that_is_a_link_elsewhere_stops_everything(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.home / "estop.json").symlink_to(place.outside / "missing")
    assert (await attempt(place, runs("echo it ran"))).is_refused


async def test_command_cannot_take_the_stop_back(tmp_path: Path) -> None:
    place = Place(tmp_path)
    line = line_of(place)
    write_config(place.home, "http://127.0.0.1:9")
    assert (await line.run("estop", "tools", "file_read")).code == 0
    before = (place.home / "estop.json").read_bytes()
    command = f"rm -f {place.home}/estop.json; echo '{{}}' > {place.home}/estop.json; true"
    (place.workspace / "x").write_text(command)
    await attempt(
        place, runs("sh ./x"), ("file_write", {"path": "../../../estop.json", "content": "{}"})
    )
    assert (place.home / "estop.json").read_bytes() == before
    await attempt(place, runs("sh ./x"), risk=risk_of(sandbox_backend="none"))
    assert (place.home / "estop.json").read_bytes() != before
