"""The in-memory workspace behaves as a folder does."""

from __future__ import annotations

import pytest

from zeroclaw_api.services import DirectoryEntry
from zeroclaw_testing.errors import FakePathRefused
from zeroclaw_testing.workspace import InMemoryWorkspace


def test_files_given_at_the_start_are_there() -> None:
    workspace = InMemoryWorkspace({"src/a.py": b"a", "b.txt": b"bb"}, root="/home/x")
    assert workspace.root == "/home/x"
    assert workspace.read("/home/x/src/a.py", 0, 9) == b"a"
    assert workspace.list(".") == (
        DirectoryEntry("b.txt", is_directory=False, size=2),
        DirectoryEntry("src", is_directory=True, size=0),
    )


@pytest.mark.parametrize(
    ("path", "problem"), [("src", "folder"), ("b.txt/c", "parent is a file"), ("../x", "leads out")]
)
def test_impossible_writes_are_refused(path: str, problem: str) -> None:
    workspace = InMemoryWorkspace({"src/a.py": b"a", "b.txt": b"bb"})
    with pytest.raises(FakePathRefused, match=problem):
        workspace.write(path, b"x")
    assert sorted(workspace.files) == ["b.txt", "src/a.py"]
