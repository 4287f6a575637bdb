"""A model that runs here needs an engine, then a file of the right kind."""

from __future__ import annotations

from pathlib import Path

from zeroclaw.checks.judging.providers import EngineMissing, FileUnusable, Ready
from zeroclaw.checks.looking.local_models import look_at_local_model


def here() -> Path:
    return Path("/")


def nowhere() -> None:
    return None


def test_missing_engine_comes_first() -> None:
    assert look_at_local_model(Path("/nowhere.gguf"), nowhere, nowhere) == EngineMissing()


def test_bundled_model_is_wanted_where_no_file_is_named() -> None:
    assert look_at_local_model(None, here, nowhere) == FileUnusable(None, "it is not installed")


def test_file_is_judged_by_its_first_bytes(tmp_path: Path) -> None:
    file = tmp_path / "m.gguf"
    missing = look_at_local_model(file, here, nowhere)
    file.write_bytes(b"GGUX")
    foreign = look_at_local_model(file, here, nowhere)
    file.write_bytes(b"GGUF and more")
    assert missing == FileUnusable(str(file), "there is no such file")
    assert foreign == FileUnusable(str(file), "it is no GGUF file")
    assert look_at_local_model(file, here, nowhere) == Ready()
    assert look_at_local_model(None, here, lambda: file) == Ready()
