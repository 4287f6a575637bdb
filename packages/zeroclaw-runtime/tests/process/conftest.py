"""What the tests of the process room share: both reapers plus a shell."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Callable

import pytest
import trio

from zeroclaw_api.processes import Command, Processes
from zeroclaw_runtime.process.choose import ReaperChoice, open_processes

_BUBBLEWRAP_MAY_BE_MISSING = shutil.which("bwrap") is None and "CI" not in os.environ


@pytest.fixture(
    params=[
        pytest.param(
            "bubblewrap",
            marks=[
                pytest.mark.bubblewrap,
                pytest.mark.skipif(_BUBBLEWRAP_MAY_BE_MISSING, reason="bwrap is not installed"),
            ],
        ),
        "forkserver",
    ]
)
def reaper(request: pytest.FixtureRequest) -> ReaperChoice:
    choice: ReaperChoice = request.param
    return choice


@pytest.fixture
async def processes(reaper: ReaperChoice) -> AsyncIterator[Processes]:
    with trio.fail_after(60):
        async with open_processes(reaper) as opened:
            yield opened


@pytest.fixture
def shell() -> Callable[..., Command]:
    """A command made of one line of shell, with a small environment."""

    def made(line: str, *, stdin: bytes = b"", **env: str) -> Command:
        return Command(
            argv=("sh", "-c", line), cwd=None, env={"PATH": "/usr/bin:/bin", **env}, stdin=stdin
        )

    return made
