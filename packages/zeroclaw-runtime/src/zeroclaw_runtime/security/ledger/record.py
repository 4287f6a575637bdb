"""Turns a call with its result into what the ledger keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from attrs import frozen

from zeroclaw_api.json import Json, JsonObject, canonical_json, well_formed
from zeroclaw_api.ledger import LedgerDraft
from zeroclaw_api.messages import Media, ToolCall, ToolResult

__all__ = ["Findings", "draft_of", "findings_of"]

LONGEST_NAME: Final = 100
"""Characters of a tool's name that are kept: a model may make up any name."""

MOST_FACTS: Final = 32
LONGEST_FACT: Final = 200
"""Facts of a call that are kept, characters of a text among them: enough to compare, no copy."""


@frozen
class Findings:
    """What a call found, as a program sees it: how many things, which values by name."""

    count: int | None
    facts: JsonObject


def findings_of(data: Json) -> Findings:
    """Read the data of a result: the length of a list, or `count` and `facts` of an object."""
    if isinstance(data, Mapping):
        count, facts = data.get("count"), data.get("facts")
        is_count = isinstance(count, int) and not isinstance(count, bool) and count >= 0
        kept = _facts(facts) if isinstance(facts, Mapping) else {}
        return Findings(count if is_count and isinstance(count, int) else None, kept)
    if isinstance(data, list | tuple):
        return Findings(len(data), {})
    return Findings(None, {})


def draft_of(
    scope: str, call: ToolCall, result: ToolResult, ts_ms: int, rule: str = ""
) -> LedgerDraft:
    """What is kept of a call: digests, never its texts; `rule` is what denied it."""
    found = findings_of(result.data)
    shown = _shown_digest(result)
    return LedgerDraft(
        scope=scope,
        call_id=call.id,
        tool=well_formed(call.name[:LONGEST_NAME]),
        args_sha256=_digest(canonical_json(call.args)),
        full_sha256=result.full_sha256 or shown,
        shown_sha256=shown,
        outcome=result.status,
        ts_ms=ts_ms,
        rule=well_formed(rule[:LONGEST_NAME]),
        count=found.count,
        facts=found.facts,
    )


def _facts(given: JsonObject) -> JsonObject:
    """The plain values among them, few and short."""
    kept: dict[str, Json] = {}
    for name, value in given.items():
        if len(kept) == MOST_FACTS:
            break
        if isinstance(value, str):
            kept[well_formed(name[:LONGEST_NAME])] = well_formed(value[:LONGEST_FACT])
        elif isinstance(value, bool | int | float):
            kept[well_formed(name[:LONGEST_NAME])] = value
    return kept


def _shown_digest(result: ToolResult) -> str:
    media = [part.sha256 for part in result.content if isinstance(part, Media)]
    return _digest("\n".join([result.text, *media]) if media else result.text)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
