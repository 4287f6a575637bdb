"""The factory of local models builds a provider that starts nothing yet."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.groups import PROVIDER_GROUP
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_providers.errors import LocalModelFailed
from zeroclaw_providers.local.factory import LocalFactory, local
from zeroclaw_providers.local.provider import LocalProvider
from zeroclaw_providers.local.settings import LocalSettings
from zeroclaw_testing import FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance

MESSAGE = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))


def services() -> ProviderServices:
    return ProviderServices(FakeHttp(), FixedSecrets())


class TestLocal(FactoryConformance[LocalSettings, ProviderServices, LocalProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.local.factory"

    def make(self) -> LocalFactory:
        return local

    def settings(self) -> LocalSettings:
        return LocalSettings()

    def services(self) -> ProviderServices:
        return services()


def test_entry_point_leads_to_the_factory() -> None:
    (entry,) = entry_points(group=PROVIDER_GROUP, name="local")
    assert entry.load() is local
    assert entry.name == local.name


def test_built_provider_is_named_by_its_alias() -> None:
    factory: ProviderFactory[LocalSettings] = local
    assert factory.build(LocalSettings(), services(), "home").name == "local.home"


@pytest.mark.parametrize("native_tools", [True, False])
def test_tools_are_offered_as_the_settings_say(native_tools: bool) -> None:
    built = local.build(LocalSettings(native_tools=native_tools), services(), "home")
    assert built.capabilities.native_tools is native_tools


def test_built_provider_ends_its_server_when_the_settings_say() -> None:
    assert "idle_seconds=7.0" in repr(local.build(LocalSettings(idle_secs=7), services(), "home"))


def test_importing_the_factory_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.local.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    assert not set(done.stdout.split()) & {
        "attrs",
        "trio",
        "zeroclaw_providers.local.provider",
        "zeroclaw_providers.local.settings",
    }


async def test_without_programs_the_first_request_says_so() -> None:
    built = local.build(LocalSettings(), services(), "home")
    with trio.fail_after(5), pytest.raises(LocalModelFailed, match="nothing may start programs"):
        async with built.stream(ModelRequest("m", "", (), (MESSAGE,), max_output_tokens=9)):
            pass
