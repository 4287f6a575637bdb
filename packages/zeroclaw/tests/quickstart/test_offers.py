"""What can be offered follows from what is installed, the environment, the flags."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked
from zeroclaw.quickstart.offers import (
    BUNDLED,
    WELL_KNOWN,
    Offer,
    endpoint_offer,
    family_offer,
    in_order,
    named_offer,
    ready_offers,
)
from zeroclaw.quickstart.setup import alias_problem
from zeroclaw.wiring.cards import family_cards
from zeroclaw_api.family import FamilyCard

PLANTED: Final = "sk_planted_0123456789"
CARDS: Final = family_cards()
NO_PROGRAMS: Final = {"PATH": "/nowhere"}


def named(asked: Asked, environ: dict[str, str]) -> Offer | None:
    return named_offer(asked, environ, CARDS)


def families_ready(environ: dict[str, str], *, has_bundled: bool = False) -> list[str]:
    ready = ready_offers(CARDS, NO_PROGRAMS | environ, has_bundled=has_bundled)
    return [offer.family for offer in ready]


def test_well_known_families_are_installed_and_come_first() -> None:
    assert set(WELL_KNOWN) <= set(CARDS)
    ordered = in_order(CARDS)
    assert tuple(ordered[: len(WELL_KNOWN)]) == WELL_KNOWN
    assert ordered[len(WELL_KNOWN) :] == sorted(set(CARDS) - set(WELL_KNOWN))


def test_only_families_with_a_key_are_ready() -> None:
    environ = {"GROQ_API_KEY": "k", "OPENAI_API_KEY": "k", "XAI_API_KEY": " "}
    assert families_ready(environ) == ["openai", "groq"]


def test_program_that_is_installed_is_ready(tmp_path: Path) -> None:
    program = tmp_path / "kilo"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    assert families_ready({"PATH": os.fspath(tmp_path)}) == ["kilocli"]


def test_variables_with_other_uses_come_last() -> None:
    environ = {"GITHUB_TOKEN": "t", "AWS_PROFILE": "p", "MISTRAL_API_KEY": "k"}
    assert families_ready(environ, has_bundled=True) == [
        "mistral",
        "local",
        "bedrock",
        "github_models",
    ]


def test_every_family_can_be_an_entry_of_a_config() -> None:
    for family, card in CARDS.items():
        offer = family_offer(family, card, {})
        assert alias_problem(offer.alias) is None
        assert alias_problem(offer.nick) is None
    assert alias_problem(BUNDLED.nick) is None


def test_named_family_reads_its_usual_variable() -> None:
    offer = named(Asked(model_provider="anthropic"), {"ANTHROPIC_API_KEY": "k"})
    assert offer == Offer("anthropic", "main", "Anthropic", "ANTHROPIC_API_KEY")


def test_named_family_takes_another_variable_instead() -> None:
    offer = named(Asked(model_provider="openai", api_key_env="WORK_KEY"), {"WORK_KEY": "k"})
    assert offer is not None
    assert offer.key_env == "WORK_KEY"


def test_family_without_a_key_is_left_to_who_can_be_asked() -> None:
    offer = named(Asked(model_provider="groq"), {})
    assert offer is not None
    assert offer.key_env is None


def test_key_given_instead_of_its_variable_is_not_quoted() -> None:
    with pytest.raises(WrongUsage, match="not the key itself") as caught:
        named(Asked(model_provider="groq", api_key_env=PLANTED), {"GROQ_API_KEY": "k"})
    assert PLANTED not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"), [("opnai", "mean openai"), ("qqqq", "openai, anthropic")]
)
def test_unknown_family_is_refused_with_what_may_be_meant(name: str, said: str) -> None:
    with pytest.raises(WrongUsage, match=said):
        named(Asked(model_provider=name), {})


@pytest.mark.parametrize("name", ["lmstudio", "LM Studio", "lm_studio"])
def test_family_is_found_however_it_is_written(name: str) -> None:
    offer = named(Asked(model_provider=name), {})
    assert offer is not None
    assert offer.family == "lmstudio"


def test_url_is_an_endpoint_of_the_given_name() -> None:
    uri = "http://127.0.0.1:1/v1"
    assert named(Asked(model_provider="work", uri=uri), {}) == endpoint_offer(uri, "work")
    assert endpoint_offer(uri, "work").nick == "work"


def test_url_of_a_family_is_asked_in_its_own_protocol() -> None:
    asked = Asked(model_provider="anthropic", uri="http://127.0.0.1:1")
    offer = named(asked, {"ANTHROPIC_API_KEY": "k"})
    assert offer is not None
    assert (offer.family, offer.settings) == ("anthropic", (("uri", "http://127.0.0.1:1"),))
    # The usual key is for the usual endpoint.
    assert offer.key_env is None


def test_without_a_flag_no_place_is_named() -> None:
    assert named(Asked(model="m"), {}) is None
    assert named(Asked(is_local=True), {}) == BUNDLED
    assert named(Asked(model_provider="local"), {}) == BUNDLED


def test_family_that_asks_for_more_is_never_ready() -> None:
    cards = {"some": FamilyCard("Some", "KEY", asks=("resource",))}
    assert ready_offers(cards, {"KEY": "k"}, has_bundled=False) == ()
