"""Finds what lies at a path in a JSON value."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.json import Json

__all__ = ["dig"]


def dig(value: Json, *path: str | int) -> Json:
    """The value below these keys and places; raises `AssertionError` when there is none."""
    for step in path:
        match value:
            case Mapping() if isinstance(step, str) and step in value:
                value = value[step]
            case list() | tuple() if isinstance(step, int) and -len(value) <= step < len(value):
                value = value[step]
            case _:
                raise AssertionError(f"{value!r} has no {step!r}")
    return value
