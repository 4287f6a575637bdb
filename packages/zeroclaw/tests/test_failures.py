"""Whatever went wrong becomes one sentence."""

from __future__ import annotations

from zeroclaw.errors import HomeUnusable
from zeroclaw.failures import first_cause, sentence

OURS = HomeUnusable(path="/x", problem="it is read-only")


def test_our_own_error_is_found_in_any_depth() -> None:
    group = BaseExceptionGroup("", [KeyError("k"), ExceptionGroup("", [ValueError("v"), OURS])])
    assert first_cause(group) is OURS


def test_first_error_stands_for_a_group_of_strangers() -> None:
    first = KeyError("k")
    assert first_cause(ExceptionGroup("", [first, ValueError("v")])) is first


def test_our_own_error_speaks_for_itself() -> None:
    assert sentence(OURS) == str(OURS)


def test_foreign_error_says_how_to_report_it() -> None:
    assert sentence(TypeError("no")) == (
        "Internal error: TypeError: no. Run it again with --debug and report what it shows."
    )
