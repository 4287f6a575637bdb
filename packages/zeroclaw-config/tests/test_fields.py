"""Tests of the way from keys to the fields of a settings class."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, Optional

import pytest
from pydantic import AfterValidator, BaseModel, Field, SecretStr

from zeroclaw_config._fields import is_secret_field, known_keys, takes_text


class Pace(Enum):
    """Words."""

    SLOW = "slow"


class Level(Enum):
    """Numbers."""

    ONE = 1


class Inner(BaseModel):
    """A table in a table."""

    key: Annotated[SecretStr, AfterValidator(str)] | None = None
    number: int = 0


class Outer(BaseModel):
    """Every kind of text, with what is none."""

    word: str
    path: Annotated[Path, Field(description="x")] | None = None
    old: Optional[str] = None  # noqa: UP045 - a settings class may write it so
    kind: Literal["a", "b"] = "a"
    pace: Pace = Pace.SLOW
    level: Level = Level.ONE
    step: Literal[1, "one"] = 1
    mixed: int | str = 0
    words: list[str] = []
    other: str = Field(default="", alias="otherName")
    inner: Inner | None = None
    many: list[Inner] = []
    headers: dict[str, SecretStr] = {}


@pytest.mark.parametrize("key", ["word", "path", "old", "kind", "pace", "otherName"])
def test_a_key_for_text_alone_takes_text(key: str) -> None:
    assert takes_text(Outer, (key,))


@pytest.mark.parametrize("key", ["level", "step", "mixed", "words", "inner", "other", "gone"])
def test_a_key_for_anything_else_does_not(key: str) -> None:
    assert not takes_text(Outer, (key,))
    assert not takes_text(Outer, ())


def test_a_secret_is_known_at_any_depth() -> None:
    assert is_secret_field(Outer, ("inner", "key"))
    assert is_secret_field(Outer, ("many", 0, "key"))
    assert is_secret_field(Outer, ("headers", "X-Header"))
    assert not is_secret_field(Outer, ("inner", "number"))
    assert not is_secret_field(Outer, ("word",))
    assert takes_text(Outer, ("inner", "key"))


def test_the_keys_of_an_inner_table_are_known() -> None:
    assert known_keys(Outer, ("inner",)) == known_keys(Outer, ("many", 3)) == {"key", "number"}
    assert "otherName" in known_keys(Outer, ())
    assert known_keys(Outer, ("word",)) == set()
