"""The written form of the ledger: one spelling, signed, strict to read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.errors import WireError
from zeroclaw_api.ledger import (
    LEDGER_START,
    LedgerDraft,
    LedgerHead,
    LedgerSeal,
    parse_record,
    parse_seal,
    record_line,
    seal_line,
)
from zeroclaw_api.messages import ResultStatus

KEY, OTHER = b"k" * 32, b"o" * 32
DRAFT = LedgerDraft(
    "s", 7, "read", "a" * 64, "b" * 64, "c" * 64, ResultStatus.DENIED, 5, "readonly", 0, {"x": 1.5}
)
LINE = record_line(LEDGER_START.following(DRAFT), KEY)
SEAL = LedgerSeal(LEDGER_START.after(LINE), 9)


def test_record_comes_back_from_its_line() -> None:
    assert parse_record(LINE, KEY) == LEDGER_START.following(DRAFT)
    assert parse_record(LINE, None).draft == DRAFT


def test_seal_comes_back_from_its_line() -> None:
    assert parse_seal(seal_line(SEAL, KEY), KEY) == SEAL


def test_line_under_another_key_is_refused() -> None:
    with pytest.raises(WireError, match="signature"):
        parse_record(LINE, OTHER)
    with pytest.raises(WireError, match="signature"):
        parse_seal(seal_line(SEAL, OTHER), KEY)


def test_record_is_never_taken_for_a_seal() -> None:
    with pytest.raises(WireError, match="signature"):
        parse_seal(LINE, KEY)
    with pytest.raises(WireError, match="missing"):
        parse_record(seal_line(SEAL, KEY), KEY)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(LINE) - 1), st.integers(0, 255))
def test_no_byte_can_change_unseen(place: int, byte: int) -> None:
    changed = LINE[:place] + bytes([byte]) + LINE[place + 1 :]
    if changed == LINE:
        assert parse_record(changed, KEY).draft == DRAFT
        return
    with pytest.raises(WireError):
        parse_record(changed, KEY)


@pytest.mark.parametrize("name", ["seq", "prev", "scope", "tool", "args", "outcome", "ts_ms", "v"])
def test_line_without_a_field_is_refused(name: str) -> None:
    form = json.loads(LINE)
    del form[name]
    with pytest.raises(WireError):
        parse_record(json.dumps(form, sort_keys=True, separators=(",", ":")).encode(), None)


@pytest.mark.parametrize(
    "line", [b"", b"[]", b"null", b"{}", b'{"v":2}', b"\xff", LINE + b" ", LINE[:-1]]
)
def test_line_that_is_no_record_is_refused(line: bytes) -> None:
    with pytest.raises(WireError):
        parse_record(line, KEY)


def test_head_moves_on_by_one_line() -> None:
    head = LEDGER_START.after(LINE)
    assert head.count == 1
    assert head.following(DRAFT).prev == head.digest != LedgerHead(0, "").digest
