"""The factory kit tells a working implementation from a broken one."""

from __future__ import annotations

from typing import ClassVar

import pytest

from zeroclaw_api.factory import Factory, PeripheralServices
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.factory import FakeFactory, NoSettings
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.factory import FactoryConformance
from zeroclaw_testing.peripheral import FakePeripheral

BoardFactory = Factory[NoSettings, PeripheralServices, FakePeripheral]


def build(_settings: NoSettings, _services: PeripheralServices, alias: str) -> FakePeripheral:
    return FakePeripheral(name=f"fake.{alias}")


class TestFakeFactory(FactoryConformance[NoSettings, PeripheralServices, FakePeripheral]):
    module: ClassVar[str | None] = "zeroclaw_testing.factory"

    def make(self) -> BoardFactory:
        return FakeFactory("fake", NoSettings, build)

    def settings(self) -> NoSettings:
        return NoSettings()

    def services(self) -> PeripheralServices:
        return PeripheralServices(clock=ManualClock())


ONE = FakePeripheral()


def share(_settings: NoSettings, _services: PeripheralServices, _alias: str) -> FakePeripheral:
    return ONE


class ForgetsModel(FakeFactory[NoSettings, PeripheralServices, FakePeripheral]):
    def settings_model(self) -> type[NoSettings]:
        return type("Other", (NoSettings,), {})


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (FakeFactory("Has Space", NoSettings, build), "test_name_is_one_that_a_config_can_use"),
        (
            ForgetsModel("fake", NoSettings, build),
            "test_settings_model_is_the_class_of_its_settings",
        ),
        (FakeFactory("fake", NoSettings, share), "test_two_aliases_give_two_things"),
    ],
)
async def test_kit_catches_a_broken_factory(broken: BoardFactory, check: str) -> None:
    class Broken(TestFakeFactory):
        def make(self) -> BoardFactory:
            return broken

    await require_caught(getattr(Broken(), check))


async def test_kit_catches_a_heavy_import() -> None:
    class Broken(TestFakeFactory):
        module: ClassVar[str | None] = "sqlite3"
        heavy: ClassVar[frozenset[str]] = frozenset({"sqlite3"})

    await require_caught(Broken().test_importing_it_loads_nothing_heavy)
