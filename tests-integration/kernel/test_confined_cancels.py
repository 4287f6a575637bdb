"""Confined commands that fork away leave nothing, however they end."""

from __future__ import annotations

import gc
import os
import random
import shutil
import tempfile
from enum import Enum, auto
from pathlib import Path
from typing import Final, assert_never

import pytest
import trio
from marked_processes import Mark, moment

from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.sandbox import SandboxName, SandboxPolicy
from zeroclaw_runtime import open_confined

ENDS: Final = int(os.environ.get("ZEROCLAW_CANCELS", "100"))
"""Commands of one sandbox, ended each in one of the ways."""

SECONDS_EACH: Final = 2.0
LEFT: Final = "left-by-"
SEED: Final = 20_260_102

SANDBOXES: Final = [
    pytest.param(
        "bubblewrap",
        marks=[
            pytest.mark.bubblewrap,
            pytest.mark.skipif(
                shutil.which("bwrap") is None and "CI" not in os.environ,
                reason="bwrap is not installed",
            ),
        ],
    ),
    "landlock",
    "none",
]


class End(Enum):
    """How a command comes to its end."""

    CANCELLED = auto()
    TIMED_OUT = auto()
    LEFT = auto()


def forking(mark: Mark, *, stays: bool) -> str:
    """A shell that leaves a file, two sleepers in a session of their own, one more in its own."""
    file = f'echo x > "${{TMPDIR:-/tmp}}/{LEFT}{mark.stem}"'
    apart = f"(setsid sh -c '{mark.nap(77)} & {mark.nap(78)}' >/dev/null 2>&1 &)"
    beside = f"{mark.nap(79)} >/dev/null 2>&1 &"
    return f"{file}; {apart}; {beside} echo up{'; wait' if stays else ''}"


async def ended(room: Processes, work: Path, mark: Mark, end: End, chance: random.Random) -> None:
    """Let one command run to its end."""
    script = forking(mark, stays=end is not End.LEFT)
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    command = Command(("sh", "-c", script), str(work), environment)
    limit = chance.uniform(0.001, 0.08) if end is End.TIMED_OUT else 30
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            await room.run(command, timeout=limit, output_limit=1000)
            nursery.cancel_scope.cancel()

        nursery.start_soon(run)
        match end:
            case End.CANCELLED:
                await moment(chance.uniform(0, 0.06))
                nursery.cancel_scope.cancel()
            case End.TIMED_OUT | End.LEFT:
                pass
            case _:
                assert_never(end)


def descriptors() -> set[str]:
    """What the process has open."""
    folder = Path("/proc/self/fd")
    return {f"{each.name} {each.readlink()}" for each in folder.iterdir() if each.is_symlink()}


def temporary_files() -> list[Path]:
    """What commands have left where temporary files are, or in a private folder there."""
    folder, name = Path(tempfile.gettempdir()), f"{LEFT}{os.getpid()}*"
    return [*folder.glob(name), *folder.glob(f"zeroclaw-*/{name}")]


@pytest.mark.slow
@pytest.mark.parametrize("name", SANDBOXES)
async def test_confined_commands_leave_nothing_however_they_end(
    name: SandboxName, tmp_path: Path
) -> None:
    chance = random.Random(SEED)
    work = tmp_path / "work"
    (work / ".git").mkdir(parents=True)
    is_confined = name != "none"
    policy = SandboxPolicy(
        writable=(str(work),),
        readable=(),
        protected=(str(work / ".git" / "hooks"), str(work / ".git" / "config")),
    )
    survivors: dict[tuple[int, End], list[int]] = {}
    gc.collect()
    files_before = descriptors()
    with trio.fail_after(30 + ENDS * SECONDS_EACH):
        async with open_confined(name, policy) as room:
            await ended(room, work, Mark(), End.LEFT, chance)
            within = descriptors()
            for number in range(ENDS):
                mark = Mark()
                end = list(End)[number % len(End)]
                await ended(room, work, mark, end, chance)
                if left := mark.living():
                    survivors[number, end] = left
                    mark.end()
            assert descriptors() == within
    assert survivors == {}
    assert descriptors() == files_before
    left_files = temporary_files()
    for file in left_files:
        file.unlink()
    # The control: what nothing confines does leave its files.
    assert bool(left_files) is not is_confined
    if is_confined:
        assert [each.name for each in work.iterdir()] == [".git"]
        assert list((work / ".git").iterdir()) == []


async def test_control_bare_command_leaves_what_forked_away() -> None:
    mark = Mark()
    try:
        with trio.fail_after(20):
            await trio.run_process(
                ["sh", "-c", forking(mark, stays=False)], capture_stdout=True, env={**os.environ}
            )
            assert mark.living()
    finally:
        mark.end()
        for file in temporary_files():
            file.unlink()
