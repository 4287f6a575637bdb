"""What users reported of another program's configuration never happens here.

Each test names the report, then the kind of mistake that it stands for. The reports are those of
the original's issue tracker.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, SecretStr

from zeroclaw_config import Config, ConfigError, InvalidConfig, load_config
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path
from zeroclaw_config.editing.patch import apply_patch, parse_patch
from zeroclaw_config.migration.form_3 import AGENT_KEYS, MODEL_KEYS, RISK_KEYS, RUNTIME_KEYS
from zeroclaw_config.migration.migrate import migrated
from zeroclaw_config.schema.keys import ALIAS, KeyDescription, describe

SECRET: Final = "sk-planted-7f3a9c"


class Model(BaseModel):
    """A family with each kind of key, its secrets having names that tell nothing."""

    uri: str
    model: str
    level: int = Field(default=3, ge=1, le=5)
    is_quick: bool = True
    words: list[str] = []
    phrase: SecretStr | None = None
    phrases: list[SecretStr] = []
    by_name: dict[str, SecretStr] = {}

    model_config = {"extra": "forbid", "frozen": True, "hide_input_in_errors": True}

    @property
    def max_tokens(self) -> int | None:
        return None

    @property
    def price(self) -> None:
        return None


FAMILIES: Final[Mapping[str, Callable[[], type[Model]]]] = {"custom": lambda: Model}
KEYS: Final = tuple(key for key in describe(FAMILIES) if ALIAS in key.path)

TWO: Final = """\
schema_version = 3
[providers.models.custom.one]
uri = "u"
model = "m"
[providers.models.custom.two]
uri = "u"
model = "m"
[risk_profiles.one]
[risk_profiles.two]
[runtime_profiles.one]
[runtime_profiles.two]
[model_routes.one]
model_provider = "custom.one"
[agents.one]
model_provider = "hint:one"
risk_profile = "one"
runtime_profile = "one"
[agents.two]
model_provider = "custom.two"
risk_profile = "two"
runtime_profile = "two"
[cron]
catch_up_on_startup = true
"""


def loaded(text: str, folder: Path, *, strict: bool = False) -> Config:
    file = folder / "config.toml"
    file.write_text(text)
    return load_config(file, {}, FAMILIES, strict=strict)


def at(key: KeyDescription, alias: str) -> tuple[str, ...]:
    return tuple(alias if part == ALIAS else part for part in key.path.split("."))


def with_value(text: str, path: tuple[str, ...], value: object) -> str:
    return EditedDocument.parse(text, "config.toml").set(path, value).text


def everything(config: Config) -> tuple[object, ...]:
    return (
        config.agents,
        config.risk_profiles,
        config.runtime_profiles,
        config.models,
        config.routes,
    )


def test_defaults_of_every_section_are_valid_where_they_are_written(tmp_path: Path) -> None:
    """Report 8718: what is written by itself is what the loader takes, for every section."""
    text = TWO
    written = [key for key in KEYS if key.default is not None]
    for key in written:
        assert key.default is not None
        text = with_value(text, at(key, "one"), json.loads(key.default))
    assert {key.path.split(".")[0] for key in written} >= {"providers", "risk_profiles"}
    assert text != TWO
    said, unsaid = loaded(text, tmp_path, strict=True), loaded(TWO, tmp_path, strict=True)
    assert everything(said) == everything(unsaid)


WRONG: Final[Mapping[str, object]] = {"text": 5, "path": 5}
"""What no key of a type takes; a text for all others."""


def is_flat(key: KeyDescription) -> bool:
    """Whether the key is one of an alias itself, not of a table in it."""
    return not key.path.rpartition(f"{ALIAS}.")[2].count(".")


@pytest.mark.parametrize("key", [key for key in KEYS if is_flat(key)], ids=lambda key: key.path)
@pytest.mark.parametrize("name", ["its own", "unknown"])
def test_wrong_key_is_named_with_nothing_else_reset(
    key: KeyDescription, name: str, tmp_path: Path
) -> None:
    """Report clawrium 985: one bad key never resets a section; it is named, with its line."""
    path = at(key, "one")
    if name == "unknown":
        path = (*path[:-1], "zzz")
    text = with_value(TWO, path, WRONG.get(key.type, "many words"))
    with pytest.raises(InvalidConfig) as error:
        loaded(text, tmp_path, strict=True)
    (problem,) = [each for each in error.value.problems if each.key == format_key_path(path)]
    assert problem.line is not None
    assert path[-1] in text.splitlines()[problem.line - 1]
    if path[0] == "risk_profiles":
        # What guards an agent is refused rather than guessed.
        with pytest.raises(InvalidConfig):
            loaded(text, tmp_path)
        return
    rest = loaded(text, tmp_path)
    before = loaded(TWO, tmp_path)
    assert rest.agents["two"] == before.agents["two"]
    assert rest.risk_profiles == before.risk_profiles
    assert rest.runtime_profiles["two"] == before.runtime_profiles["two"]
    assert rest.models["custom.two"] == before.models["custom.two"]
    assert format_key_path(path[:-1]) in {each.path for each in rest.disabled}
    assert "one" not in rest.agents


ELSEWHERE: Final = {
    ("agents", "one"): AGENT_KEYS,
    ("risk_profiles", "one"): RISK_KEYS,
    ("runtime_profiles", "one"): RUNTIME_KEYS,
    ("providers", "models", "custom", "one"): MODEL_KEYS,
}
READ: Final = {key.path.rpartition(".")[2] for key in KEYS}


@pytest.mark.parametrize(
    "path",
    [
        ("providers", "fallback"),
        *((*table, key) for table, keys in ELSEWHERE.items() for key in sorted(keys - READ)),
    ],
    ids=".".join,
)
def test_key_of_another_version_is_told_with_what_helps(
    path: tuple[str, ...], tmp_path: Path
) -> None:
    """Report clawrium 985: a key of older templates, or of others, says how it is migrated."""
    text = with_value(TWO, path, "x")
    with pytest.raises(InvalidConfig) as error:
        loaded(text, tmp_path, strict=True)
    (problem,) = error.value.problems
    assert problem.key == format_key_path(path)
    assert "`zeroclaw config migrate`" in problem.what
    assert problem.nearest is None
    result = migrated(tomllib.loads(text), "config.toml", FAMILIES)
    # The hint holds: it is gone from where nothing reads it, and it is not lost.
    node: object = result.tree
    for part in path:
        node = node.get(part) if isinstance(node, Mapping) else None
    assert node is None
    assert path in {change.before for change in result.changes}


def test_key_that_stands_in_no_file_is_not_to_be_migrated(tmp_path: Path) -> None:
    """Report 8797: nothing is told to run that would not help."""
    file = tmp_path / "config.toml"
    file.write_text(TWO)
    with pytest.raises(InvalidConfig) as error:
        load_config(file, {"ZEROCLAW_agents__one__memory": "x"}, FAMILIES)
    assert "migrate" not in str(error.value)


@pytest.mark.parametrize("name", ["phrase", "phrases", "by_name"])
def test_secret_is_known_by_its_type_in_every_shape(name: str) -> None:
    """Report 4672: masks are derived from the type, never from a list of names."""
    (key,) = [key for key in KEYS if key.path.endswith(f".{name}")]
    assert key.is_secret


@pytest.mark.parametrize("name", ["phrase", "phrases", "by_name"])
def test_secret_in_a_wrong_shape_is_in_no_problem(name: str, tmp_path: Path) -> None:
    """Report 4672: a secret is not told where it is wrong, either."""
    for value in ([[SECRET]], {"a": {"b": SECRET}}, [{"a": SECRET}], {"a": [SECRET]}):
        text = with_value(TWO, ("providers", "models", "custom", "one", name), value)
        with pytest.raises(ConfigError) as error:
            loaded(text, tmp_path, strict=True)
        assert SECRET not in f"{error.value!s} {error.value!r}"
        assert SECRET not in repr(loaded(text, tmp_path))


SCALARS: Final = st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=8)
VALUES: Final = SCALARS | st.lists(st.text(max_size=5), max_size=3)


@given(
    path=st.sampled_from(
        [
            *(at(key, "one") for key in KEYS if is_flat(key)),
            ("channels", "telegram", "newbot", "enabled"),
            ("memory", "a.b", "c/d~e"),
            ("risk_profiles", "three", "level"),
        ]
    ),
    value=VALUES,
)
def test_patch_does_what_setting_does(path: tuple[str, ...], value: object) -> None:
    """Report 8841: one core for all surfaces, so that an operation means the same on each."""
    document = EditedDocument.parse(TWO, "config.toml")
    pointer = "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in path)
    operations = parse_patch(json.dumps([{"op": "add", "path": pointer, "value": value}]))

    def outcome(change: Callable[[], EditedDocument]) -> str:
        try:
            return change().text
        except ConfigError as error:
            return error.error_key

    assert outcome(lambda: document.set(path, value)) == outcome(
        lambda: apply_patch(document, operations)
    )
