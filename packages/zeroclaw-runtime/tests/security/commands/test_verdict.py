"""A verdict forbids nothing unless it says so."""

from __future__ import annotations

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.verdict import CommandVerdict


def test_verdict_is_no_denial_and_keeps_nothing_by_default() -> None:
    verdict = CommandVerdict(Risk.LOW, frozenset({Effect.READ}), "r", "d", "ls")
    assert (verdict.denial, verdict.advice, verdict.prefixes) == (None, "", ())
