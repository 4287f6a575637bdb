"""A configuration from elsewhere is checked like that of a file."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from zeroclaw_api.usage import Price
from zeroclaw_config import InvalidConfig, check_config


class Settings(BaseModel, extra="forbid", frozen=True):
    """The settings of a family."""

    model: str
    max_tokens: int | None = None

    @property
    def price(self) -> Price | None:
        """Unknown."""
        return None


def document(**table: object) -> dict[str, object]:
    return {"providers": {"models": {"custom": {"given": table}}}}


def test_models_of_a_document_can_be_used() -> None:
    config = check_config(
        document(model="${NAME}"), "the command line", {"NAME": "m"}, {"custom": lambda: Settings}
    )
    assert config.models["custom.given"].model == "m"


def test_problem_says_where_the_document_came_from() -> None:
    with pytest.raises(InvalidConfig) as caught:
        check_config(document(), "the command line", {}, {"custom": lambda: Settings})
    assert str(caught.value) == (
        "the command line: providers.models.custom.given.model is missing."
    )
