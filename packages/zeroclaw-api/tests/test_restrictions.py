"""A command is restricted by nothing unless somebody says so."""

from __future__ import annotations

from attrs import asdict

from zeroclaw_api.restrictions import ResourceLimits, Restrictions


def test_nothing_is_restricted_by_default() -> None:
    assert set(asdict(ResourceLimits()).values()) == {None}
    assert Restrictions() == Restrictions(None, without_network=False, system_calls=b"")


def test_filter_of_system_calls_is_not_printed() -> None:
    assert "secret" not in repr(Restrictions(system_calls=b"secret"))
