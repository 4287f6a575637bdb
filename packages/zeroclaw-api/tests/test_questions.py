"""What people may answer has stable words, silence is no answer."""

from __future__ import annotations

from typing import get_args

from zeroclaw_api.questions import Answered, AnswerReceipt, Choice, Resolution


def test_choices_and_receipts_keep_the_words_that_clients_send() -> None:
    assert [str(choice) for choice in Choice] == ["approve", "deny", "replace", "text"]
    assert [str(receipt) for receipt in AnswerReceipt] == [
        "accepted",
        "late",
        "not_allowed",
        "unknown",
    ]


def test_only_one_resolution_carries_a_reply() -> None:
    with_reply = [kind for kind in get_args(Resolution) if hasattr(kind, "reply")]
    assert with_reply == [Answered]
