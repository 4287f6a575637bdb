"""The three ways in which an agent can be set up to act."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, assert_never

__all__ = ["Preset", "level_of"]


class Preset(StrEnum):
    """What an agent may do; the value is the alias of its risk profile, too."""

    SUPERVISED = "supervised"
    READONLY = "readonly"
    YOLO = "yolo"


def level_of(preset: Preset) -> Literal["supervised", "readonly", "full"]:
    """The `level` of the risk profile."""
    match preset:
        case Preset.SUPERVISED:
            return "supervised"
        case Preset.READONLY:
            return "readonly"
        case Preset.YOLO:
            return "full"
        case _:
            assert_never(preset)
