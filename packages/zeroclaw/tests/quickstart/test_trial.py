"""A model is asked for one token, through the provider that would be used."""

from __future__ import annotations

from typing import Final

import pytest
import trio

from zeroclaw.quickstart.offers import BUNDLED, Offer, endpoint_offer
from zeroclaw.quickstart.setup import Setup
from zeroclaw.quickstart.trial import try_model
from zeroclaw.wiring.hello import ENOUGH_TOKENS
from zeroclaw_api.errors import ProviderAuthFailed, ProviderRejected
from zeroclaw_api.factory import ModelSettings, ProviderServices
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_providers import CustomSettings
from zeroclaw_testing import (
    FailToConnect,
    FakeFactory,
    FakeHttp,
    FixedSecrets,
    Round,
    ScriptedProvider,
    Stall,
)

SETUP: Final = Setup(endpoint_offer("http://127.0.0.1:1/v1", "work", "SOME_KEY"), "small", "main")
SETTINGS: Final = CustomSettings(uri="http://127.0.0.1:1/v1", model="small")
SERVICES: Final = ProviderServices(FakeHttp(), FixedSecrets())


async def failure(provider: ScriptedProvider, setup: Setup = SETUP) -> str | None:
    def make(_: ModelSettings, __: ProviderServices, ___: str) -> ScriptedProvider:
        return provider

    factory: FakeFactory[ModelSettings, ProviderServices, ScriptedProvider] = FakeFactory(
        "custom", CustomSettings, make
    )
    failed = await try_model(setup, SETTINGS, factory, SERVICES)
    return None if failed is None else str(failed)


@pytest.mark.parametrize("reason", [FinishReason.STOP, FinishReason.LENGTH])
async def test_model_that_answers_was_asked_for_one_token(reason: FinishReason) -> None:
    provider = ScriptedProvider([(TextDelta("OK"), Finish(reason))])
    assert await failure(provider) is None
    (request,) = provider.requests
    assert (request.max_output_tokens, request.tools) == (1, ())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            (FailToConnect(ProviderAuthFailed(provider="p", model="m", detail="wrong key")),),
            "refused the key",
        ),
        ((Finish(FinishReason.ERROR),), "ended the answer with an error"),
        ((TextDelta("O"),), "without an end"),
    ],
)
async def test_failure_says_what_to_change(answer: Round, said: str) -> None:
    text = await failure(ScriptedProvider([answer]))
    assert text is not None
    assert said in text
    assert "SOME_KEY" in text
    assert "--no-test" in text


async def test_silent_model_is_left_after_its_time(autojump_clock: trio.testing.MockClock) -> None:
    text = await failure(ScriptedProvider([(Stall(),)]))
    assert text is not None
    assert "Nothing came from custom.work within 20 seconds" in text


async def test_model_of_this_machine_gets_time_to_load(
    autojump_clock: trio.testing.MockClock,
) -> None:
    text = await failure(ScriptedProvider([(Stall(),)]), Setup(BUNDLED, None, "main"))
    assert text is not None
    assert "within 60 seconds" in text


async def test_model_without_room_to_think_is_given_some() -> None:
    refused = ProviderRejected(provider="p", model="m", detail="HTTP 400: max_tokens was reached")
    answer: Round = (TextDelta("OK"), Finish(FinishReason.STOP))
    provider = ScriptedProvider([(FailToConnect(refused),), answer])
    assert await failure(provider) is None
    assert [r.max_output_tokens for r in provider.requests] == [1, ENOUGH_TOKENS]


async def test_program_that_fails_is_to_be_logged_in(
    autojump_clock: trio.testing.MockClock,
) -> None:
    offer = Offer("kilocli", "main", "Kilo CLI", program="kilo")
    text = await failure(ScriptedProvider([(Stall(),)]), Setup(offer, "default", "main"))
    assert text is not None
    assert "within 60 seconds" in text
    assert "log in with the program itself" in text
