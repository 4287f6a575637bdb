"""Tests of the words for types."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field, SecretStr

from zeroclaw_config.schema.type_words import type_words, without_null


class Sample(BaseModel):
    """Every kind of key."""

    text: str
    secret: SecretStr
    switch: bool
    optional: int | None
    count: Annotated[int, Field(ge=1, le=9)]
    ratio: Annotated[float, Field(gt=0, lt=1.5)] | None
    dollars: Annotated[Decimal, Field(ge=0)] | None
    path: Path
    numbers: list[int]
    anything: list[object]
    word: Literal["a", "b", "c"]
    only: Literal["a"]
    either: int | list[int]
    table: dict[str, int]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("text", "text"),
        ("secret", "text"),
        ("switch", "true or false"),
        ("optional", "whole number"),
        ("count", "whole number, at least 1, at most 9"),
        ("ratio", "number, above 0, below 1.5"),
        ("dollars", "number, at least 0"),
        ("path", "path"),
        ("numbers", "list of whole number"),
        ("anything", "list"),
        ("word", "a, b or c"),
        ("only", "a"),
        ("either", "whole number or list of whole number"),
        ("table", "table"),
    ],
)
def test_a_type_is_said_in_words(key: str, words: str) -> None:
    schema = Sample.model_json_schema()["properties"][key]
    assert type_words(without_null(schema)) == words
