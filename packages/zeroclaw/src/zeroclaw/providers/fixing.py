"""Says what to do about a model that does not work, with the command where one does it."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from zeroclaw.providers.entries import Entry
from zeroclaw.providers.families import KeyNeed, Kind, family_facts
from zeroclaw.words import say
from zeroclaw_api.errors import (
    ProviderAuthFailed,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
    ZeroClawError,
)
from zeroclaw_config.secrets.references import is_login_reference, login_name
from zeroclaw_providers.dialects.wrapping import WithTextTools
from zeroclaw_providers.errors import CredentialsMissing, KeyMissing

__all__ = ["fix_of", "tools_fix"]

_COPILOT: Final = "copilot"
"""The family that uses the login of its name where it has no key."""


class _Hidden(Protocol):
    """A value that hides its text, as pydantic's do."""

    def get_secret_value(self) -> str: ...


@runtime_checkable
class _WithKey(Protocol):
    """Settings that may have a key."""

    @property
    def api_key(self) -> _Hidden | None: ...


@runtime_checkable
class _WithTools(WithTextTools, Protocol):
    """Settings that say whether tools go in the protocol's own form, or else in words."""

    @property
    def native_tools(self) -> bool: ...


def fix_of(entry: Entry, failure: ZeroClawError) -> str | None:
    """What to do next; None where the sentence of the failure says all there is to say."""
    match failure:
        case KeyMissing():
            return _set_key(entry)
        case CredentialsMissing():
            return None
        case ProviderAuthFailed():
            return _renew_key(entry)
        case ProviderRejected() if "HTTP 404" in failure.detail or "model" in failure.detail:
            setting = f"providers.models.{entry.provider}.model"
            is_listed = family_facts(entry.family).kind is Kind.ENDPOINT
            key = "providers_fix_model_live" if is_listed else "providers_fix_model"
            return say(key, family=entry.family, setting=setting)
        case ProviderTimedOut():
            return say("providers_silent_fix")
        case ProviderUnreachable() if family_facts(entry.family).kind is Kind.HERE:
            return say("providers_fix_server")
        case _:
            return None


def tools_fix(entry: Entry) -> str:
    """What to do where a model does not call tools as it should."""
    if not _could_be_taught(entry.settings):
        return say("providers_fix_tools_model")
    return say("providers_fix_tools", setting=f"providers.models.{entry.provider}.native_tools")


def _could_be_taught(settings: object) -> bool:
    """Whether a model that is offered tools in its protocol could have them in words instead."""
    return isinstance(settings, _WithTools) and settings.native_tools and settings.text_tools


def _renew_key(entry: Entry) -> str | None:
    text = _key_in(entry.settings)
    if is_login_reference(text):
        return say("providers_fix_login", login=login_name(text))
    if text:
        return say("check_key_refused_fix", key=_key_of(entry))
    if entry.family == _COPILOT:
        return say("providers_fix_login", login=_COPILOT)
    # What else has a login of its own says in its failure how to renew it.
    return None if family_facts(entry.family).key is KeyNeed.LOGIN else _set_key(entry)


def _key_in(settings: object) -> str:
    key = settings.api_key if isinstance(settings, _WithKey) else None
    return "" if key is None else key.get_secret_value()


def _set_key(entry: Entry) -> str:
    return say("check_key_wanted_fix", key=_key_of(entry))


def _key_of(entry: Entry) -> str:
    return f"providers.models.{entry.provider}.api_key"
