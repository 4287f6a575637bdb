"""Asks one provider with one key, in the cheapest way that its protocol has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import trio
from attrs import define, field, frozen

from zeroclaw.checks.judging.providers import (
    Answered,
    KeyRefused,
    KeyUnset,
    ModelUnknown,
    Outcome,
    Silent,
    Troubled,
    Unreachable,
    Unusable,
)
from zeroclaw.wiring.families import provider_factory
from zeroclaw.wiring.hello import ENOUGH_TOKENS, hello, wants_room
from zeroclaw.words import error_text, say
from zeroclaw_api.errors import (
    ProviderAuthFailed,
    ProviderError,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
    ZeroClawError,
)
from zeroclaw_api.factory import (
    ExtendedSettings,
    ModelSettings,
    OfferedFamily,
    ProviderFactory,
    ProviderServices,
)
from zeroclaw_api.provider import ListedModels, ListsModels, ModelRequest, Provider
from zeroclaw_http import HttpError
from zeroclaw_providers.errors import CredentialsMissing, KeyMissing, ProgramUnusable
from zeroclaw_providers.extra_headers import with_extra_headers
from zeroclaw_providers.family_settings import FamilySettings
from zeroclaw_providers.programs.settings import ProgramSettings
from zeroclaw_providers.vendors.settings import VendorSettings

__all__ = ["PROGRAM_SECONDS", "Question", "ask"]

PROGRAM_SECONDS: Final = 15.0
"""For a program: most take seconds to start, before they ask anybody."""
CLOSE_SECONDS: Final = 1.0
SHOWN_MODELS: Final = 5


@frozen
class Question:
    """One provider, as `family.alias`, whose settings have one key at most.

    `seconds` is the time for the answer of an endpoint.
    """

    provider: str
    settings: ModelSettings
    services: ProviderServices = field(repr=False)
    environ: Mapping[str, str] = field(repr=False, hash=False)
    seconds: float

    @property
    def limit(self) -> float:
        """The time for an answer."""
        is_program = isinstance(self.settings, ProgramSettings)
        return max(self.seconds, PROGRAM_SECONDS) if is_program else self.seconds


async def ask(question: Question) -> Outcome:
    """What comes of it, at the latest when its time is over."""
    family, _, alias = question.provider.partition(".")
    try:
        factory = provider_factory(family)
        services = with_extra_headers(question.services, question.settings)
        client = factory.build(question.settings, services, alias)
    except KeyMissing as error:
        return KeyUnset(error.variable)
    except ZeroClawError as error:
        return Unusable(error_text(error))
    attempt = _Attempt(question, client, _shows_key(question, factory), Silent(question.limit))
    try:
        with trio.move_on_after(question.limit):
            attempt.outcome = await attempt.ask()
    finally:
        with trio.move_on_after(CLOSE_SECONDS, shield=True):
            await client.aclose()
    return attempt.outcome


@define(eq=False)
class _Attempt:
    """The question under way; `outcome` is what it comes to if time runs out now."""

    question: Question
    client: Provider
    shows_key: bool
    outcome: Outcome

    async def ask(self) -> Outcome:
        listed = ListedModels(())
        if isinstance(self.client, ListsModels):
            try:
                listed = await self.client.models()
            except (ProviderTimedOut, ProviderUnreachable) as error:
                return self._meaning(error, listed)
            except ProviderError:
                # A list may be kept from a key that is good for the model, or not exist.
                listed = ListedModels(())
            if listed.has(self.question.settings.model) and not listed.is_open:
                return Answered()
            # It is there, so that what it does not answer next is no reason to call it silent.
            self.outcome = Troubled(say("provider_too_slow"))
        return await self._call(listed)

    async def _call(self, listed: ListedModels) -> Outcome:
        """Ask the model for one token: the only question that every provider understands."""
        settings = self.question.settings
        model = settings.model
        params = settings.provider_extra if isinstance(settings, ExtendedSettings) else {}
        try:
            try:
                await self._first_event(hello(model, params=params))
            except ProviderRejected as error:
                if not wants_room(error):
                    raise
                await self._first_event(hello(model, ENOUGH_TOKENS, params))
        except ProviderError as error:
            return self._meaning(error, listed)
        except ZeroClawError as error:
            return Troubled(error_text(error).rstrip(".。"))
        return Answered()

    async def _first_event(self, request: ModelRequest) -> None:
        async with self.client.stream(request) as events:
            await anext(events, None)

    def _meaning(self, error: ProviderError, listed: ListedModels) -> Outcome:
        match error:
            case CredentialsMissing() | ProgramUnusable():
                return Unusable(error_text(error))
            case ProviderAuthFailed():
                return KeyRefused(has_key=self.shows_key)
            case ProviderTimedOut():
                return Silent(self.question.limit)
            case ProviderUnreachable():
                # The place stands in our own sentence already.
                cause = error.__cause__
                problem = cause.problem if isinstance(cause, HttpError) else error.detail
                return Unreachable(problem)
            case ProviderRejected() if (
                "HTTP 404" in error.detail or "model" in error.detail.lower()
            ):
                return ModelUnknown(listed.names[:SHOWN_MODELS])
            case _:
                return Troubled(error.detail)


def _shows_key(question: Question, factory: ProviderFactory[ModelSettings]) -> bool:
    """Whether the provider shows a key, or has a login or the like in its place."""
    settings = question.settings
    if not isinstance(settings, FamilySettings) or settings.api_key is not None:
        return True
    if not isinstance(factory, OfferedFamily):
        return False
    card = factory.card
    if isinstance(settings, VendorSettings) and settings.uri is None:
        return bool(question.environ.get(card.key_variable, "").strip())
    return not (card.needs_key or card.address or card.asks)
