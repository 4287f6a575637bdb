"""Check what `{{…}}` in a text refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zeroclaw_api.json import Json
from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import quoted

__all__ = ["binding_problems", "placeholders"]

_BINDING = re.compile(r"(steps|calls)\.(0|[1-9][0-9]{0,8})((?:\.[^\s.{}]+)*)")


def placeholders(text: str) -> tuple[str, ...] | None:
    """What stands between double braces, in order; None when they are not balanced."""
    outside, *parts = text.split("{{")
    found = []
    for part in parts:
        inside, end, rest = part.partition("}}")
        outside += rest
        if not end:
            return None
        found.append(inside.strip())
    return None if "}}" in outside else tuple(found)


def binding_problems(value: Json, steps: frozenset[int], calls: int) -> tuple[str, ...]:
    """What is wrong with the references in all texts of a value.

    They may refer to `steps`, those before, and to so many `calls` of the same step.
    """
    return tuple(problem for text in _texts(value) for problem in _problems(text, steps, calls))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _problems(text: str, steps: frozenset[int], calls: int) -> Iterator[str]:
    found = placeholders(text)
    if found is None:
        yield Phrase("braces_not_balanced", "has double braces that are not balanced")
        return
    for place in found:
        match = _BINDING.fullmatch(place)
        if match is None:
            name = f"{{{{{quoted(place)}}}}}"
            yield Phrase(
                "is_no_binding",
                "has `{name}`, which is neither `steps.N.path` nor `calls.K.path`",
                name=name,
            )
        elif match[1] == "steps" and int(match[2]) not in steps:
            yield Phrase(
                "step_is_not_before",
                "refers to step {number}, which does not come before it",
                number=match[2],
            )
        elif match[1] == "calls" and int(match[2]) >= calls:
            yield Phrase(
                "call_is_not_before",
                "refers to call {number}, which does not come before it",
                number=match[2],
            )
