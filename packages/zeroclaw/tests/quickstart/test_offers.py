"""What can be proposed follows from the environment with the flags."""

from __future__ import annotations

import pytest

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked
from zeroclaw.quickstart.offers import (
    BUNDLED,
    SERVERS,
    VENDORS,
    Offer,
    named_offer,
    offers_of_keys,
    proposed,
)
from zeroclaw.quickstart.setup import alias_problem

PLANTED = "sk_planted_0123456789"


def test_only_services_with_a_key_are_offered() -> None:
    environ = {"GROQ_API_KEY": "k", "OPENAI_API_KEY": "k", "XAI_API_KEY": " "}
    assert [offer.name for offer in offers_of_keys(environ)] == ["openai", "groq"]


def test_every_known_place_can_be_an_alias_of_a_config() -> None:
    for offer in (*VENDORS, *SERVERS, BUNDLED):
        assert alias_problem(offer.name) is None


def test_named_service_reads_its_usual_variable() -> None:
    offer = named_offer(Asked(model_provider="openai"), {"OPENAI_API_KEY": "k"})
    assert offer is not None
    assert (offer.name, offer.key_env) == ("openai", "OPENAI_API_KEY")


def test_named_service_takes_another_variable_instead() -> None:
    asked = Asked(model_provider="openai", api_key_env="WORK_KEY")
    offer = named_offer(asked, {"WORK_KEY": "k"})
    assert offer is not None
    assert offer.key_env == "WORK_KEY"


def test_service_without_its_key_names_the_variable() -> None:
    with pytest.raises(WrongUsage, match="OPENAI_API_KEY is not set"):
        named_offer(Asked(model_provider="openai"), {})


def test_key_given_instead_of_its_variable_is_not_quoted() -> None:
    with pytest.raises(WrongUsage, match="not the key itself") as caught:
        named_offer(Asked(model_provider="groq", api_key_env=PLANTED), {"GROQ_API_KEY": "k"})
    assert PLANTED not in str(caught.value)


def test_unknown_service_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(WrongUsage, match="openrouter, groq"):
        named_offer(Asked(model_provider="opnai"), {})


def test_url_is_an_endpoint_of_the_given_name() -> None:
    offer = named_offer(Asked(model_provider="work", uri="http://127.0.0.1:1/v1"), {})
    assert offer == Offer("work", "http://127.0.0.1:1/v1", "http://127.0.0.1:1/v1")


def test_without_a_flag_no_place_is_named() -> None:
    assert named_offer(Asked(model="m"), {}) is None
    assert named_offer(Asked(is_local=True), {}) == BUNDLED


@pytest.mark.parametrize(
    ("default", "models", "first"),
    [
        ("best", (), "best"),
        ("best", ("other", "best"), "best"),
        ("gone", ("text-embedding-3", "chat"), "chat"),
        (None, ("nomic-embed-text", "llama3.2:3b"), "llama3.2:3b"),
        (None, ("nomic-embed-text",), "nomic-embed-text"),
        (None, (), None),
    ],
)
def test_proposed_model_can_chat_if_any_can(
    default: str | None, models: tuple[str, ...], first: str | None
) -> None:
    assert proposed(Offer("some", "Some", default_model=default), models) == first
