"""Keys are found by their shape, in a time that grows with the text alone."""

from __future__ import annotations

import re
from time import process_time

import pytest
from leak_cases import shape_cases

from zeroclaw_runtime.security.leaks.detector import LeakDetector
from zeroclaw_runtime.security.leaks.known import KnownSecrets
from zeroclaw_runtime.security.leaks.rule import WORD
from zeroclaw_runtime.security.leaks.vendors import VENDOR_RULES

DETECTOR = LeakDetector(KnownSecrets.of([]), lambda _: False)


def cost(text: str) -> float:
    best = 60.0
    for _ in range(3):
        began = process_time()
        DETECTOR.redact(text)
        best = min(best, process_time() - began)
    return best


@pytest.mark.parametrize("anchor", sorted({a for rule in VENDOR_RULES for a in rule.anchors}))
def test_a_beginning_without_end_costs_no_more_than_its_length(anchor: str) -> None:
    # Eight times the text: quadratic work would cost sixty-four times as much.
    few = anchor * (10_000 // len(anchor))
    assert cost(few * 8) < 24 * cost(few) + 0.05


def test_a_match_is_a_single_word_of_fifteen_characters() -> None:
    word = re.compile(f"[{WORD}]+")
    rules = {rule.name: rule for rule in VENDOR_RULES}
    for case in shape_cases():
        if case.rule in rules:
            match = re.search(rules[case.rule].pattern, case.text)
            assert match is not None, case
            assert word.fullmatch(match[0])
            assert len(match[0]) >= 15 or "://" in match[0]


def test_rules_for_single_words_have_no_beginning() -> None:
    assert not any(rule.beginning or rule.is_guess for rule in VENDOR_RULES)
    assert len({rule.name for rule in VENDOR_RULES}) == len(VENDOR_RULES)


def test_a_prefix_inside_another_word_begins_no_key() -> None:
    digest = "0123456789abcdef" * 2
    for text in (f"monkey-{digest}", f"TASK{digest}", f"sha256_dapi_{digest}", f"xAC{digest}"):
        assert DETECTOR.redact(text).leaks == ()
    assert DETECTOR.redact(f"key-{digest}").leaks != ()
