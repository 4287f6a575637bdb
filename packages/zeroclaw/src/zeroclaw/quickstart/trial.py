"""Asks a model for one token, to see that it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import trio

from zeroclaw.quickstart.errors import ModelUntried
from zeroclaw.quickstart.setup import Setup
from zeroclaw.words import error_text, say
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.services import Secrets
from zeroclaw_api.stream import Finish, FinishReason

__all__ = ["LOADING_SECONDS", "TRIAL_SECONDS", "EnvironmentKeys", "try_model"]

TRIAL_SECONDS: Final = 20.0
LOADING_SECONDS: Final = 60.0
"""For a model of this machine, which is loaded first."""
CLOSE_SECONDS: Final = 5.0

_QUESTION: Final = "Say OK."


class EnvironmentKeys(Secrets):
    """Secrets from the environment of the process."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def get(self, name: str) -> str | None:
        """See `zeroclaw_api.Secrets`."""
        return self._environ.get(name)


async def try_model(
    setup: Setup,
    settings: ModelSettings,
    factory: ProviderFactory[ModelSettings],
    services: ProviderServices,
    seconds: float | None = None,
) -> ModelUntried | None:
    """Ask for one token; when none comes, what to tell of it, with what to change."""
    usual = LOADING_SECONDS if setup.offer.uri is None else TRIAL_SECONDS
    limit = usual if seconds is None else seconds
    provider = factory.build(settings, services, setup.offer.name)
    reason: str | None = say("quickstart_silent", provider=setup.provider, seconds=limit)
    try:
        with trio.move_on_after(limit):
            reason = await _failure(provider, settings.model)
    except ZeroClawError as error:
        reason = _sentence(error_text(error))
    finally:
        with trio.move_on_after(CLOSE_SECONDS, shield=True):
            await provider.aclose()
    return None if reason is None else ModelUntried(reason=reason, advice=_advice(setup))


async def _failure(provider: Provider, model: str) -> str | None:
    """None when it answered, whatever it said; else why that is no answer."""
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text(_QUESTION),))
    request = ModelRequest(model, "", (), (message,), 1)
    async with provider.stream(request) as events:
        async for event in events:
            if isinstance(event, Finish):
                failed = event.reason is FinishReason.ERROR
                return say("quickstart_failed", provider=provider.name) if failed else None
    return say("quickstart_endless", provider=provider.name)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!", "。", "？", "！")) else f"{text}."


def _advice(setup: Setup) -> str:
    if setup.offer.uri is None:
        return say("quickstart_advice_bundled")
    if setup.offer.key_env is None:
        return say("quickstart_advice_keyless")
    return say("quickstart_advice_key", variable=setup.offer.key_env)
