"""Looks at whether a model that runs on this machine has what it needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from zeroclaw.checks.judging.providers import EngineMissing, FileUnusable, Outcome, Ready
from zeroclaw.words import say
from zeroclaw_providers.local.bundled import bundled_model, engine_folder

__all__ = ["look_at_local_model"]

_MAGIC: Final = b"GGUF"


def look_at_local_model(
    file: Path | None,
    find_engine: Callable[[], Path | None] = engine_folder,
    find_model: Callable[[], Path | None] = bundled_model,
) -> Outcome:
    """The engine comes first; the bundled model is meant where there is no `file`."""
    if find_engine() is None:
        return EngineMissing()
    chosen = file or find_model()
    if chosen is None:
        return FileUnusable(None, say("model_not_installed"))
    problem = _problem_of(chosen)
    return Ready() if problem is None else FileUnusable(str(chosen), problem)


def _problem_of(file: Path) -> str | None:
    try:
        if not file.is_file():
            return say("model_no_file")
        with file.open("rb") as stream:
            magic = stream.read(len(_MAGIC))
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return None if magic == _MAGIC else say("model_no_gguf")
