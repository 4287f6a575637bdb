"""What was written comes back in the next chat."""

from __future__ import annotations

import fcntl
import json
import os
import stat
import subprocess
import sys
from pathlib import Path, PosixPath
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.chat.errors import HistoryUnusable
from zeroclaw.chat.history import MOST_ENTRIES, MOST_ENTRY_BYTES, MOST_LINES, History

WRITER = """
import sys
from pathlib import Path
from zeroclaw.chat.history import History

history = History.load(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(300):
    history.add(f"{sys.argv[2]} {number}")
"""


def kept(path: Path) -> list[str]:
    """The entries of a file, oldest first."""
    history, entries = History.load(path), list[str]()
    while (entry := history.older("")) is not None:
        entries.append(entry)
    return entries[::-1]


def line(text: str) -> bytes:
    return json.dumps({"text": text}).encode() + b"\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.jsonl"


@given(st.lists(st.text(), max_size=5))
def test_what_is_added_is_there_after_a_restart(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    path = tmp_path_factory.mktemp("history") / "h"
    history = History.load(path)
    for text in texts:
        history.add(text)
    expected: list[str] = []
    for text in texts:
        if text and not text.startswith(" ") and expected[-1:] != [text]:
            expected.append(text)
    assert kept(path) == expected


def test_an_entry_is_one_line_for_its_owner_alone(path: Path) -> None:
    History.load(path).add("one\ntwo ż")
    assert path.read_text(encoding="utf-8") == '{"text": "one\\ntwo ż"}\n'
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_others_may_read_is_closed_to_them(path: Path) -> None:
    path.write_bytes(line("old"))
    path.chmod(0o644)
    History.load(path).add("new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", " secret", "last", "x" * (MOST_ENTRY_BYTES + 1)])
def test_what_is_not_worth_keeping_is_left_out(path: Path, text: str) -> None:
    history = History.load(path)
    history.add("last")
    history.add(text)
    assert kept(path) == ["last"]
    assert history.find("s", skip=1) is None


def test_half_a_character_is_kept_as_a_replacement(path: Path) -> None:
    History.load(path).add("a\ud800")
    assert kept(path) == ["a\ufffd"]


def test_lines_that_are_no_entries_are_skipped(path: Path) -> None:
    foreign = [
        b"{",
        b"\xff",
        b"",
        b"3",
        b"[" * 100_000,
        b'{"text": 3}',
        b'{"text": ""}',
        b'{"other": "x"}',
        b'{"text": "\\ud800"}',
    ]
    path.write_bytes(line("one") + b"\n".join(foreign) + b"\n" + line("two"))
    assert kept(path) == ["one", "two"]


def test_an_entry_after_a_cut_off_line_is_not_lost(path: Path) -> None:
    path.write_bytes(line("one") + b'{"text": "tw')
    History.load(path).add("three")
    assert kept(path) == ["one", "three"]


def test_only_the_last_thousand_entries_are_remembered(path: Path) -> None:
    path.write_bytes(b"".join(line(str(number)) for number in range(MOST_ENTRIES + 50)))
    assert kept(path) == [str(number) for number in range(50, MOST_ENTRIES + 50)]


def test_only_the_end_of_a_large_file_is_read(path: Path) -> None:
    text = "x" * 60_000
    path.write_bytes(b"".join(line(f"{number} {text}") for number in range(100)))
    entries = kept(path)
    assert entries[-1] == f"99 {text}"
    assert 60 < len(entries) < 72


def test_a_long_file_is_cut_to_what_is_remembered(path: Path) -> None:
    path.write_bytes(b"".join(line(str(number)) for number in range(MOST_LINES)))
    History.load(path).add("newest")
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == MOST_ENTRIES
    assert lines[-1] == line("newest")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_large_file_is_cut_to_what_is_read(path: Path) -> None:
    text = "x" * 60_000
    path.write_bytes(b"".join(line(f"{number} {text}") for number in range(150)))
    History.load(path).add("newest")
    assert path.stat().st_size < 5 * 1024 * 1024
    assert kept(path)[-1] == "newest"


def test_several_processes_lose_nothing_of_each_other(path: Path) -> None:
    path.write_bytes(b"".join(line(f"old {number}") for number in range(MOST_LINES - 100)))
    names = ["a", "b", "c"]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for name in names
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    # Between entries a line may be empty, and is skipped: see `_append`.
    texts = [json.loads(entry)["text"] for entry in path.read_bytes().splitlines() if entry]
    assert {f"{name} {number}" for name in names for number in range(300)} <= set(texts)
    assert len(texts) < MOST_LINES
    assert list(path.parent.iterdir()) == [path]


class ReplacedWhileWritten(PosixPath):
    """A file that another process replaces after an entry was written, before that is checked."""

    times: int = 1

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        if self.times:
            self.times -= 1
            other = Path(self).with_suffix(".other")
            other.write_bytes(line("of another"))
            other.replace(self)
        return super().stat(follow_symlinks=follow_symlinks)


def test_an_entry_in_a_replaced_file_is_written_again(path: Path) -> None:
    history = History.load(ReplacedWhileWritten(path))
    history.add("mine")
    assert kept(path) == ["of another", "mine"]


def test_a_file_that_is_always_replaced_is_reported(path: Path) -> None:
    replaced = ReplacedWhileWritten(path)
    replaced.times = 1_000
    with pytest.raises(HistoryUnusable):
        History.load(replaced).add("mine")


class WrittenWhileCut(PosixPath):
    """A file to which another process adds while its shorter form is made."""

    @property
    def parent(self) -> Self:
        with Path(self).open("ab") as file:
            file.write(line("of another"))
        return super().parent


def test_an_entry_made_while_the_file_is_cut_is_kept(path: Path) -> None:
    path.write_bytes(line("old") * MOST_LINES)
    History.load(WrittenWhileCut(path)).add("mine")
    assert path.read_bytes().count(b"\n") == MOST_ENTRIES + 1
    assert kept(path)[-2:] == ["mine", "of another"]


def test_only_one_process_cuts_the_file(path: Path) -> None:
    path.write_bytes(line("old") * MOST_LINES)
    with path.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        History.load(path).add("mine")
        assert path.read_bytes().count(b"\n") == MOST_LINES + 1
    History.load(path).add("another")
    assert path.read_bytes().count(b"\n") == MOST_ENTRIES


@pytest.mark.parametrize("kind", ["missing folder", "folder", "link", "pipe"])
def test_a_file_that_cannot_be_used_is_reported(path: Path, kind: str) -> None:
    match kind:
        case "missing folder":
            path = path / "none"
        case "folder":
            path.mkdir()
        case "link":
            (path.parent / "target").write_bytes(line("of another"))
            path.symlink_to(path.parent / "target")
        case _:
            os.mkfifo(path)
    history = History.load(path)
    assert history.older("") is None
    with pytest.raises(HistoryUnusable) as caught:
        history.add("text")
    assert caught.value.path == str(path)
    assert history.older("draft") == "text"
    if kind == "link":
        assert (path.parent / "target").read_bytes() == line("of another")


def test_older_entries_lead_back_to_the_draft(path: Path) -> None:
    history = History.load(path)
    history.add("one")
    history.add("two")
    assert history.newer() is None
    assert history.older("draft") == "two"
    assert history.older("two, changed") == "one"
    assert history.older("one") is None
    assert history.newer() == "two"
    assert history.newer() == "draft"
    assert history.newer() is None


def test_adding_or_resetting_returns_to_the_end(path: Path) -> None:
    history = History.load(path)
    history.add("one")
    history.older("draft")
    history.add("two")
    assert history.older("") == "two"
    history.reset()
    assert history.newer() is None
    assert history.older("") == "two"


def test_a_search_finds_the_newest_first(path: Path) -> None:
    history = History.load(path)
    for text in ["git push", "git pull", "ls", "git push"]:
        history.add(text)
    assert history.find("git") == "git push"
    assert history.find("git", skip=1) == "git pull"
    assert history.find("git", skip=2) is None
    assert history.find("none") is None
    assert history.find("") is None
