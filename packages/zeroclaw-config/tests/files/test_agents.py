"""Tests of reading personality files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.personality import PersonalityName
from zeroclaw_config.files.agents import (
    MAX_PERSONALITY_CHARS,
    personality_file,
    read_personality,
)

Put = Callable[[str, str | bytes], Path]


def test_files_come_in_their_order_and_missing_ones_are_absent(put: Put) -> None:
    put("MEMORY.md", "Remembers.\n")
    put("NOTES.md", "Nobody reads this.")
    reading = read_personality(put("SOUL.md", b"\xef\xbb\xbfKind.\r\nBrave.\r\n"))
    assert [(file.name, file.text) for file in reading.personality.files] == [
        ("SOUL.md", "Kind.\nBrave."),
        ("MEMORY.md", "Remembers."),
    ]
    assert reading.problems == ()


def test_no_workspace_means_no_files(tmp_path: Path) -> None:
    reading = read_personality(tmp_path / "gone")
    assert (reading.personality.files, reading.problems) == ((), ())


def test_a_broken_file_hides_none_of_the_others(put: Put, tmp_path: Path) -> None:
    put("outside/secret", "planted")
    workspace = put("workspace/SOUL.md", "Kind.")
    put("workspace/IDENTITY.md", b"\xff")
    put("workspace/USER.md", " \n")
    (workspace / "AGENTS.md").symlink_to("../outside/secret")
    (workspace / "TOOLS.md").mkdir()
    put("workspace/HEARTBEAT.md", b"a" * 10 * 1024 * 1024)
    put("workspace/BOOTSTRAP.md", "a\0b")
    reading = read_personality(workspace)
    assert [file.name for file in reading.personality.files] == ["SOUL.md"]
    stems = [Path(problem.file).stem for problem in reading.problems]
    assert sorted(stems) == ["AGENTS", "BOOTSTRAP", "HEARTBEAT", "IDENTITY", "TOOLS", "USER"]
    assert "planted" not in "".join(map(str, reading.problems))


def test_control_the_same_file_without_a_link_is_read(put: Put) -> None:
    reading = read_personality(put("AGENTS.md", "planted"))
    assert [file.text for file in reading.personality.files] == ["planted"]


def test_a_long_file_is_cut_with_a_notice() -> None:
    file = personality_file(PersonalityName.SOUL, "x" * MAX_PERSONALITY_CHARS)
    assert file.cut_from is None
    file = personality_file(PersonalityName.SOUL, "x" * (MAX_PERSONALITY_CHARS + 1))
    assert file.cut_from == MAX_PERSONALITY_CHARS + 1
    assert file.text.endswith(
        "x\n\n[SOUL.md is cut here: it has 20001 characters, of which these are the first 20000]"
    )


@given(st.text(), st.integers(0, 3))
def test_what_is_told_begins_as_the_file_does(text: str, times: int) -> None:
    whole = text * (times * MAX_PERSONALITY_CHARS)
    file = personality_file(PersonalityName.USER, whole)
    assert len(file.text) <= MAX_PERSONALITY_CHARS + 120
    assert (file.cut_from is None) == (file.text == whole.strip())
    assert whole.strip()[:100].startswith(file.text[: min(100, len(whole.strip()))].rstrip())
