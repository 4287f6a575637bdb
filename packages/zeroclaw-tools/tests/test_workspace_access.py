"""Whole files pass within a limit, failures come with advice."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import PathForbidden, PathOutside, ToolFailed
from zeroclaw_testing import InMemoryWorkspace
from zeroclaw_tools.workspace_access import MOST_BYTES, explained, read_whole, write_whole


def test_a_file_of_the_largest_size_is_read() -> None:
    workspace = InMemoryWorkspace({"a": b"x" * MOST_BYTES})
    assert len(read_whole(workspace, "a")) == MOST_BYTES


def test_a_larger_file_is_refused_with_another_way() -> None:
    workspace = InMemoryWorkspace({"a": b"x" * (MOST_BYTES + 1)})
    with pytest.raises(ToolFailed, match="content_search"):
        read_whole(workspace, "a")


def test_too_many_bytes_are_not_written() -> None:
    workspace = InMemoryWorkspace({"a": b"old"})
    with pytest.raises(ToolFailed, match="Nothing was written"):
        write_whole(workspace, "a", b"x" * (MOST_BYTES + 1))
    assert workspace.files == {"a": b"old"}


def test_a_path_outside_is_told_to_be_outside() -> None:
    with pytest.raises(ToolFailed, match="Only paths inside"), explained("advice"):
        raise PathOutside(path="/etc/passwd", root="/workspace")


def test_what_is_protected_is_told_without_the_rule() -> None:
    with pytest.raises(ToolFailed, match="Go on without it") as failure, explained("advice"):
        raise PathForbidden(path=".git/config", rule="protected_name")
    assert ".git/config" in str(failure.value)
    assert "protected_name" not in str(failure.value)
