"""A file is written with exactly the given bytes, or not at all."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing import FakeBlockingToolContext, InMemoryWorkspace
from zeroclaw_testing.kits.tool import BlockingToolConformance
from zeroclaw_tools import FileWrite


def write(workspace: InMemoryWorkspace, **args: Json) -> None:
    FileWrite(workspace).run_blocking(FakeBlockingToolContext(), args)


class TestFileWrite(BlockingToolConformance):
    def make(self) -> FileWrite:
        return FileWrite(InMemoryWorkspace())

    def args(self) -> JsonObject:
        return {"path": "new/a.txt", "content": "hello"}

    def failing_args(self) -> JsonObject:
        return {"path": "../a.txt", "content": "hello"}


@given(st.text())
def test_text_is_written_as_utf8(content: str) -> None:
    workspace = InMemoryWorkspace({"a": b"old"})
    write(workspace, path="a", content=content)
    assert workspace.files == {"a": content.encode()}


@given(st.binary())
def test_base64_is_written_as_its_bytes(data: bytes) -> None:
    workspace = InMemoryWorkspace()
    write(workspace, path="d/a", content=b64encode(data).decode(), encoding="base64")
    assert workspace.files == {"d/a": data}


@pytest.mark.parametrize("content", ["a", "YQ", "YQ==\n", "Y-_=", "YQ==YQ==", "\u00e4"])
def test_loose_base64_is_refused_and_nothing_written(content: str) -> None:
    workspace = InMemoryWorkspace({"a": b"old"})
    with pytest.raises(ToolFailed, match="not base64"):
        write(workspace, path="a", content=content, encoding="base64")
    assert workspace.files == {"a": b"old"}


@pytest.mark.parametrize("path", ["", "a\0b", "../x", "/etc/passwd", "\ud800", "a/b"])
def test_a_path_that_cannot_be_written_fails_in_words(path: str) -> None:
    workspace = InMemoryWorkspace({"a": b"old"})
    with pytest.raises(ToolFailed):
        write(workspace, path=path, content="new")
    assert workspace.files == {"a": b"old"}


def test_half_a_character_is_not_written() -> None:
    workspace = InMemoryWorkspace()
    with pytest.raises(ToolFailed, match="surrogate"):
        write(workspace, path="a", content="\ud83d")
    assert workspace.files == {}


def test_preview_shows_what_would_change_and_changes_nothing() -> None:
    workspace = InMemoryWorkspace({"a": b"old\n"})
    shown = FileWrite(workspace).preview({"path": "a", "content": "new\n"})
    assert "-old\n+new" in shown
    assert workspace.files == {"a": b"old\n"}


def test_preview_of_a_call_that_will_fail_is_empty() -> None:
    args = {"path": "a", "content": "new\n"}
    assert FileWrite(InMemoryWorkspace()).preview(args) == ""
    assert FileWrite(InMemoryWorkspace()).preview({**args, "path": "../a"}) == ""
