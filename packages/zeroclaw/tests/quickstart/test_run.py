"""The quickstart command ends with an exit code, a summary, a next step."""

from __future__ import annotations

import socket

import pytest

from zeroclaw.quickstart.errors import ModelUntried
from zeroclaw.quickstart.offers import Offer
from zeroclaw.quickstart.run import real_probes
from zeroclaw.quickstart.setup import Setup, settings_of
from zeroclaw.wiring.families import installed_families


@pytest.fixture
def closed_uri() -> str:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{listener.getsockname()[1]}/v1"


def test_keys_are_offered_where_no_server_answers(closed_uri: str) -> None:
    probes = real_probes({"OPENAI_API_KEY": "k"}, (Offer("gone", "Gone", closed_uri),))
    names = [offer.name for offer in probes.offers()]
    assert names[0] == "openai"
    assert "gone" not in names


def test_endpoint_that_is_down_lists_no_models(closed_uri: str) -> None:
    assert real_probes({}, ()).models(Offer("gone", "Gone", closed_uri)) == ()


def test_endpoint_that_is_down_is_told_as_such(closed_uri: str) -> None:
    setup = Setup(Offer("gone", "Gone", closed_uri), "small", "main")
    settings = settings_of(setup, {}, installed_families())
    with pytest.raises(ModelUntried, match="connection refused"):
        real_probes({}, ()).attempt(setup, settings)
