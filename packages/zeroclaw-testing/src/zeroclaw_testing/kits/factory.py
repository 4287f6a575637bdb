"""What every factory must show."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import ClassVar, Final, Generic, TypeVar

import trio

from zeroclaw_api.factory import Factory
from zeroclaw_testing.kits.conformance import Conformance, needs

__all__ = ["FactoryConformance"]

SettingsT = TypeVar("SettingsT")
ServicesT = TypeVar("ServicesT")
BuiltT = TypeVar("BuiltT")

_NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")


class FactoryConformance(
    Conformance[Factory[SettingsT, ServicesT, BuiltT]], Generic[SettingsT, ServicesT, BuiltT]
):
    """The subject is one factory. `module` is where an entry point finds it.

    `heavy` are the top-level modules that importing it must not load.
    """

    module: ClassVar[str | None] = None
    heavy: ClassVar[frozenset[str]] = frozenset(
        {
            "alembic",
            "fluent",
            "httpx",
            "jinja2",
            "pydantic",
            "rich",
            "sqlalchemy",
            "ssl",
            "starlette",
        }
    )

    def settings(self) -> SettingsT:
        """Settings with which building works."""
        raise NotImplementedError(f"{type(self).__name__} must override settings()")

    def services(self) -> ServicesT:
        """The services it is built with."""
        raise NotImplementedError(f"{type(self).__name__} must override services()")

    async def test_name_is_one_that_a_config_can_use(self) -> None:
        async with self.subject() as factory:
            assert _NAME.fullmatch(factory.name), f"{factory.name!r} cannot name a table"

    async def test_settings_model_is_the_class_of_its_settings(self) -> None:
        async with self.subject() as factory:
            model = factory.settings_model()
            assert isinstance(model, type), f"{model!r} is no class"
            assert isinstance(self.settings(), model), "the settings are of another class"
            assert factory.settings_model() is model, "the class changes"

    async def test_two_aliases_give_two_things(self) -> None:
        async with self.subject() as factory:
            one = factory.build(self.settings(), self.services(), "one")
            two = factory.build(self.settings(), self.services(), "two")
            assert one is not two or one == (), "two aliases share one thing"

    async def test_building_does_not_take_long(self) -> None:
        async with self.subject() as factory:
            factory.settings_model()
            with self.promptly("building"):
                factory.build(self.settings(), self.services(), "one")

    @needs("module")
    async def test_importing_it_loads_nothing_heavy(self) -> None:
        script = f"import sys; import {self.module}; print(*sys.modules)"
        with self.bounded():
            done = await trio.run_process(
                [sys.executable, "-c", script], capture_stdout=True, stdin=subprocess.DEVNULL
            )
        loaded = {name.partition(".")[0] for name in done.stdout.decode().split()}
        assert not loaded & self.heavy, f"importing it loads {sorted(loaded & self.heavy)}"
