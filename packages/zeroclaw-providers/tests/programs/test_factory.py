"""The factories of programs build providers that start nothing yet."""

from __future__ import annotations

import subprocess
import sys
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_providers.errors import ProgramUnusable
from zeroclaw_providers.programs import factory as factories
from zeroclaw_providers.programs.factory import ProgramFactory, gemini_cli, grok_cli, kilocli
from zeroclaw_providers.programs.provider import ProgramProvider
from zeroclaw_providers.programs.settings import ProgramSettings
from zeroclaw_providers.programs.vendors import VENDORS
from zeroclaw_testing import FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance

MESSAGE = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
ALL = (gemini_cli, grok_cli, kilocli)


def services() -> ProviderServices:
    return ProviderServices(FakeHttp(), FixedSecrets())


class TestProgramFactory(FactoryConformance[ProgramSettings, ProviderServices, ProgramProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.programs.factory"

    def make(self) -> ProgramFactory:
        return grok_cli

    def settings(self) -> ProgramSettings:
        return ProgramSettings(model="m")

    def services(self) -> ProviderServices:
        return services()


def test_every_known_program_has_a_factory_by_its_name() -> None:
    found = {name: getattr(factories, name, None) for name in VENDORS}
    assert {name: getattr(each, "name", None) for name, each in found.items()} == {
        name: name for name in VENDORS
    }


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.name)
def test_built_provider_offers_no_tools_under_its_alias(made: ProgramFactory) -> None:
    factory: ProviderFactory[ProgramSettings] = made
    built = factory.build(ProgramSettings(model="m"), services(), "home")
    assert built.name == f"{made.name}.home"
    assert not built.capabilities.native_tools
    assert not built.capabilities.vision


def test_importing_the_factories_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.programs.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    assert not set(done.stdout.split()) & {
        "attrs",
        "pydantic",
        "trio",
        "zeroclaw_providers.programs.provider",
        "zeroclaw_providers.programs.settings",
    }


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.name)
async def test_without_programs_the_first_request_says_so(made: ProgramFactory) -> None:
    built = made.build(ProgramSettings(model="m", program="/other"), services(), "home")
    asked = ModelRequest("m", "", (), (MESSAGE,), max_output_tokens=9)
    with trio.fail_after(5), pytest.raises(ProgramUnusable, match="run /other for m: nothing may"):
        async with built.stream(asked):
            pass


@pytest.mark.parametrize("factory", ALL)
def test_program_is_offered_with_its_own_choice_of_a_model(factory: ProgramFactory) -> None:
    assert factory.card.program == VENDORS[factory.name].program
    assert factory.card.usual_model == "default"
