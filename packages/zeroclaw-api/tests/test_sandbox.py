"""A sandbox policy shuts the network unless told."""

from __future__ import annotations

from zeroclaw_api.sandbox import NetworkAccess, SandboxPolicy, SandboxStrength


def test_network_is_shut_by_default() -> None:
    assert SandboxPolicy(writable=(), readable=()).network is NetworkAccess.NONE


def test_strengths_go_from_the_strongest_to_none() -> None:
    order = list(SandboxStrength)
    assert (order[0], order[-1]) == (SandboxStrength.FULL, SandboxStrength.NONE)
