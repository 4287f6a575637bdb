"""Asks every model provider of a configuration whether it would answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

import trio
from attrs import define, field, frozen

from zeroclaw.checks.judging.providers import (
    Answered,
    Asked,
    KeyRefused,
    KeyUnfetched,
    ModelUnknown,
    Outcome,
    Silent,
    Skipped,
    Troubled,
    Unreachable,
)
from zeroclaw.checks.looking.local_models import look_at_local_model
from zeroclaw.wiring.agent import EnvironmentSecrets, provider_factory
from zeroclaw.wiring.references import ProgramReferences, with_references
from zeroclaw.words import error_text, say
from zeroclaw_api.errors import (
    InvalidJson,
    ProviderAuthFailed,
    ProviderError,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
    ZeroClawError,
)
from zeroclaw_api.factory import ModelSettings, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.json import parse_json_object
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import Http, HttpRequest, HttpResponse
from zeroclaw_http import HttpClient, HttpError, HttpTimedOut
from zeroclaw_providers import CustomSettings
from zeroclaw_providers.local.settings import LocalSettings
from zeroclaw_runtime import open_processes

__all__ = ["ASK_SECONDS", "Answers", "ask_providers"]

ASK_SECONDS: Final = 5.0
"""For each provider, all at the same time."""

LISTING_BYTES: Final = 8 * 1024 * 1024
"""The longest list of models there is has some hundred kilobytes."""
SHOWN_MODELS: Final = 5
CHAT_PATH: Final = "/chat/completions"
OK_STATUS: Final = 200
UNAUTHORIZED: Final = 401


@frozen
class Answers:
    """What each provider said, with the seconds by which our clock is ahead of theirs."""

    asked: tuple[Asked, ...]
    skews: Mapping[str, float] = field(hash=False)


@frozen
class _Listing:
    """What came of asking for the models: a final outcome, else those that are listed."""

    final: Outcome | None = None
    models: tuple[str, ...] = ()


@define(eq=False)
class _Inquiry:
    """One round of questions to all providers of the config in a `file`."""

    http: Http
    file: str
    environ: Mapping[str, str] = field(repr=False)
    now: Callable[[], datetime]
    seconds: float
    outcomes: dict[str, Outcome] = field(factory=dict)
    skews: dict[str, float] = field(factory=dict)

    async def ask(self, provider: str, settings: ModelSettings) -> None:
        """Ask one, in time; fetching a key from elsewhere has a limit of its own."""
        reader = ProgramReferences(open_processes, self.environ)
        try:
            settings = await with_references(
                settings, f"providers.models.{provider}", self.file, reader
            )
        except ZeroClawError as error:
            self.outcomes[provider] = KeyUnfetched(error_text(error))
            return
        self.outcomes[provider] = Silent(self.seconds)
        with trio.move_on_after(self.seconds):
            self.outcomes[provider] = await self._outcome(provider, settings)

    async def _outcome(self, provider: str, settings: ModelSettings) -> Outcome:
        if isinstance(settings, LocalSettings):
            return await trio.to_thread.run_sync(
                look_at_local_model,
                settings.model_path,
                limiter=trio.CapacityLimiter(1),
                abandon_on_cancel=True,
            )
        models: tuple[str, ...] = ()
        if isinstance(settings, CustomSettings):
            listing = await self._list(provider, settings)
            if listing.final is not None:
                return listing.final
            models = listing.models
            # It is there, so that what it does not answer next is no reason to call it silent.
            self.outcomes[provider] = Troubled(say("provider_too_slow"))
        return await self._call(provider, settings, models)

    async def _list(self, provider: str, settings: CustomSettings) -> _Listing:
        """Ask for the list of models, which costs nothing."""
        key = None if settings.api_key is None else settings.api_key.get_secret_value()
        headers = {"Accept": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        url = f"{settings.uri.rstrip('/').removesuffix(CHAT_PATH)}/models"
        request = HttpRequest("GET", url, headers, timeout=self.seconds)
        try:
            async with self.http.send(request) as response:
                self._note_clock(provider, response)
                if response.status == UNAUTHORIZED:
                    return _Listing(KeyRefused(has_key=bool(key)))
                if response.status != OK_STATUS:
                    return _Listing()
                models = _models_in(await response.read(LISTING_BYTES))
        except HttpTimedOut:
            return _Listing(Silent(self.seconds))
        except HttpError as error:
            return _Listing(Unreachable(error.problem))
        if settings.model in models:
            return _Listing(Answered())
        return _Listing(models=models[:SHOWN_MODELS])

    async def _call(
        self, provider: str, settings: ModelSettings, models: tuple[str, ...]
    ) -> Outcome:
        """Ask the model for one token: the only question that every provider understands."""
        family, _, alias = provider.partition(".")
        services = ProviderServices(self.http, EnvironmentSecrets(self.environ))
        hello = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hi"),))
        request = ModelRequest(settings.model, "", (), (hello,), max_output_tokens=1)
        try:
            client = provider_factory(family).build(settings, services, alias)
            async with client.stream(request) as events:
                await anext(events, None)
        except ProviderError as error:
            return _meaning(error, models, self.seconds)
        except ZeroClawError as error:
            return Troubled(error_text(error).rstrip(".。"))
        return Answered()

    def _note_clock(self, provider: str, response: HttpResponse) -> None:
        moment = _date(response.headers.get("date"))
        if moment is not None:
            self.skews[provider] = (self.now() - moment).total_seconds()


async def ask_providers(
    models: Mapping[str, ModelSettings],
    used: Collection[str],
    file: str,
    environ: Mapping[str, str],
    *,
    is_offline: bool = False,
    seconds: float = ASK_SECONDS,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Answers:
    """Ask them all at the same time; `used` are those that an agent needs, of the config `file`.

    Nobody is asked when it `is_offline`, but for what runs right here.
    """
    async with HttpClient() as http:
        inquiry = _Inquiry(http, file, environ, now, seconds)
        async with trio.open_nursery() as nursery:
            for provider, settings in models.items():
                if is_offline and not isinstance(settings, LocalSettings):
                    inquiry.outcomes[provider] = Skipped()
                else:
                    nursery.start_soon(inquiry.ask, provider, settings)
    asked = tuple(
        Asked(
            provider,
            settings.model,
            _place(settings, provider),
            provider in used,
            inquiry.outcomes[provider],
        )
        for provider, settings in models.items()
    )
    return Answers(asked, inquiry.skews)


def _place(settings: ModelSettings, provider: str) -> str:
    """Where it is; no more of an address, since what follows the host may be secret."""
    if isinstance(settings, CustomSettings):
        parts = urlsplit(settings.uri)
        return f"{parts.scheme}://{parts.netloc}"
    return provider


def _models_in(body: bytes) -> tuple[str, ...]:
    """The names in a list of models, as far as it is one."""
    try:
        entries = parse_json_object(body).get("data")
    except InvalidJson:
        return ()
    if not isinstance(entries, list):
        return ()
    names = (entry.get("id") for entry in entries if isinstance(entry, dict))
    return tuple(name for name in names if isinstance(name, str))


def _meaning(error: ProviderError, models: tuple[str, ...], seconds: float) -> Outcome:
    match error:
        case ProviderAuthFailed():
            return KeyRefused(has_key=True)
        case ProviderTimedOut():
            return Silent(seconds)
        case ProviderUnreachable():
            return Unreachable(error.detail)
        case ProviderRejected() if "HTTP 404" in error.detail or "model" in error.detail.lower():
            return ModelUnknown(models)
        case _:
            return Troubled(error.detail)


def _date(text: str | None) -> datetime | None:
    if not text:
        return None
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
