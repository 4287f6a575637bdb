"""Nothing that holds a secret shows it in any way in which programs show values."""

from __future__ import annotations

import copy
import io
import json
import logging
import pickle
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen
from pydantic import BaseModel, ConfigDict, SecretStr
from secrets_at_work import API_KEY, PLANTED, JsonTree

from zeroclaw_api.usage import Price
from zeroclaw_config import Config, load_config
from zeroclaw_config.secrets.box import seal
from zeroclaw_config.secrets.key_file import KeyRing, SecretKey, create_key
from zeroclaw_config.secrets.reading import unsealed
from zeroclaw_config.secrets.references import ReferenceEnded

KEY = SecretKey("some-file", b"planted-material-0123456789abcde")
WORDS = (PLANTED, KEY.material.decode(), KEY.material.hex())


class HouseSettings(BaseModel):
    """The settings of a model, with a sealed key."""

    model_config = ConfigDict(frozen=True)

    model: str = "m"
    api_key: SecretStr | None = None
    max_tokens: int | None = None

    @property
    def price(self) -> Price | None:
        return None


def loaded(folder: Path) -> Config:
    key = create_key(folder / ".secret_key")
    path = ("providers", "models", "custom", "home", "api_key")
    (folder / "config.toml").write_text(
        "schema_version = 3\n[providers.models.custom.home]\n"
        f'api_key = "{seal(key, PLANTED, path)}"\n'
    )
    return load_config(folder / "config.toml", {}, {"custom": lambda: HouseSettings})


def opened(folder: Path) -> object:
    key = create_key(folder / ".secret_key")
    tree = JsonTree()
    tree.set(API_KEY, seal(key, PLANTED, API_KEY))
    return unsealed(tree.document, folder / ".secret_key")


HOLDERS: dict[str, Callable[[Path], object]] = {
    "key": lambda _folder: KEY,
    "ring": lambda _folder: KeyRing(KEY, KEY),
    "opened": opened,
    "config": loaded,
    "outcome": lambda _folder: ReferenceEnded(1, PLANTED.encode(), PLANTED.encode()),
}


def printed(value: object) -> str:
    return f"{value} {value!r} {value!a} {[value]} %s %r" % (value, value)


def logged(value: object) -> str:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    log = logging.getLogger("tests.showing")
    log.addHandler(handler)
    log.error("it is %s, or %r", value, {"it": value})
    log.removeHandler(handler)
    return stream.getvalue()


def as_json(value: object) -> str:
    return json.dumps({"it": value}, default=str)


def fails_with(value: object) -> None:
    raise RuntimeError(f"it failed with {value}")


def in_traceback(value: object) -> str:
    try:
        fails_with(value)
    except RuntimeError as error:
        whole = traceback.TracebackException.from_exception(error, capture_locals=True)
        return "".join(whole.format())
    raise AssertionError


def in_rich_traceback(value: object) -> str:
    console = pytest.importorskip("rich.console")
    rich = pytest.importorskip("rich.traceback")
    stream = io.StringIO()
    shown = console.Console(file=stream, width=400)
    try:
        fails_with(value)
    except RuntimeError as error:
        made = rich.Traceback.from_exception(
            RuntimeError, error, error.__traceback__, show_locals=True, locals_max_string=None
        )
        shown.print(made)
    return stream.getvalue()


WAYS = {
    "printed": printed,
    "logged": logged,
    "JSON": as_json,
    "traceback": in_traceback,
    "rich": in_rich_traceback,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("holder", HOLDERS)
def test_what_holds_a_secret_shows_none(tmp_path: Path, holder: str, way: str) -> None:
    shown = WAYS[way](HOLDERS[holder](tmp_path))
    assert shown
    assert not [word for word in WORDS if word in shown or ascii(word)[1:-1] in shown]


@frozen
class Careless:
    """What a value that hides nothing looks like."""

    text: str


@pytest.mark.parametrize("way", WAYS)
def test_control_a_careless_value_shows_its_secret(way: str) -> None:
    shown = WAYS[way](Careless(PLANTED))
    assert PLANTED in shown or ascii(PLANTED)[1:-1] in shown or json.dumps(PLANTED)[1:-1] in shown


@pytest.mark.parametrize("carry", [pickle.dumps, copy.deepcopy, copy.copy])
def test_key_goes_into_no_pickle_and_no_copy(carry: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="stays where it was read"):
        carry(KEY)
