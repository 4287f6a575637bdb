"""The ledger of calls: what it keeps of each, the one written form that all agree on."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final, Protocol

from attrs import field, frozen

from zeroclaw_api.errors import InvalidJson, WireError
from zeroclaw_api.json import Json, JsonObject, canonical_json, parse_json_object
from zeroclaw_api.messages import ResultStatus

__all__ = [
    "GENESIS",
    "LEDGER_START",
    "LEDGER_VERSION",
    "Ledger",
    "LedgerDraft",
    "LedgerHead",
    "LedgerRecord",
    "LedgerSeal",
    "parse_record",
    "parse_seal",
    "record_line",
    "seal_line",
]

LEDGER_VERSION: Final = 2
"""Version 1 is the receipt that a model sees; what is kept of a call is this."""

GENESIS: Final = "0" * 64
"""What the first record has in place of the digest of one before it."""

_NO_FACTS: Final[JsonObject] = MappingProxyType({})


@frozen
class LedgerDraft:
    """What is known of a call when it has its result, whether it ran or not.

    `scope` is its session. The digests are SHA-256 in hex: of the arguments as canonical JSON, of
    the whole text of the result, of that part of it that the model was shown. `rule` is what
    denied it. `count` is how many things it found, None where nothing is counted; `facts` are
    values it found, by name. `ts_ms` counts milliseconds since 1970, UTC.
    """

    scope: str
    call_id: int
    tool: str
    args_sha256: str
    full_sha256: str
    shown_sha256: str
    outcome: ResultStatus
    ts_ms: int
    rule: str = ""
    count: int | None = None
    facts: JsonObject = field(default=_NO_FACTS, hash=False)


@frozen
class LedgerHead:
    """Where a ledger ends: how many records it has, the digest of the last one's line."""

    count: int
    digest: str

    def following(self, draft: LedgerDraft) -> LedgerRecord:
        """The record that a draft becomes behind this head; every ledger decides by this rule."""
        return LedgerRecord(draft, self.count + 1, self.digest)

    def after(self, line: bytes) -> LedgerHead:
        """The head once this line is there."""
        return LedgerHead(self.count + 1, sha256(line).hexdigest())


LEDGER_START: Final = LedgerHead(0, GENESIS)


@frozen
class LedgerRecord:
    """A draft in its place: `seq` counts from 1 over all scopes, `prev` is the line before it."""

    draft: LedgerDraft
    seq: int
    prev: str


@frozen
class LedgerSeal:
    """Somebody who has the key says that the ledger had come to this head by `ts_ms`."""

    head: LedgerHead
    ts_ms: int


def record_line(record: LedgerRecord, key: bytes) -> bytes:
    """The written form, without a line's end; only who has the key can write such a line."""
    return _signed(_record_form(record), key, b"record")


def seal_line(seal: LedgerSeal, key: bytes) -> bytes:
    """The written form, without a line's end."""
    return _signed(_seal_form(seal), key, b"seal")


def parse_record(line: bytes, key: bytes | None) -> LedgerRecord:
    """What a line says; without a key, whoever wrote it. Raises `WireError`."""
    form, mac = _opened(line, "ledger record")
    record = _record(form)
    if key is not None:
        _require_mac(form, mac, key, b"record", "ledger record")
    if canonical_json({**_record_form(record), "mac": mac}).encode() != line:
        raise WireError(what="ledger record", problem="it is not spelled as records are")
    return record


def parse_seal(line: bytes, key: bytes) -> LedgerSeal:
    """What a seal says, if it is one of ours. Raises `WireError`."""
    form, mac = _opened(line, "ledger seal")
    _require_mac(form, mac, key, b"seal", "ledger seal")
    count, digest, at = form.get("count"), form.get("hash"), form.get("ts_ms")
    if not (_is_number(count) and isinstance(digest, str) and _is_number(at)):
        raise WireError(what="ledger seal", problem="a field is missing")
    return LedgerSeal(LedgerHead(_number(count), digest), _number(at))


def _signed(form: Mapping[str, Json], key: bytes, purpose: bytes) -> bytes:
    return canonical_json({**form, "mac": _mac(form, key, purpose)}).encode()


def _mac(form: Mapping[str, Json], key: bytes, purpose: bytes) -> str:
    # The purpose keeps a record from being taken for a seal, whatever fields they come to have.
    return hmac.new(key, purpose + b"\0" + canonical_json(form).encode(), sha256).hexdigest()


def _require_mac(form: JsonObject, mac: str, key: bytes, purpose: bytes, what: str) -> None:
    if not hmac.compare_digest(mac.encode(), _mac(form, key, purpose).encode()):
        raise WireError(what=what, problem="its signature is wrong")


def _opened(line: bytes, what: str) -> tuple[JsonObject, str]:
    try:
        form = dict(parse_json_object(line))
    except InvalidJson as error:
        raise WireError(what=what, problem=str(error)) from error
    mac = form.pop("mac", None)
    if not isinstance(mac, str) or form.get("v") != LEDGER_VERSION:
        raise WireError(what=what, problem=f"it is not of version {LEDGER_VERSION}")
    return form, mac


def _seal_form(seal: LedgerSeal) -> dict[str, Json]:
    head = seal.head
    return {"v": LEDGER_VERSION, "count": head.count, "hash": head.digest, "ts_ms": seal.ts_ms}


def _record_form(record: LedgerRecord) -> dict[str, Json]:
    draft = record.draft
    form: dict[str, Json] = {
        "v": LEDGER_VERSION,
        "seq": record.seq,
        "prev": record.prev,
        "scope": draft.scope,
        "call_id": draft.call_id,
        "tool": draft.tool,
        "args": draft.args_sha256,
        "full": draft.full_sha256,
        "shown": draft.shown_sha256,
        "outcome": draft.outcome.value,
        "ts_ms": draft.ts_ms,
    }
    if draft.rule:
        form["rule"] = draft.rule
    if draft.count is not None:
        form["count"] = draft.count
    if draft.facts:
        form["facts"] = dict(draft.facts)
    return form


def _record(form: JsonObject) -> LedgerRecord:
    texts = {name: form.get(name) for name in ("prev", "scope", "tool", "args", "full", "shown")}
    numbers = {name: form.get(name) for name in ("seq", "call_id", "ts_ms")}
    outcome, rule, count = form.get("outcome"), form.get("rule", ""), form.get("count")
    facts = form.get("facts", {})
    fits = (
        all(isinstance(value, str) for value in texts.values())
        and all(_is_number(value) for value in numbers.values())
        and outcome in set(ResultStatus)
        and isinstance(rule, str)
        and (count is None or _is_number(count))
        and isinstance(facts, Mapping)
    )
    if not fits:
        raise WireError(what="ledger record", problem="a field is missing, or is of another kind")
    draft = LedgerDraft(
        scope=str(texts["scope"]),
        call_id=_number(numbers["call_id"]),
        tool=str(texts["tool"]),
        args_sha256=str(texts["args"]),
        full_sha256=str(texts["full"]),
        shown_sha256=str(texts["shown"]),
        outcome=ResultStatus(str(outcome)),
        ts_ms=_number(numbers["ts_ms"]),
        rule=str(rule),
        count=None if count is None else _number(count),
        facts=facts if isinstance(facts, Mapping) else {},
    )
    return LedgerRecord(draft, _number(numbers["seq"]), str(texts["prev"]))


def _is_number(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Json) -> int:
    return value if isinstance(value, int) else 0


class Ledger(Protocol):
    """The calls of all sessions in one chain, so that a missing or changed one shows.

    It is not the history of a session, and keeps digests in place of texts. Sessions call it, many
    at once. `append` waits until the record is durable; one that raises is not in the ledger, and
    one that was cancelled is there whole or not at all.
    Fake: `zeroclaw_testing.FakeLedger`. Kit: `zeroclaw_testing.kits.ledger`.
    """

    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        """Put a call behind all others. Raises `ZeroClawError` (any) when it cannot be kept."""
