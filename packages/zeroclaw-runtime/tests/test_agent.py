"""An agent cannot be changed once it is built; a route knows its price or not."""

from __future__ import annotations

import attrs
import pytest
from one_session import script

from zeroclaw_api.usage import Price
from zeroclaw_runtime import ModelRoute, assemble
from zeroclaw_testing.scripted_provider import ScriptedProvider


def test_agent_stays_as_it_was_built() -> None:
    agent = assemble("home", [script().route], system="Be kind.")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        agent.system = "Be rude."  # type: ignore[misc]
    assert agent.system == "Be kind."


def test_route_has_no_price_unless_it_is_given() -> None:
    provider = ScriptedProvider()
    assert ModelRoute(provider, "m").price is None
    assert ModelRoute(provider, "m", Price(1, 2)).price == Price(1, 2)
    assert ModelRoute(provider, "m").max_output_tokens == 8192
