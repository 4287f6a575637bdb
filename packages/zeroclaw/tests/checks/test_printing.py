"""What a command prints arrives whole, or it is told why not."""

from __future__ import annotations

import pytest

from zeroclaw.checks.printing import print_text


def test_text_arrives_on_standard_output_as_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    text = "line ✓\n" * 20_000
    print_text(text)
    assert capfd.readouterr().out == text
