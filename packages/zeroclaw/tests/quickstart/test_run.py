"""The quickstart command ends with an exit code, a summary, a next step."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from zeroclaw.home import Home
from zeroclaw.quickstart.errors import ModelUntried
from zeroclaw.quickstart.flow import Probes
from zeroclaw.quickstart.offers import Offer, endpoint_offer
from zeroclaw.quickstart.run import RealProbes
from zeroclaw.quickstart.setup import Setup, settings_of
from zeroclaw.wiring.cards import family_cards
from zeroclaw.wiring.families import installed_families

NO_PROGRAMS: Final = {"PATH": "/nowhere"}


def probes(environ: Mapping[str, str], home: Path, *servers: Offer) -> Probes:
    real = RealProbes(Home(home), {**NO_PROGRAMS, **environ}, installed_families(), family_cards())
    return real.probes(servers)


@pytest.fixture
def gone() -> Offer:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return endpoint_offer(f"http://127.0.0.1:{listener.getsockname()[1]}/v1", "gone")


def test_keys_are_offered_where_no_server_answers(gone: Offer, tmp_path: Path) -> None:
    offers = probes({"OPENAI_API_KEY": "k"}, tmp_path, gone).offers()
    assert offers[0].family == "openai"
    assert gone not in offers


def test_endpoint_that_is_down_lists_no_models(gone: Offer, tmp_path: Path) -> None:
    assert probes({}, tmp_path).models(gone) == ()


def test_endpoint_that_is_down_is_told_as_such(gone: Offer, tmp_path: Path) -> None:
    setup = Setup(gone, "small", "main")
    settings = settings_of(setup, {}, installed_families())
    with pytest.raises(ModelUntried, match="connection refused"):
        probes({}, tmp_path).attempt(setup, settings)


def test_program_that_is_missing_is_told_as_such(tmp_path: Path) -> None:
    setup = Setup(Offer("kilocli", "main", "Kilo CLI", program="kilo"), "default", "main")
    settings = settings_of(setup, {}, installed_families())
    with pytest.raises(ModelUntried, match="install"):
        probes({}, tmp_path).attempt(setup, settings)


def test_family_without_its_key_is_told_as_such(tmp_path: Path) -> None:
    setup = Setup(Offer("groq", "main", "Groq"), "small", "main")
    settings = settings_of(setup, {}, installed_families())
    with pytest.raises(ModelUntried, match="GROQ_API_KEY"):
        probes({}, tmp_path).attempt(setup, settings)
