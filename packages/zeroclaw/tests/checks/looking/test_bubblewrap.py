"""Bubblewrap is found where commands look for it."""

from __future__ import annotations

from pathlib import Path

from zeroclaw.checks.looking.bubblewrap import has_bubblewrap


def test_program_counts_only_in_the_folders_and_when_it_can_run(tmp_path: Path) -> None:
    program = tmp_path / "bwrap"
    assert not has_bubblewrap(str(tmp_path))
    program.touch(mode=0o600)
    assert not has_bubblewrap(str(tmp_path))
    program.chmod(0o700)
    assert has_bubblewrap(f"/nowhere:{tmp_path}")
