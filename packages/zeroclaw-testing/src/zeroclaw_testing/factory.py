"""A factory whose product a test supplies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from attrs import frozen

__all__ = ["FakeFactory", "NoSettings"]

SettingsT = TypeVar("SettingsT")
ServicesT = TypeVar("ServicesT")
BuiltT = TypeVar("BuiltT")


@frozen
class NoSettings:
    """The settings of something that has none."""


class FakeFactory(Generic[SettingsT, ServicesT, BuiltT]):
    """Builds with the given function; `aliases` holds those it was asked for."""

    def __init__(
        self,
        name: str,
        settings_model: type[SettingsT],
        make: Callable[[SettingsT, ServicesT, str], BuiltT],
    ) -> None:
        self._name = name
        self._settings_model = settings_model
        self._make = make
        self.aliases: list[str] = []

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    def settings_model(self) -> type[SettingsT]:
        """The class it was given."""
        return self._settings_model

    def build(self, settings: SettingsT, services: ServicesT, alias: str) -> BuiltT:
        """Call the function it was given."""
        self.aliases.append(alias)
        return self._make(settings, services, alias)
