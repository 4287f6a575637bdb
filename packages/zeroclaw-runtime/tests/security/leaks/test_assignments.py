"""A value is taken out by the name before it."""

from __future__ import annotations

import re
from time import process_time

import pytest
from leak_cases import assignment_cases

from zeroclaw_runtime.security.leaks.assignments import ASSIGNMENT_RULES
from zeroclaw_runtime.security.leaks.detector import LeakDetector
from zeroclaw_runtime.security.leaks.known import KnownSecrets

DETECTOR = LeakDetector(KnownSecrets.of([]), lambda _: False)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("password: hunter2-c0rrect.", "password: [REDACTED_SECRET]"),
        ('{"Password":"hunter2,c0rrect"}', '{"Password":"[REDACTED_SECRET]"}'),
        ('{\\"password\\":\\"hunter2,c0\\"}', '{\\"password\\":\\"[REDACTED_SECRET]\\"}'),
        ("f(password='hunter2(c0)rrect')", "f(password='[REDACTED_SECRET]')"),
        ("API_KEY=9fK2mQ7w9fK2mQ7w9fK2 x", "API_KEY=[REDACTED_API_KEY] x"),
        ("--db-password hunter2-c0 -v", "--db-password [REDACTED_SECRET] -v"),
        ("authorization: BASIC dXNlcjpwYXNz", "authorization: BASIC [REDACTED_SECRET]"),
    ],
)
def test_only_the_value_is_replaced(text: str, shown: str) -> None:
    assert DETECTOR.redact(text).text == shown


def test_a_beginning_matches_whatever_reaches_into_a_match() -> None:
    rules = {rule.name: rule for rule in ASSIGNMENT_RULES}
    seen = set()
    for case in assignment_cases():
        rule = rules.get(case.rule)
        if rule is None:
            continue
        match = re.search(rule.pattern, case.text)
        assert match is not None, case
        key_end = match.start() + len(re.split(r"[\"'\s:=\\]", match[0], maxsplit=1)[0])
        for end in range(key_end, match.end() + 1):
            beginning = re.compile(rf"(?:{rule.beginning})\Z", re.IGNORECASE)
            found = beginning.search(case.text[:end])
            assert found is not None, (case, case.text[:end])
            assert found.start() <= match.start()
        seen.add(rule.name)
    assert seen == set(rules)


@pytest.mark.parametrize(
    "part",
    ["password ", "token=a1.a", "secret='a1", "bearer ", "authorization: basic A", "api_key\t"],
)
def test_names_without_values_cost_no_more_than_their_length(part: str) -> None:
    def cost(text: str) -> float:
        began = process_time()
        DETECTOR.redact(text)
        return process_time() - began

    few = part * (10_000 // len(part))
    cost(few)
    assert cost(few * 8) < 24 * cost(few) + 0.05
