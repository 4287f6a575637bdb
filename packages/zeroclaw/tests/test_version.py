"""The literal says what the distribution is."""

from __future__ import annotations

from importlib.metadata import version

from zeroclaw.version import VERSION


def test_version_is_the_one_of_the_distribution() -> None:
    assert version("zeroclaw") == VERSION
