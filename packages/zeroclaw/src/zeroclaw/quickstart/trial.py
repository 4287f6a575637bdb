"""Asks a model for one token, to see that it answers."""

from __future__ import annotations

from typing import Final

import trio

from zeroclaw.quickstart.errors import ModelUntried
from zeroclaw.quickstart.setup import Setup
from zeroclaw.wiring.hello import ENOUGH_TOKENS, hello, wants_room
from zeroclaw.words import error_text, say
from zeroclaw_api.errors import ProviderRejected, ZeroClawError
from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.stream import Finish, FinishReason

__all__ = ["LOADING_SECONDS", "TRIAL_SECONDS", "try_model"]

TRIAL_SECONDS: Final = 20.0
LOADING_SECONDS: Final = 60.0
"""For a model of this machine, which is loaded first, or a program, which starts first."""
CLOSE_SECONDS: Final = 5.0


async def try_model(
    setup: Setup,
    settings: ModelSettings,
    factory: ProviderFactory[ModelSettings],
    services: ProviderServices,
    seconds: float | None = None,
) -> ModelUntried | None:
    """Ask for one token; when none comes, what to tell of it, with what to change."""
    is_slow = setup.offer.is_bundled or setup.offer.is_here or setup.offer.program
    usual = LOADING_SECONDS if is_slow else TRIAL_SECONDS
    limit = usual if seconds is None else seconds
    reason: str | None = say("quickstart_silent", provider=setup.provider, seconds=limit)
    try:
        provider = factory.build(settings, services, setup.offer.alias)
        try:
            with trio.move_on_after(limit):
                reason = await _failure_with_room(provider, settings.model)
        finally:
            with trio.move_on_after(CLOSE_SECONDS, shield=True):
                await provider.aclose()
    except ZeroClawError as error:
        reason = _sentence(error_text(error))
    return None if reason is None else ModelUntried(reason=reason, advice=_advice(setup))


async def _failure_with_room(provider: Provider, model: str) -> str | None:
    """None when it answered, whatever it said; else why that is no answer."""
    try:
        return await _failure(provider, hello(model))
    except ProviderRejected as error:
        if not wants_room(error):
            raise
    return await _failure(provider, hello(model, ENOUGH_TOKENS))


async def _failure(provider: Provider, request: ModelRequest) -> str | None:
    async with provider.stream(request) as events:
        async for event in events:
            if isinstance(event, Finish):
                failed = event.reason is FinishReason.ERROR
                return say("quickstart_failed", provider=provider.name) if failed else None
    return say("quickstart_endless", provider=provider.name)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!", "。", "？", "！")) else f"{text}."


def _advice(setup: Setup) -> str:
    if setup.offer.is_bundled:
        return say("quickstart_advice_bundled")
    if setup.offer.program:
        return say("quickstart_advice_program")
    if setup.offer.key_env is None:
        return say("quickstart_advice_keyless")
    return say("quickstart_advice_key", variable=setup.offer.key_env)
