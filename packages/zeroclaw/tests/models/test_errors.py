"""What is not known is said with what to do."""

from __future__ import annotations

from zeroclaw.models.errors import NothingKnown


def test_name_stands_before_what_to_do() -> None:
    error = NothingKnown(name="gpt-5o", hint="Did you mean gpt-4o?")
    assert str(error) == "Nothing is known about gpt-5o. Did you mean gpt-4o?"
