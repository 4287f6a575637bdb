"""A file is read as numbered lines, or refused with another way."""

from __future__ import annotations

from base64 import b64decode

import pytest

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Text
from zeroclaw_testing import FakeBlockingToolContext, InMemoryWorkspace
from zeroclaw_testing.kits.tool import BlockingToolConformance
from zeroclaw_tools import FileRead

WORKSPACE = InMemoryWorkspace(
    {
        "a.txt": b"one\r\ntwo\nthree\n",
        "bom.txt": b"\xef\xbb\xbfone\n",
        "latin.txt": b"caf\xe9\n",
        "image": b"\x89PNG\r\n\x1a\n\0\0",
        "empty": b"",
        "large": b"x" * 50_000,
    }
)


def read(path: str, **args: Json) -> str:
    output = FileRead(WORKSPACE).run_blocking(FakeBlockingToolContext(), {"path": path, **args})
    (text,) = output.content
    assert isinstance(text, Text)
    return text.text


class TestFileRead(BlockingToolConformance):
    def make(self) -> FileRead:
        return FileRead(WORKSPACE)

    def args(self) -> JsonObject:
        return {"path": "a.txt"}

    def failing_args(self) -> JsonObject:
        return {"path": "missing"}


def test_lines_come_numbered_with_their_total() -> None:
    assert read("a.txt") == "1: one\n2: two\n3: three\n[3 lines total]"


def test_a_range_says_how_to_go_on() -> None:
    shown = read("a.txt", offset=2, limit=1)
    assert shown == "2: two\n[Lines 2-2 of 3; continue with offset=3]"


def test_an_absolute_path_in_the_workspace_works() -> None:
    assert read("/workspace/a.txt").startswith("1: one")


def test_a_byte_order_mark_is_no_text() -> None:
    assert read("bom.txt").startswith("1: one")


def test_other_encodings_are_shown_with_a_warning() -> None:
    shown = read("latin.txt")
    assert shown.startswith("1: caf\ufffd\n")
    assert "not UTF-8 (first at byte 3)" in shown


def test_an_empty_file_says_that_it_is_empty() -> None:
    assert read("empty") == "[The file is empty]"


def test_a_binary_file_is_refused_with_advice() -> None:
    with pytest.raises(ToolFailed, match="base64"):
        read("image")


def test_base64_gives_the_bytes_of_a_small_file() -> None:
    assert b64decode(read("image", encoding="base64")) == WORKSPACE.files["image"]
    with pytest.raises(ToolFailed, match="too many for base64"):
        read("large", encoding="base64")


@pytest.mark.parametrize("path", ["", "\0", "a\0b", "../x", "/etc/passwd", "\udcff", "x" * 10_000])
def test_a_hostile_path_fails_in_words(path: str) -> None:
    with pytest.raises(ToolFailed):
        read(path)


@pytest.mark.parametrize("number", [0, -1, 1.5, "2", 10**30])
def test_a_range_that_is_none_fails_in_words(number: Json) -> None:
    with pytest.raises(ToolFailed, match="offset"):
        read("a.txt", offset=number)
