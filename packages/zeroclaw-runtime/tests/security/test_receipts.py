"""A receipt holds for one call with one result, in the session that issued it."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.json import JsonObject
from zeroclaw_runtime.security.receipts import MOST_RECEIPTS, RECEIPT, Receipts

KEY = bytes(range(32))
ARGS: JsonObject = {"path": "ö.txt", "a": 1}
CALL = ("read", ARGS, "line one")


def test_token_has_the_form_of_the_first_version() -> None:
    token = Receipts(KEY).issue(*CALL, 1_790_000_000)
    text = 'read|{"a":1,"path":"ö.txt"}|line one|1790000000'
    mac = hmac.digest(KEY, text.encode(), hashlib.sha256)
    encoded = base64.urlsafe_b64encode(mac).decode().rstrip("=")
    assert token == f"zc-receipt-1790000000-{encoded}"
    assert RECEIPT.fullmatch(token)
    assert len(encoded) == 43


def test_result_without_text_counts_as_no_output() -> None:
    receipts = Receipts(KEY)
    assert receipts.issue("a", {}, "", 5) == receipts.issue("a", {}, "(no output)", 5)


def test_issued_receipt_is_known_with_its_call() -> None:
    receipts = Receipts(KEY)
    token = receipts.issue(*CALL, 7)
    assert receipts.is_issued(token)
    assert receipts.tool_of(token) == "read"
    assert receipts.verify(token, *CALL)


ATTACKS: dict[str, Callable[[Receipts, str], bool]] = {
    "another tool": lambda book, token: book.verify(token, "write", ARGS, "line one"),
    "other arguments": lambda book, token: book.verify(token, "read", {"path": "x"}, "line one"),
    "another result": lambda book, token: book.verify(token, "read", ARGS, "line two"),
    "a cut result": lambda book, token: book.verify(token, "read", ARGS, "line"),
    "another time": lambda book, token: book.verify(token.replace("-7-", "-8-"), *CALL),
    "a longer token": lambda book, token: book.verify(f"{token}A", *CALL),
    "an empty token": lambda book, _token: book.verify("", *CALL),
    "a half character": lambda book, _token: book.is_issued("\ud800"),
    "a secret in its clothes": lambda book, _token: book.is_issued("zc-receipt-1-" + "s" * 43),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_receipt_holds_for_nothing_else(attack: Callable[[Receipts, str], bool]) -> None:
    receipts = Receipts(KEY)
    token = receipts.issue(*CALL, 7)
    assert not attack(receipts, token)
    assert receipts.verify(token, *CALL), "the control: the receipt itself holds"


def test_receipt_of_another_session_is_unknown() -> None:
    token = Receipts(b"o" * 32).issue(*CALL, 7)
    assert not Receipts(KEY).is_issued(token)


def test_right_token_that_was_never_issued_is_refused() -> None:
    token = Receipts(KEY).issue(*CALL, 7)
    assert not Receipts(KEY).verify(token, *CALL)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=20), st.text(max_size=50), st.integers(0, 10**11))
def test_any_call_has_a_receipt_that_holds(name: str, result: str, epoch: int) -> None:
    receipts = Receipts(KEY)
    token = receipts.issue(name, {"a": name}, result, epoch)
    assert receipts.verify(token, name, {"a": name}, result)
    assert not receipts.verify(token, f"{name}x", {"a": name}, result)


def test_memory_of_receipts_has_an_end() -> None:
    receipts = Receipts(KEY)
    first = receipts.issue("a", {}, "first", 0)
    second = receipts.issue("a", {}, "second", 0)
    for number in range(MOST_RECEIPTS - 1):
        receipts.issue("a", {}, str(number), 1)
    assert not receipts.is_issued(first)
    assert receipts.is_issued(second)
