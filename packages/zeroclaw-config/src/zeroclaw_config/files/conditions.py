"""Read a condition such as `$.value > 85`."""

from __future__ import annotations

import math
import re

from zeroclaw_api.condition import Comparison, Condition, NumberCondition, PathCondition
from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.files.notes import Notes

__all__ = ["condition", "guard"]

_COMPARISON = "|".join(re.escape(each) for each in sorted(Comparison, key=len, reverse=True))
_PATH = re.compile(rf"\$((?:\.[^\s.<>=!\[\]\"$]+)*)\s*({_COMPARISON})\s*(.+)")
_DIRECT = re.compile(rf"({_COMPARISON})\s*(.+)")
_QUOTED = re.compile(r'"([^"]*)"')

_FORM = Phrase(
    "must_be_condition", 'must have the form `$.path == "text"` or `> 5`, one comparison only'
)


def condition(text: str | None, path: KeyPath, notes: Notes) -> Condition | None:
    """The condition in a text; None for an empty one, and, with a note, for a malformed one."""
    text = (text or "").strip()
    if not text:
        return None
    if match := _PATH.fullmatch(text):
        operand = _operand(match[3])
        if operand is not None:
            return PathCondition(tuple(match[1].split(".")[1:]), Comparison(match[2]), operand)
    elif match := _DIRECT.fullmatch(text):
        number = _number(match[2])
        if number is not None:
            return NumberCondition(Comparison(match[1]), number)
        notes.add(
            path, Phrase("condition_takes_number", "compares the whole value, which takes a number")
        )
        return None
    notes.add(path, _FORM)
    return None


def guard(
    text: str | None, path: KeyPath, numbers: frozenset[int], notes: Notes
) -> PathCondition | None:
    """The condition of a step, which reads `$.steps.N…` of a step in `numbers`."""
    found = condition(text, path, notes)
    if found is None:
        return None
    if not isinstance(found, PathCondition) or found.path[:1] != ("steps",) or not found.path[1:]:
        notes.add(
            path,
            Phrase("guard_must_read_step", "must read what a step gave: `$.steps.1.field == …`"),
        )
        return None
    number = found.path[1]
    if number not in map(str, numbers):
        notes.add(
            path,
            Phrase(
                "guard_reads_no_step", "reads step {number}, which does not exist", number=number
            ),
        )
        return None
    return found


def _operand(text: str) -> str | None:
    quoted = _QUOTED.fullmatch(text)
    if quoted:
        return quoted[1]
    # A second comparison, or a quote that does not end, would be taken as part of the text.
    return None if re.search(rf'^=|"|{_COMPARISON}|&&|\|\|', text) else text


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
