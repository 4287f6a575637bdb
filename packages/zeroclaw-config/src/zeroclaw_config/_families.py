"""Ask the installed families of models for their settings classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pydantic import BaseModel

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

    Families = Mapping[str, Callable[[], type[ModelSettings]]]

__all__ = ["settings_class"]


def settings_class(families: Families, family: str) -> type[BaseModel]:
    """The settings class of a family; raises TypeError when it is no pydantic model."""
    model = families[family]()
    if not issubclass(model, BaseModel):
        raise TypeError(f"the settings of the family {family} are no pydantic model")
    return model
