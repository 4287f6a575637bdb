"""Keeps the signatures of an answer on the very parts that they came with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Reasoning
from zeroclaw_providers.json_fields import count_of, text_of

__all__ = ["SIGNATURE", "mark_of", "parts_again"]

SIGNATURE = "thoughtSignature"
"""The field of a part; what it holds means something to Google only."""


@frozen
class _Mark:
    """Where a signed part was: its text is part of the answer's, or of the thinking."""

    signature: str
    is_thought: bool
    start: int
    length: int
    digest: str
    calls_before: int


def mark_of(
    signature: str, text: str, *, start: int, calls_before: int, is_thought: bool
) -> JsonObject:
    """What to remember of a signed part that is no call, as the data of a `ReasoningBlock`.

    `start` is how many characters of the answer came before it. The text itself is not kept a
    second time: what a filter took out of the answer must not go back in its signed copy.
    """
    data: dict[str, Json] = {SIGNATURE: signature}
    if is_thought:
        data["thought"] = True
    return {
        **data,
        "start": start,
        "length": len(text),
        "sha256": _digest(text),
        "calls_before": calls_before,
    }


def parts_again(
    text: str, reasoning: Iterable[Reasoning], calls: Sequence[JsonObject]
) -> list[JsonObject]:
    """The parts of an earlier answer; `calls` are its calls, signed already.

    Signed parts are cut out of the text again. One whose text has changed since loses its
    signature, which was made for another text; its text stays.
    """
    parts: list[JsonObject] = []
    written = called = 0
    for mark, signed in _signed(text, reasoning):
        if mark.start < written:
            continue
        if before := text[written : mark.start]:
            parts.append({"text": before})
        parts += calls[called : mark.calls_before]
        called = max(called, mark.calls_before)
        parts.append(signed)
        written = mark.start if mark.is_thought else mark.start + mark.length
    if rest := text[written:]:
        parts.append({"text": rest})
    return [*parts, *calls[called:]]


def _signed(text: str, reasoning: Iterable[Reasoning]) -> Iterator[tuple[_Mark, JsonObject]]:
    for item in reasoning:
        mark = _mark_in(item.data or {})
        if mark is None:
            continue
        if mark.is_thought:
            piece = item.text[len(item.text) - mark.length :]
        else:
            piece = text[mark.start : mark.start + mark.length]
        if _digest(piece) != mark.digest:
            continue
        thought: JsonObject = {"thought": True} if mark.is_thought else {}
        yield mark, {"text": piece, **thought, SIGNATURE: mark.signature}


def _mark_in(data: JsonObject) -> _Mark | None:
    signature, digest = text_of(data.get(SIGNATURE)), text_of(data.get("sha256"))
    start, length = count_of(data.get("start")), count_of(data.get("length"))
    calls_before = count_of(data.get("calls_before"))
    if not signature or start is None or length is None or calls_before is None:
        return None
    is_thought = data.get("thought") is True
    return _Mark(signature, is_thought, start, length, digest, calls_before)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
