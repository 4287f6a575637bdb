"""The loop detector counts equal exchanges, result included."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_runtime.limits.loop_detector import WINDOW, LoopDetector, LoopVerdict


def verdicts(*exchanges: tuple[str, str, str]) -> list[LoopVerdict]:
    detector = LoopDetector()
    return [detector.see(*exchange) for exchange in exchanges]


def test_the_third_equal_exchange_warns_and_the_fifth_stops() -> None:
    fine, warn, stop = LoopVerdict.FINE, LoopVerdict.WARN, LoopVerdict.STOP
    assert verdicts(*[("read", "{}", "same")] * 6) == [fine, fine, warn, warn, stop, stop]


def test_polling_something_that_changes_never_counts() -> None:
    polled = [("read", "{}", str(number)) for number in range(100)]
    assert set(verdicts(*polled)) == {LoopVerdict.FINE}


def test_two_calls_that_alternate_are_caught_as_well() -> None:
    ping_pong = [("a", "{}", "x"), ("b", "{}", "y")] * 5
    assert verdicts(*ping_pong)[-1] is LoopVerdict.STOP


def test_an_exchange_that_left_the_window_is_forgotten() -> None:
    same = ("read", "{}", "same")
    others = [("read", "{}", str(number)) for number in range(WINDOW)]
    assert verdicts(same, same, *others, same)[-1] is LoopVerdict.FINE


exchanges = st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), st.sampled_from("01"))


@given(st.lists(exchanges, max_size=60))
def test_the_verdict_is_the_count_within_the_window(seen: list[tuple[str, str, str]]) -> None:
    for index, verdict in enumerate(verdicts(*seen)):
        times = seen[max(0, index + 1 - WINDOW) : index + 1].count(seen[index])
        expected = LoopVerdict.FINE
        if times >= 3:
            expected = LoopVerdict.STOP if times >= 5 else LoopVerdict.WARN
        assert verdict is expected
