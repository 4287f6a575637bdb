"""The fixed secrets say what they were asked for."""

from __future__ import annotations

from zeroclaw_testing.secrets import FixedSecrets


def test_asked_names_are_kept_in_their_order() -> None:
    secrets = FixedSecrets({"b": "2"})
    assert (secrets.get("a"), secrets.get("b")) == (None, "2")
    assert secrets.asked == ["a", "b"]
