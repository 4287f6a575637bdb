"""Writes a setup into the config of a home."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import cast

from zeroclaw.quickstart.setup import Families, Setup, added
from zeroclaw_config import InvalidConfig, Problem, check_config
from zeroclaw_config.editing.config_file import ConfigFile

__all__ = ["save"]


def save(path: Path, setup: Setup, environ: Mapping[str, str], families: Families) -> bool:
    """Write it, whole or not at all; False when the file says all of it already.

    What is wrong elsewhere in the file, such as a variable that is not set today, does not
    prevent it. Raises a `ConfigError`, `WrongUsage`.
    """
    with ConfigFile.open(path, create=True) as file:
        document = added(file.document, setup, is_new=file.is_new)
        before = _problems(file.document.text, str(path), environ, families)
        known = {(problem.key, problem.what) for problem in before}
        return file.save(document, partial(_validate, str(path), environ, families, known))


def _validate(
    source: str,
    environ: Mapping[str, str],
    families: Families,
    known: set[tuple[str, str]],
    text: str,
) -> None:
    found = _problems(text, source, environ, families)
    new = tuple(problem for problem in found if (problem.key, problem.what) not in known)
    if new:
        raise InvalidConfig(path=source, problems=new)


def _problems(
    text: str, source: str, environ: Mapping[str, str], families: Families
) -> tuple[Problem, ...]:
    document = cast("dict[str, object]", tomllib.loads(text))
    document.pop("schema_version", None)
    try:
        check_config(document, source, environ, families)
    except InvalidConfig as error:
        return error.problems
    return ()
