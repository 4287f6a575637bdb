"""Spells kept approvals as the text of their file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Final, assert_never

from zeroclaw_api.approvals import (
    ApprovalScope,
    CommandPrefix,
    KeptApproval,
    SameCall,
    SamePath,
)
from zeroclaw_api.errors import InvalidJson, WireError
from zeroclaw_api.json import Json, canonical_json, parse_json_object
from zeroclaw_api.wire import from_wire, to_wire

__all__ = ["SHORTEST_ID", "approvals_in", "approvals_text", "digest_of", "is_bounded", "short_ids"]

SHORTEST_ID: Final = 8
"""Characters of a digest that tell one approval from another, unless two begin alike."""

VERSION: Final = 1


def approvals_text(approvals: Iterable[KeptApproval]) -> bytes:
    """The text for `approvals_in`."""
    form = {"version": VERSION, "approvals": [to_wire(each) for each in approvals]}
    return f"{json.dumps(form, indent=2)}\n".encode()


def approvals_in(data: bytes) -> tuple[KeptApproval, ...] | None:
    """What a text spells; None when any of it is not exactly as it would be written.

    What a reader does not know might narrow an approval, so it is never passed over.
    """
    try:
        form = parse_json_object(data)
        forms = form.get("approvals")
        if form != {"version": VERSION, "approvals": forms} or not isinstance(forms, list):
            return None
        approvals = tuple(from_wire(KeptApproval, each) for each in forms)
        is_exact = all(to_wire(each) == one for each, one in zip(approvals, forms, strict=True))
    except (InvalidJson, WireError, OverflowError):
        # The last one is for a time that there is not everywhere on earth.
        return None
    return approvals if is_exact and all(is_bounded(each.scope) for each in approvals) else None


def is_bounded(scope: ApprovalScope) -> bool:
    """Whether it says what it is for: a prefix without words would be one of every command."""
    match scope:
        case CommandPrefix(words):
            return bool(words and words[0])
        case SamePath(path):
            return bool(path)
        case SameCall(digest):
            return bool(digest)
        case _:
            assert_never(scope)


def digest_of(approval: KeptApproval) -> str:
    """What tells an approval from others, whoever gave it, whenever; in hex digits."""
    parts: Json = [approval.agent, approval.tool, to_wire(approval.scope)]
    return sha256(canonical_json(parts).encode()).hexdigest()


def short_ids(digests: Iterable[str]) -> Mapping[str, str]:
    """The short id of each digest, which no other one of them begins with."""
    ordered = sorted(set(digests))
    # What begins most alike stands side by side.
    alike = [_alike(*pair) for pair in pairwise(ordered)]
    return {
        digest: digest[: max(SHORTEST_ID, before + 1, after + 1)]
        for digest, before, after in zip(ordered, [0, *alike], [*alike, 0], strict=False)
    }


def _alike(one: str, other: str) -> int:
    """With how many equal characters two different digests begin."""
    return next(at for at, (mine, its) in enumerate(zip(one, other, strict=True)) if mine != its)
