"""Lends a configuration file with one provider family to the tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from zeroclaw_api.usage import Price
from zeroclaw_config import Config, load_config

SECRET = "sk-planted-7f3a9c"


def _has_no_space(value: str) -> str:
    if " " in value:
        raise ValueError(f"there is a space in {value!r}.")
    return value


Spaceless = Annotated[str, AfterValidator(_has_no_space)]


class HouseSettings(BaseModel):
    """The settings of a family as a provider might write it, with a check that tells too much."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    uri: Spaceless
    model: str
    api_key: Spaceless = ""
    max_tokens: int | None = Field(default=None, ge=1)

    @property
    def price(self) -> Price | None:
        return None


@pytest.fixture(scope="session")
def house() -> Callable[[], type[HouseSettings]]:
    """A family's function."""
    return lambda: HouseSettings


@pytest.fixture(scope="session")
def write(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], Path]:
    """Puts bytes into a config.toml."""
    path = tmp_path_factory.mktemp("home") / "config.toml"

    def put(data: bytes) -> Path:
        path.write_bytes(data)
        return path

    return put


@pytest.fixture(scope="session")
def load(
    write: Callable[[bytes], Path], house: Callable[[], type[HouseSettings]]
) -> Callable[[str], Config]:
    """Loads a text with the family `custom`; SOME_KEY is in the environment."""

    def loaded(text: str) -> Config:
        return load_config(write(text.encode()), {"SOME_KEY": SECRET}, {"custom": house})

    return loaded


@pytest.fixture(scope="session")
def load_strictly(
    write: Callable[[bytes], Path], house: Callable[[], type[HouseSettings]]
) -> Callable[[str], Config]:
    """As `load`, with every problem refusing the whole file."""

    def loaded(text: str) -> Config:
        path = write(text.encode())
        return load_config(path, {"SOME_KEY": SECRET}, {"custom": house}, strict=True)

    return loaded
