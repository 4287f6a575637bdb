"""Installed distributions are found by what ours requires."""

from __future__ import annotations

from zeroclaw.checks.looking.installed import look_at_installed
from zeroclaw.version import VERSION


def test_every_sibling_is_found_with_its_version() -> None:
    facts = look_at_installed()
    assert facts.own == VERSION
    assert {"zeroclaw-api", "zeroclaw-tool-call-parser", "zeroclaw-runtime"} <= set(facts.siblings)
    assert None not in facts.siblings.values()


def test_distribution_that_is_not_installed_has_no_siblings() -> None:
    assert look_at_installed("no-such-distribution-at-all").siblings == {}
