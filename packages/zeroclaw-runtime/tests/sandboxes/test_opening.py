"""The room of a session's commands confines each of them, or opens not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command
from zeroclaw_api.sandbox import SandboxName, SandboxPolicy
from zeroclaw_runtime.sandboxes.opening import open_confined

SECONDS = 30
PATH = {"PATH": "/usr/bin:/bin"}


async def said(name: SandboxName, work: Path, script: str) -> bytes:
    policy = SandboxPolicy(writable=(str(work),), readable=())
    command = Command(("sh", "-c", script), str(work), PATH)
    with trio.fail_after(SECONDS):
        async with open_confined(name, policy) as processes:
            result = await processes.run(command, timeout=20, output_limit=1000)
            return result.stdout


@pytest.mark.parametrize("name", ["auto", "bubblewrap", "landlock"])
async def test_commands_of_the_room_are_confined(name: SandboxName, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "secret").write_text("plain")
    script = "echo made > here; cat here ../secret"
    assert await said(name, work, script) == b"made\n"
    # The control: unconfined, the secret is read.
    assert await said("none", work, script) == b"made\nplain"


async def test_sandbox_that_does_not_work_opens_no_room(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable):
        await said("seatbelt", tmp_path, "true")
