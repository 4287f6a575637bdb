"""What is known about one model of one family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, ValidationError

from zeroclaw_api.json import Json
from zeroclaw_providers.family_settings import TokenPrices, no_switch

__all__ = ["ModelFacts", "facts_in", "problem_in"]

_MOST_TOKENS: Final = 100_000_000
"""No model reads or writes as many at once: a larger number was meant in another unit."""

_Count = Annotated[int, BeforeValidator(no_switch), Field(ge=1, le=_MOST_TOKENS)]


class ModelFacts(BaseModel):
    """What a model takes and gives, can do, costs. None stands for what nobody told.

    Lengths are in tokens. Where a price rises with the length of a request, it is that of a short
    one. Keys that are not known here are left to a later version.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    context_window: _Count | None = None
    max_output: _Count | None = None
    vision: StrictBool | None = None
    tools: StrictBool | None = None
    parallel_tools: StrictBool | None = None
    reasoning: StrictBool | None = None
    json_mode: StrictBool | None = None
    prices: TokenPrices | None = None


def facts_in(entry: Mapping[str, Json]) -> ModelFacts:
    """The facts that an entry of a table tells. Raises pydantic's `ValidationError`."""
    return ModelFacts.model_validate(entry)


def problem_in(error: ValidationError) -> str:
    """Where an entry is wrong, with what is wrong there, as a clause."""
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}"
