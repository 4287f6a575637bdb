"""A database is judged by what could be read of it."""

from __future__ import annotations

from typing import Final

import pytest
from attrs import evolve

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.database import DatabaseFacts, judge_database

WHOLE: Final = DatabaseFacts("/h/state.db", "0001", size=10**6, schema="0001", sessions=2)

CASES: Final = {
    "whole": (WHOLE, Severity.OK, "1.0 MB, 2 sessions"),
    "not there": (evolve(WHOLE, is_there=False), Severity.OK, "no sessions yet"),
    "empty": (evolve(WHOLE, schema=None, sessions=None), Severity.OK, "no sessions yet"),
    "of an older form": (evolve(WHOLE, schema="0000", sessions=None), Severity.OK, ""),
    "of a newer form": (evolve(WHOLE, schema="0002"), Severity.ERROR, "0002"),
    "damaged": (evolve(WHOLE, damage="row 3"), Severity.ERROR, "row 3"),
    "unreadable": (evolve(WHOLE, problem="denied"), Severity.ERROR, "denied"),
    "held": (evolve(WHOLE, writer=42), Severity.WARNING, "42"),
}


@pytest.mark.parametrize("name", CASES)
def test_state_of_the_database_decides(name: str) -> None:
    facts, severity, words = CASES[name]
    [finding] = judge_database(facts)
    assert finding.severity is severity
    assert words in finding.text
    assert (finding.fix is None) is (severity is Severity.OK)
