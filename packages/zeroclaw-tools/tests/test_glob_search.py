"""Names are found by pattern, sorted, within limits, never outside."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import PathOutside, ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Text
from zeroclaw_api.services import DirectoryEntry, Workspace
from zeroclaw_testing import FakeBlockingToolContext, InMemoryWorkspace
from zeroclaw_testing.kits.tool import BlockingToolConformance
from zeroclaw_tools import GlobSearch

WORKSPACE = InMemoryWorkspace(
    dict.fromkeys(
        ["b.py", "a/z.py", "a/b/c.py", ".git/x.py", "a/.env", "new\nline", "a/n.txt"], b""
    )
)


class LinkedWorkspace(InMemoryWorkspace):
    """One whose file `link` turns out to lead outside, whose folder `locked` cannot be read."""

    def read(self, path: str, offset: int, limit: int) -> bytes:
        if path == "link":
            raise PathOutside(path=path, root=self.root)
        return super().read(path, offset, limit)

    def list(self, path: str) -> tuple[DirectoryEntry, ...]:
        if path == "locked/":
            raise PathOutside(path=path, root=self.root)
        return super().list(path)


def search(
    pattern: str,
    workspace: Workspace = WORKSPACE,
    context: FakeBlockingToolContext | None = None,
) -> list[str]:
    output = GlobSearch(workspace).run_blocking(
        context or FakeBlockingToolContext(), {"pattern": pattern}
    )
    (text,) = output.content
    assert isinstance(text, Text)
    return text.text.split("\n")


class TestGlobSearch(BlockingToolConformance):
    def make(self) -> GlobSearch:
        return GlobSearch(WORKSPACE)

    def args(self) -> JsonObject:
        return {"pattern": "**/*.py"}

    def failing_args(self) -> JsonObject:
        return {"pattern": "../*"}


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("**/*.py", ["a/b/c.py", "a/z.py", "b.py"]),
        ("*", ["a/", "b.py", "new\\x0aline"]),
        ("a/*", ["a/b/", "a/n.txt", "a/z.py"]),
        ("**/.*", [".git/", "a/.env"]),
        (".git/*", [".git/x.py"]),
        ("/workspace/a/?.py", ["a/z.py"]),
        ("a/b.py/c", ["No file matches."]),
    ],
)
def test_matching_names_come_sorted(pattern: str, found: list[str]) -> None:
    assert search(pattern) == found


def test_a_thousand_results_end_with_a_note() -> None:
    many = InMemoryWorkspace({f"{number:05d}": b"" for number in range(1500)})
    lines = search("*", many)
    assert lines[:2] == ["00000", "00001"]
    assert lines[1000] == "[Only the first 1000 are shown; use a narrower pattern]"
    assert len(lines) == 1001


def test_exactly_a_thousand_results_need_no_note() -> None:
    many = InMemoryWorkspace({f"{number:05d}": b"" for number in range(1000)})
    assert len(search("*", many)) == 1000


def test_a_link_that_leads_out_is_no_result() -> None:
    linked = LinkedWorkspace({"link": b"", "file": b"", "locked/x": b""})
    assert search("**", linked) == ["file", "locked/", "[Folders that could not be read: 1]"]


def test_a_folder_called_tilde_is_not_the_home() -> None:
    workspace = InMemoryWorkspace({"./~/x": b"", "a/~/y": b""})
    assert search("**", workspace) == ["a/", "a/~/", "a/~/y", "./~/", "./~/x"]
    assert [workspace.read(path, 0, 1) for path in ("./~/x", "a/~/y")] == [b"", b""]


def test_a_cancelled_search_ends_early() -> None:
    context = FakeBlockingToolContext()
    context.cancel()
    assert search("**", context=context) == ["No file matches."]


def test_a_very_deep_tree_is_searched() -> None:
    deep = InMemoryWorkspace({"/".join(["d"] * 1500) + "/end": b""})
    assert len(search("**/end", deep)) == 1


@pytest.mark.parametrize("pattern", ["", "..", "/etc/*", "a\0", "\ud800", "x" * 5000])
def test_a_hostile_pattern_fails_in_words(pattern: str) -> None:
    with pytest.raises(ToolFailed):
        search(pattern)
