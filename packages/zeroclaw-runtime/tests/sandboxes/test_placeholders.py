"""What must stay absent has its place held while commands run, not longer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.sandbox import SandboxPolicy
from zeroclaw_runtime.sandboxes.placeholders import held_absent


def policy_of(work: Path, *names: str) -> SandboxPolicy:
    protected = tuple(str(work / name) for name in names)
    return SandboxPolicy(writable=(str(work),), readable=(), protected=protected)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_placeholders_last_as_long_as_the_block(tmp_path: Path) -> None:
    with held_absent(policy_of(tmp_path, ".git/hooks", "settings")):
        assert names(tmp_path) == [".git", "settings"]
        assert (tmp_path / ".git").is_dir()
        assert (tmp_path / "settings").read_bytes() == b""
    assert names(tmp_path) == []


def test_placeholder_of_two_goes_with_the_last(tmp_path: Path) -> None:
    policy = policy_of(tmp_path, ".git/hooks", "settings")
    first, second = held_absent(policy), held_absent(policy)
    with first:
        second.__enter__()
    assert names(tmp_path) == [".git", "settings"]
    second.__exit__(None, None, None)
    assert names(tmp_path) == []


def test_placeholder_of_a_killed_process_goes_with_the_next_command(tmp_path: Path) -> None:
    policy = policy_of(tmp_path, ".git/hooks", "settings")
    program = (
        "import os\n"
        "from zeroclaw_api.sandbox import SandboxPolicy\n"
        "from zeroclaw_runtime.sandboxes.placeholders import held_absent\n"
        f"policy = SandboxPolicy({policy.writable!r}, (), {policy.protected!r})\n"
        "with held_absent(policy):\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=False, timeout=30)
    assert names(tmp_path) == [".git", "settings"]
    with held_absent(policy):
        assert names(tmp_path) == [".git", "settings"]
    assert names(tmp_path) == []


def test_what_somebody_made_of_a_placeholder_stays(tmp_path: Path) -> None:
    with held_absent(policy_of(tmp_path, ".git/hooks", "settings")):
        (tmp_path / ".git").chmod(0o755)
        (tmp_path / ".git/HEAD").touch()
        (tmp_path / "new").write_text("mine")
        (tmp_path / "new").rename(tmp_path / "settings")
    assert names(tmp_path) == [".git", "settings"]


@pytest.mark.parametrize("name", [".git/hooks", "settings"])
def test_own_empty_files_are_not_mistaken_for_placeholders(tmp_path: Path, name: str) -> None:
    (tmp_path / ".git/hooks").mkdir(parents=True)
    (tmp_path / "settings").touch()
    with held_absent(policy_of(tmp_path, name)):
        pass
    assert (tmp_path / name).exists()


def test_place_that_cannot_be_held_is_an_error_that_names_it() -> None:
    policy = SandboxPolicy(writable=("/proc",), readable=(), protected=("/proc/nothing",))
    with (
        pytest.raises(SandboxUnavailable, match="/proc/nothing cannot be held"),
        held_absent(policy),
    ):
        raise AssertionError
