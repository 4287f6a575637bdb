"""Tests of opening what is in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from zeroclaw_config.files.folder import MAX_FILE_BYTES, Folder, each_folder, named, opened, shown
from zeroclaw_config.files.notes import Notes

Put = Callable[[str, str | bytes], Path]
FILE = "SKILL.md"


def text_of(folder: Path, name: str = FILE) -> tuple[str | None, list[str]]:
    notes = Notes(name)
    with opened(folder, notes) as handle:
        assert isinstance(handle, Folder)
        text = handle.text(name, notes)
    return text, [str(problem) for problem in notes.problems]


def refusal(folder: Path, name: str = FILE) -> str:
    text, problems = text_of(folder, name)
    assert text is None
    assert len(problems) == 1
    return problems[0]


def test_a_file_is_read_with_plain_line_ends(put: Put) -> None:
    assert text_of(put(FILE, b"\xef\xbb\xbfa\r\nb\n")) == ("a\nb\n", [])


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert "is a folder, where a file belongs" in refusal(tmp_path)


def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    assert "is no regular file" in refusal(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "SKILL.md: the file is missing."


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_says_so(put: Put, tmp_path: Path) -> None:
    put(FILE, "a")
    (tmp_path / FILE).chmod(0)
    assert "permission denied" in refusal(tmp_path)


def test_bytes_that_are_no_text_name_their_line(put: Put) -> None:
    assert "SKILL.md, line 2: the file has a byte" in refusal(put(FILE, b"a\n\xff"))


def test_a_nul_character_names_its_line(put: Put) -> None:
    assert "SKILL.md, line 3: the file has a NUL" in refusal(put(FILE, b"a\n\nb\0"))


@pytest.mark.parametrize("content", [b"", b" \r\n\t\n", b"\xef\xbb\xbf"])
def test_a_blank_file_is_called_empty(put: Put, content: bytes) -> None:
    assert "the file is empty" in refusal(put(FILE, content))


def test_a_file_over_the_limit_is_refused(put: Put) -> None:
    text, problems = text_of(put(FILE, b"a" * MAX_FILE_BYTES))
    assert (len(text or ""), problems) == (MAX_FILE_BYTES, [])
    assert "is larger than" in refusal(put(FILE, b"a" * (MAX_FILE_BYTES + 1)))
    assert "is larger than" in refusal(put(FILE, b"a" * 10 * 1024 * 1024))


def test_a_name_that_cannot_be_a_path_is_one_sentence(tmp_path: Path) -> None:
    assert "cannot be a path" in refusal(tmp_path, "a\0b")
    assert "too long" in refusal(tmp_path, "x" * 300)


@pytest.mark.parametrize("target", ["../secret", "beside.md", "SKILL.md", "nowhere"])
def test_a_link_to_a_file_is_not_followed(put: Put, tmp_path: Path, target: str) -> None:
    put("secret", "planted")
    folder = put("skill/beside.md", "beside")
    (folder / FILE).symlink_to(target)
    assert "is a symbolic link, which is not followed" in refusal(folder)


def test_control_the_same_file_without_a_link_is_read(put: Put) -> None:
    assert text_of(put(FILE, "planted")) == ("planted", [])


def test_a_link_to_a_folder_is_not_followed(put: Put, tmp_path: Path) -> None:
    put("elsewhere/SKILL.md", "planted")
    put("root/plain/SKILL.md", "good")
    (tmp_path / "root/linked").symlink_to(tmp_path / "elsewhere")
    notes = Notes("root")
    names = [folder.path.name for folder in each_folder(tmp_path / "root", notes)]
    assert names == ["plain"]
    (problem,) = notes.problems
    assert problem.file.endswith("root/linked")
    assert "is a symbolic link, which is not followed" in str(problem)


def test_the_folder_that_was_asked_for_may_be_a_link(put: Put, tmp_path: Path) -> None:
    put("elsewhere/SKILL.md", "good")
    (tmp_path / "root").symlink_to("elsewhere")
    assert text_of(tmp_path / "root") == ("good", [])


def test_a_folder_swapped_while_open_is_still_the_one_opened(put: Put, tmp_path: Path) -> None:
    put("skill/SKILL.md", "good")
    put("evil/SKILL.md", "planted")
    notes = Notes("x")
    with opened(tmp_path / "skill", notes) as handle:
        (tmp_path / "skill").rename(tmp_path / "gone")
        (tmp_path / "skill").symlink_to("evil")
        assert handle is not None
        assert handle.text(FILE, notes) == "good"


def test_hidden_folders_are_passed_over_with_files(put: Put, tmp_path: Path) -> None:
    for name in (".git/x", "_deleted/x", "b/x", "a/x", "README.md"):
        put(name, "x")
    notes = Notes("root")
    assert [folder.path.name for folder in each_folder(tmp_path, notes)] == ["a", "b"]
    assert not notes


def test_a_missing_folder_is_no_problem_by_itself(tmp_path: Path) -> None:
    notes = Notes("root", called="the folder")
    assert [*each_folder(tmp_path / "gone", notes)] == []
    assert not notes
    (tmp_path / "file").write_text("x")
    assert [*each_folder(tmp_path / "file", notes)] == []
    assert [str(problem) for problem in notes.problems] == ["root: the folder is no folder."]


def test_every_descriptor_is_closed_again(put: Put, tmp_path: Path) -> None:
    put("a/SKILL.md", "x")
    put("b/SKILL.md", "\0")
    before = len([*Path("/dev/fd").iterdir()])
    for folder in each_folder(tmp_path, Notes("root")):
        folder.text(FILE, Notes("x"))
        folder.text("gone", Notes("x"))
    assert len([*Path("/dev/fd").iterdir()]) == before


def test_a_folder_is_named_however_its_path_ends(tmp_path: Path) -> None:
    (tmp_path / "skill" / "inner").mkdir(parents=True)
    assert named(tmp_path / "skill") == "skill"
    assert named(tmp_path / "skill" / "inner" / "..") == "skill"


def test_a_path_that_is_no_text_can_still_be_printed() -> None:
    assert shown(Path(os.fsdecode(b"/a/\xff"))) == "/a/\\udcff"
    assert shown(Path("/a/\x1b[31m\n/é")) == "/a/\\x1b[31m\\n/é"
