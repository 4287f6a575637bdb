"""The one error of fetching says what was not done, then why."""

from __future__ import annotations

from zeroclaw.bundled.errors import BundledModelUnfetched


def test_error_names_what_was_wanted_with_the_reason() -> None:
    error = BundledModelUnfetched(problem="the disk is full")
    assert str(error) == "Cannot fetch the bundled model: the disk is full."
