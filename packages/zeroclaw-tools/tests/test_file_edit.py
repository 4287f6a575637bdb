"""An edit happens exactly once, or leaves the file with words about why."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Text
from zeroclaw_testing import FakeBlockingToolContext, InMemoryWorkspace
from zeroclaw_testing.kits.tool import BlockingToolConformance
from zeroclaw_tools import FileEdit

DATA = b"\tdef f():\r\n\t\treturn 1\r\n\xff x x\r\n"


def edit(old: str, new: str, **args: Json) -> tuple[str, bytes]:
    workspace = InMemoryWorkspace({"a.py": DATA})
    output = FileEdit(workspace).run_blocking(
        FakeBlockingToolContext(), {"path": "a.py", "old_string": old, "new_string": new, **args}
    )
    (text,) = output.content
    assert isinstance(text, Text)
    return text.text, workspace.files["a.py"]


class TestFileEdit(BlockingToolConformance):
    def make(self) -> FileEdit:
        return FileEdit(InMemoryWorkspace({"a.py": DATA}))

    def args(self) -> JsonObject:
        return {"path": "a.py", "old_string": "return 1", "new_string": "return 2"}

    def failing_args(self) -> JsonObject:
        return {"path": "a.py", "old_string": "nowhere", "new_string": ""}


def test_one_occurrence_is_replaced_with_its_line_ends() -> None:
    told, data = edit("f():\n\t\treturn 1", "g():\n\t\treturn 2")
    assert told == "Replaced 1 occurrence in a.py, at line 1."
    assert data == b"\tdef g():\r\n\t\treturn 2\r\n\xff x x\r\n"


def test_every_occurrence_is_replaced_on_request() -> None:
    told, data = edit(" x", " y", replace_all=True)
    assert told == "Replaced 2 occurrences in a.py, the first at line 3."
    assert data.endswith(b"\xff y y\r\n")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (" x", "y", r"occurs 2 times in a.py \(lines 3, 3\)"),
        ("nowhere", "y", "does not occur in a.py"),
        ("    def f():\n        return 1", "y", r"line 1 of a.py differs from it only in white"),
        ("", "y", "is empty"),
        ("x", "x", "nothing to change"),
        ("():\n", "():\r\n", "line ends"),
    ],
)
def test_an_edit_that_is_unclear_says_why(old: str, new: str, why: str) -> None:
    workspace = InMemoryWorkspace({"a.py": DATA})
    args = {"path": "a.py", "old_string": old, "new_string": new}
    with pytest.raises(ToolFailed, match=why):
        FileEdit(workspace).run_blocking(FakeBlockingToolContext(), args)
    assert workspace.files == {"a.py": DATA}


@pytest.mark.parametrize("path", ["missing", "", "a\0", "../a.py", "/etc/passwd"])
def test_a_path_that_cannot_be_edited_fails_in_words(path: str) -> None:
    args = {"path": path, "old_string": "a", "new_string": "b"}
    with pytest.raises(ToolFailed):
        FileEdit(InMemoryWorkspace()).run_blocking(FakeBlockingToolContext(), args)


def test_far_too_many_replacements_leave_the_file() -> None:
    workspace = InMemoryWorkspace({"a": b"x" * 200_000})
    args: JsonObject = {"path": "a", "old_string": "x", "new_string": "y", "replace_all": True}
    with pytest.raises(ToolFailed, match="too much to replace"):
        FileEdit(workspace).run_blocking(FakeBlockingToolContext(), args)
    assert workspace.files == {"a": b"x" * 200_000}


def test_preview_shows_what_would_change_and_changes_nothing() -> None:
    workspace = InMemoryWorkspace({"a": b"old\n"})
    shown = FileEdit(workspace).preview({"path": "a", "old_string": "old", "new_string": "new"})
    assert "-old\n+new" in shown
    assert workspace.files == {"a": b"old\n"}


def test_preview_of_a_call_that_will_fail_is_empty() -> None:
    args = {"path": "a", "old_string": "old", "new_string": "new"}
    assert FileEdit(InMemoryWorkspace()).preview(args) == ""
    assert FileEdit(InMemoryWorkspace()).preview({**args, "path": "../a"}) == ""
