"""Tests of how a planned body is marked, cut off, sliced, delayed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_testing.model_server import Delivery, Pause, Silence
from zeroclaw_testing.model_server.wire_steps import HangUp, WireStep, delivered

PLANS = st.lists(st.binary(max_size=9) | st.just(Pause(1)) | st.just(Silence()), max_size=8)


def _bytes(steps: list[WireStep]) -> bytes:
    return b"".join(step for step in steps if isinstance(step, bytes))


def _before_hanging_up(steps: list[WireStep]) -> list[WireStep]:
    return steps[: steps.index(HangUp())] if HangUp() in steps else steps


@given(PLANS, st.integers(1, 7))
def test_slicing_keeps_every_byte_and_every_wait(plan: list[WireStep], size: int) -> None:
    sliced = list(delivered(iter(plan), Delivery(write_size=size)))
    assert _bytes(sliced) == _bytes(plan)
    assert [s for s in sliced if isinstance(s, Pause | Silence)] == [
        s for s in plan if isinstance(s, Pause | Silence)
    ]
    assert all(len(step) <= size for step in sliced if isinstance(step, bytes))


@given(PLANS, st.integers(0, 40))
def test_cutting_off_hangs_up_after_exactly_so_many_bytes(plan: list[WireStep], limit: int) -> None:
    cut = list(delivered(iter(plan), Delivery(cut_after=limit)))
    assert _bytes(cut) == _bytes(plan)
    assert _bytes(_before_hanging_up(cut)) == _bytes(plan)[:limit]
    reached = limit <= len(_bytes(plan)) and any(isinstance(step, bytes) for step in plan)
    assert (HangUp() in cut) is reached


def test_slices_run_across_the_frames_they_are_cut_from() -> None:
    plan: list[WireStep] = [b"abc", b"def", Pause(1), b"g"]
    assert list(delivered(iter(plan), Delivery(write_size=2))) == [
        b"ab",
        b"cd",
        b"ef",
        Pause(1),
        b"g",
    ]


def test_a_delay_comes_before_every_write() -> None:
    delivery = Delivery(write_size=2, write_delay=0.5)
    assert list(delivered(iter([b"abc"]), delivery)) == [Pause(0.5), b"ab", Pause(0.5), b"c"]


def test_the_byte_order_mark_comes_first_and_counts_as_body() -> None:
    delivery = Delivery(byte_order_mark=True, cut_after=4)
    assert list(delivered(iter([b"abc"]), delivery)) == [
        b"\xef\xbb\xbf",
        b"a",
        HangUp(),
        b"bc",
    ]
