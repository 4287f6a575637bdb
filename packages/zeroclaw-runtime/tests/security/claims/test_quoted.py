"""A quoted receipt proves something only where it belongs."""

from __future__ import annotations

import pytest

from zeroclaw_api.messages import ResultStatus
from zeroclaw_runtime.security.claims.evidence import Evidence
from zeroclaw_runtime.security.claims.finding import ClaimKind
from zeroclaw_runtime.security.claims.quoted import check_receipts
from zeroclaw_runtime.security.receipts import Receipts

BOOK = Receipts(b"k" * 32)
OLD = BOOK.issue("read", {"path": "a"}, "old", 1)
READ = BOOK.issue("read", {"path": "a"}, "text", 2)
SENT = BOOK.issue("send", {"to": "b"}, "ok", 2)
OF_ANOTHER_SESSION = Receipts(b"o" * 32).issue("read", {"path": "a"}, "text", 2)
EVIDENCE = [
    Evidence("read", ResultStatus.SUCCESS, {"path": "a"}, "text", receipt=READ),
    Evidence("send", ResultStatus.SUCCESS, {"to": "b"}, "ok", receipt=SENT),
]


def kinds(answer: str) -> list[ClaimKind]:
    return [finding.kind for finding in check_receipts(answer, EVIDENCE, BOOK)]


@pytest.mark.parametrize(
    "answer",
    [
        "Nothing quoted.",
        f"Done ({READ}).",
        f"---\nTool receipts:\n  read: {READ}\n  send: {SENT}",
        f"Done: {READ}",
    ],
)
def test_right_receipts_pass_as_the_control(answer: str) -> None:
    assert kinds(answer) == []


@pytest.mark.parametrize(
    "token",
    [
        "zc-receipt-2-" + "A" * 43,
        OF_ANOTHER_SESSION,
        READ[:-1],
        READ + "A",
        READ.replace("-2-", "-3-"),
        "zc-receipt-",
        "zc-receipt-1-my-secret-value",
    ],
)
def test_forged_receipt_is_flagged_wherever_it_stands(token: str) -> None:
    assert kinds(f"Done ({token}).") == [ClaimKind.FORGED_RECEIPT]
    assert kinds(f"read: {token}") == [ClaimKind.FORGED_RECEIPT]


def test_receipt_of_an_earlier_turn_is_flagged_as_replayed() -> None:
    assert kinds(f"read: {OLD}") == [ClaimKind.REPLAYED_RECEIPT]


def test_receipt_beside_another_tool_is_flagged_as_foreign() -> None:
    assert kinds(f"send: {READ}") == [ClaimKind.FOREIGN_RECEIPT]


def test_every_receipt_of_an_answer_is_looked_at() -> None:
    assert kinds(f"{READ} {OLD} zc-receipt-9-x") == [
        ClaimKind.REPLAYED_RECEIPT,
        ClaimKind.FORGED_RECEIPT,
    ]
