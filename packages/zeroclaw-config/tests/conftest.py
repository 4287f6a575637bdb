"""Lends a configuration file with one provider family, or documents of every layout."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import strategies as st
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


KEYS = st.sampled_from(["a", "b", "c", "d", "e", '"x.y"', "'é'", "0"])
SIMPLE = st.sampled_from(
    [
        *("1", "-2.5", "true", "nan", "0x1F", "1979-05-27T07:32:00Z", "07:32:00"),
        *('"s # x"', "'lit ] }'", '"""\nmany # lines\n"""', "'''\nraw\n'''", '"\\u00e9\\""'),
    ]
)
COMMENTS = st.sampled_from(["", "", "  # behind", "\t#behind = [1]"])
ABOVE = st.lists(st.sampled_from(["# a comment", "", "  # [not.a.header]", "# k = 1"]), max_size=3)


def _lists(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def joined(items: list[str], form: int) -> str:
        if form == 0:
            return "[" + ", ".join(items) + "]"
        if form == 1:
            return "[ # first\n" + "".join(f"  {item}, # each\n" for item in items) + "]"
        return "[" + ",".join(f"\n{item}" for item in items) + "\n# last\n]"

    return st.builds(joined, st.lists(values, max_size=3), st.integers(0, 2))


def _tables(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(dotted_keys(2), values), max_size=3, unique_by=lambda p: p[0][0])
    return pairs.map(lambda some: "{" + ", ".join(f"{k} = {v}" for k, v in some) + " }")


def dotted_keys(most: int) -> st.SearchStrategy[str]:
    """One key or several with dots."""
    return st.lists(KEYS, min_size=1, max_size=most).map(".".join)


VALUES = st.recursive(SIMPLE, lambda inner: _lists(inner) | _tables(inner), max_leaves=5)


def _is_valid(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


@st.composite
def _documents(draw: st.DrawFn) -> str:
    pairs = st.tuples(dotted_keys(2), st.just(" = "), VALUES, COMMENTS).map("".join)
    headers = st.tuples(
        st.sampled_from(["[%s]", "[%s]", "[[%s]]", "[ %s ]"]), dotted_keys(3), COMMENTS
    ).map(lambda parts: parts[0] % parts[1] + parts[2])
    text = ""
    for statement in draw(st.lists(pairs | pairs | headers, max_size=8)):
        more = text + "".join(f"{line}\n" for line in draw(ABOVE)) + statement + "\n"
        text = more if _is_valid(more) else text
    text += "".join(f"{line}\n" for line in draw(ABOVE))
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@pytest.fixture(scope="session")
def documents() -> st.SearchStrategy[str]:
    """Valid documents with comments, dotted keys, inline tables, lists of tables, CRLF."""
    return _documents()
