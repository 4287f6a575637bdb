"""Models that failed a moment ago."""

from __future__ import annotations

from zeroclaw_runtime.limits.resting import Resting


def test_one_that_rests_is_named_until_its_moment_or_its_answer() -> None:
    resting = Resting()
    resting.begin("a", 10.0)
    resting.begin("b", 20.0)
    assert resting.names(9.0) == {"a", "b"}
    assert resting.names(10.0) == {"b"}
    resting.end("b")
    resting.end("never began")
    assert resting.names(10.0) == frozenset()


def test_a_shorter_rest_does_not_end_a_longer_one() -> None:
    resting = Resting()
    resting.begin("a", 60.0)
    resting.begin("a", 10.0)
    assert resting.names(30.0) == {"a"}


def test_a_moment_of_another_clock_lets_nobody_rest_for_ever() -> None:
    resting = Resting()
    resting.begin("a", 1_000_000.0)
    assert resting.names(5.0) == frozenset()
