"""Secrets of every shape are taken out, ordinary texts stay as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from leak_cases import (
    KEY_BODY,
    assignment_cases,
    block,
    made_up,
    near_misses,
    ordinary_texts,
    shape_cases,
)

from zeroclaw_runtime.security.leaks.detector import RULES, LeakDetector
from zeroclaw_runtime.security.leaks.known import KnownSecrets
from zeroclaw_runtime.security.receipts import Receipts

Record = Callable[[str, object], None]

NO_SECRETS = KnownSecrets.of([])
DETECTOR = LeakDetector(NO_SECRETS, lambda _: False)
CASES = [*shape_cases(), *assignment_cases()]
FEWEST = 5
B64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def test_every_made_up_secret_is_found_by_its_rule(record_property: Record) -> None:
    missed = []
    found: Counter[str] = Counter()
    for case in CASES:
        redacted = DETECTOR.redact(case.text)
        rules = [leak.rule for leak in redacted.leaks]
        if case.secret in redacted.text or not rules:
            missed.append((case.rule, case.text, redacted.text))
        found[case.rule] += 1
    record_property("recall", f"{1 - len(missed) / len(CASES):.3f} of {len(CASES)}")
    assert missed == []
    named = {rule.name for rule in RULES} | {"high_entropy"}
    assert {name for name in named if found[name] < FEWEST} == set()


def test_a_finding_names_the_rule_of_the_shape() -> None:
    misnamed: Counter[str] = Counter()
    for case in CASES:
        if case.rule not in {leak.rule for leak in DETECTOR.redact(case.text).leaks}:
            misnamed[case.rule] += 1
    # What begins first names a finding, and a name or a header begins before the value.
    assert misnamed == {}


def test_no_near_miss_is_taken_for_a_secret(record_property: Record) -> None:
    count: Counter[str] = Counter()
    false = []
    for rule, text in near_misses():
        count[rule] += 1
        redacted = DETECTOR.redact(text)
        if redacted.leaks or redacted.text != text:
            false.append((rule, text, redacted.text))
    record_property("near misses redacted", f"{len(false)} of {count.total()}")
    assert false == []
    named = {rule.name for rule in RULES} | {"high_entropy", "private_key_block"}
    assert {name for name in named if count[name] < FEWEST} == set()


def test_two_hundred_ordinary_texts_stay_as_they_are(record_property: Record) -> None:
    texts = ordinary_texts()
    changed = [text for text in texts if DETECTOR.redact(text).text != text]
    record_property("false redactions", f"{len(changed)} of {len(texts)}")
    assert len(texts) == 200
    assert changed == []


@pytest.mark.parametrize(
    "kind",
    [
        "PRIVATE KEY",
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "DSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ],
)
@pytest.mark.parametrize("is_cut", [False, True])
@pytest.mark.parametrize("spelled", ["plain", "json", "quoted"])
def test_a_private_key_is_taken_out_as_a_whole(kind: str, is_cut: bool, spelled: str) -> None:
    text = block(kind, is_cut=is_cut)
    if spelled == "json":
        text = '{"private_key": "' + text.replace("\n", "\\n") + '"}'
    if spelled == "quoted":
        text = "> " + text.replace("\n", "\n> ")
    redacted = DETECTOR.redact(f"before {text} after")
    assert not any(line in redacted.text for line in KEY_BODY.splitlines())
    assert "before " in redacted.text
    assert "[REDACTED_PRIVATE_KEY]" in redacted.text
    assert ("after" in redacted.text) is not is_cut


def test_a_receipt_passes_only_when_it_was_issued() -> None:
    receipts = Receipts(bytes(32))
    issued = receipts.issue("shell", {}, "done", 1_764_547_200)
    detector = LeakDetector(NO_SECRETS, receipts.is_issued)
    assert detector.redact(f"done: {issued}.").text == f"done: {issued}."
    assert detector.redact(f"_{issued}_").text == f"_{issued}_"
    assert DETECTOR.redact(issued).text == "[REDACTED_UNKNOWN_RECEIPT]"


def test_a_secret_behind_the_prefix_of_a_receipt_is_caught() -> None:
    receipts = Receipts(bytes(32))
    issued = receipts.issue("shell", {}, "done", 1_764_547_200)
    detector = LeakDetector(NO_SECRETS, receipts.is_issued)
    secret = made_up(43, B64, 5)
    for text in (f"zc-receipt-1-{secret}", f"{issued}-{secret}", f"zc-receipt-1-{secret}{issued}"):
        assert secret not in detector.redact(text).text


def test_control_who_trusts_any_receipt_lets_a_secret_through() -> None:
    trusting = LeakDetector(NO_SECRETS, lambda _: True)
    secret = made_up(43, B64, 5)
    assert secret in trusting.redact(f"zc-receipt-1-{secret}").text


def test_overlapping_findings_are_replaced_as_one() -> None:
    secret = "ghp_" + "A1b2" * 9
    known = LeakDetector(KnownSecrets.of(["b2-and-more-of-it"]), lambda _: False)
    redacted = known.redact(f"{secret}-and-more-of-it; next")
    assert redacted.text == "[REDACTED_API_KEY]; next"
    assert [leak.rule for leak in redacted.leaks] == ["github"]


def test_low_sensitivity_judges_no_value_by_its_name() -> None:
    calm = LeakDetector(NO_SECRETS, lambda _: False, sensitivity=0.5)
    assert calm.redact("password=hunter2-c0rrect").leaks == ()
    assert calm.redact("ghp_" + "A1b2" * 9).leaks != ()


def test_high_entropy_tokens_can_be_left_alone() -> None:
    calm = LeakDetector(NO_SECRETS, lambda _: False, high_entropy_tokens=False)
    token = made_up(40, B64, 77)
    assert calm.redact(token).leaks == ()
    assert DETECTOR.redact(token).text == "[REDACTED_HIGH_ENTROPY_TOKEN]"


@given(st.lists(st.sampled_from([case.text for case in CASES] + ordinary_texts()), max_size=4))
@example([block(), "\n", block(is_cut=True)])
@settings(max_examples=100, deadline=None)
def test_redacting_again_changes_nothing(texts: list[str]) -> None:
    once = DETECTOR.redact("\n".join(texts)).text
    assert DETECTOR.redact(once).text == once
