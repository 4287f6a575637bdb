"""Lends documents of older forms, with families that can read their models, to the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, SecretStr

from zeroclaw_api.usage import Price

DOCUMENTS = Path(__file__).parent / "documents"
Families = Mapping[str, Callable[[], type["ModelSection"]]]


class ModelSection(BaseModel):
    """The settings of a family as a provider might have them, with few keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    uri: str = ""
    model: str
    api_key: SecretStr | None = None
    max_tokens: int | None = None

    @property
    def price(self) -> Price | None:
        """Unknown."""
        return None


@pytest.fixture(scope="session")
def families() -> Families:
    """Five families."""
    names = ("anthropic", "custom", "ollama", "openai", "openrouter")
    return {name: lambda: ModelSection for name in names}


@pytest.fixture(scope="session")
def document() -> Callable[[str], str]:
    """The text of a document by its name."""
    return lambda name: (DOCUMENTS / f"{name}.toml").read_text()
