"""A provider reads text dialects where its settings want that."""

from __future__ import annotations

import pytest
from attrs import frozen

from zeroclaw_api.provider import Provider, ProviderCapabilities
from zeroclaw_providers.dialects.provider import DialectProvider
from zeroclaw_providers.dialects.second_way import SecondWay
from zeroclaw_providers.dialects.wrapping import with_text_tools
from zeroclaw_testing import ScriptedProvider


@frozen
class Settings:
    text_tools: bool


def scripted(native_tools: bool) -> ScriptedProvider:
    return ScriptedProvider(capabilities=ProviderCapabilities(native_tools))


@pytest.mark.parametrize(("native_tools", "kind"), [(True, SecondWay), (False, DialectProvider)])
def test_text_tools_make_every_provider_one_that_calls(
    native_tools: bool, kind: type[Provider]
) -> None:
    provider = with_text_tools(scripted(native_tools), Settings(text_tools=True))
    assert type(provider) is kind
    assert provider.capabilities.native_tools


@pytest.mark.parametrize("native_tools", [True, False])
def test_provider_stays_as_it_is_where_nobody_wants_it(native_tools: bool) -> None:
    inner = scripted(native_tools)
    assert with_text_tools(inner, Settings(text_tools=False)) is inner
    assert with_text_tools(inner, object()) is inner
