"""Puts the reading of text dialects around a provider where its settings want that."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from zeroclaw_api.provider import Provider
from zeroclaw_providers.dialects.provider import DialectProvider
from zeroclaw_providers.dialects.second_way import SecondWay

__all__ = ["WithTextTools", "with_text_tools"]


@runtime_checkable
class WithTextTools(Protocol):
    """Settings of a model that say whether calls written as text count."""

    @property
    def text_tools(self) -> bool:
        """Whether they count, and tools are described in words where there is no other way."""


def with_text_tools(provider: Provider, settings: object) -> Provider:
    """The provider, with what its models need to use tools by text alone.

    Settings without `text_tools`, or with it false, leave the provider as it is.
    """
    if not isinstance(settings, WithTextTools) or not settings.text_tools:
        return provider
    if provider.capabilities.native_tools:
        return SecondWay(provider)
    return DialectProvider(provider, teaches=True)
