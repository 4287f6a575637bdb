"""Tests of what the environment or the command line says over the file."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import Config, InvalidConfig, load_config
from zeroclaw_config._findings import Findings
from zeroclaw_config._overrides import (
    COMMAND_LINE,
    from_command_line,
    from_environment,
    overlaid,
)

SECRET = "sk-planted-7f3a9c"
FILE = b"""\
schema_version = 3
[providers.models.custom.home]
uri = "http://127.0.0.1/v1"
model = "small"
[runtime_profiles.cheap]
max_iterations = 5
[agents.main]
model_provider = "custom.home"
"""
HOME = "ZEROCLAW_providers__models__custom__home__"

Given = Mapping[tuple[str, ...], object]
Load = Callable[..., Config]


@pytest.fixture
def overridden(write: Callable[[bytes], Path], house: Callable[[], type[object]]) -> Load:
    """Loads FILE with variables, then what the command line says."""

    def loaded(environ: Mapping[str, str], overrides: Given | None = None) -> Config:
        families = {"custom": house}
        return load_config(write(FILE), environ, families, overrides=overrides or {})  # type: ignore[arg-type]

    return loaded


def model_of(config: Config, alias: str) -> ModelSettings:
    return config.models[config.agents[alias].model_provider]


def problems(load: Load, environ: Mapping[str, str], overrides: Given | None = None) -> list[str]:
    with pytest.raises(InvalidConfig) as caught:
        load(environ, overrides)
    return [str(problem) for problem in caught.value.problems]


def test_a_later_layer_wins_over_an_earlier_one(overridden: Load) -> None:
    variable = {HOME + "model": "medium"}
    given_ = {("providers", "models", "custom", "home", "model"): "large"}
    assert model_of(overridden({}), "main").model == "small"
    assert model_of(overridden(variable), "main").model == "medium"
    assert model_of(overridden(variable, given_), "main").model == "large"


def test_overridden_keys_are_marked_for_whoever_writes(overridden: Load) -> None:
    config = overridden({HOME + "model": "medium"}, {("agents", "main", "risk_profile"): None})
    assert config.overridden == {
        "providers.models.custom.home.model",
        "agents.main.risk_profile",
    }
    assert overridden({}).overridden == frozenset()


def test_an_alias_is_made_when_the_file_lacks_it(overridden: Load) -> None:
    environ = {
        "ZEROCLAW_agents__other__model_provider": "custom.other",
        "ZEROCLAW_providers__models__custom__other__model": "m",
        "ZEROCLAW_providers__models__custom__other__uri": "u",
    }
    assert model_of(overridden(environ), "other").model == "m"


def test_a_value_has_the_type_that_its_key_wants(overridden: Load) -> None:
    environ = {
        HOME + "model": "4",
        HOME + "api_key": "true",
        HOME + "max_tokens": "7",
        "ZEROCLAW_risk_profiles__r__auto_approve": '["a", "b"]',
        "ZEROCLAW_risk_profiles__r__level": "full",
        "ZEROCLAW_runtime_profiles__cheap__deadline_secs": "1.5",
        "ZEROCLAW_runtime_profiles__cheap__budget": "{ day = 2 }",
    }
    config = overridden(environ)
    model = config.models["custom.home"]
    assert (model.model, model.max_tokens) == ("4", 7)
    assert config.risk_profiles["r"].profile.auto_approve == {"a", "b"}
    assert config.runtime_profiles["cheap"].deadline_secs == 1.5
    assert config.runtime_profiles["cheap"].max_iterations == 5
    assert config.runtime_profiles["cheap"].budget.day == 2_000_000_000


def test_names_with_capitals_are_not_overrides(overridden: Load) -> None:
    environ = {"ZEROCLAW_HOME": "/x", "ZEROCLAW_agents__Main": "x", "ZEROCLAW_": "x", "agents": "x"}
    assert overridden(environ).overridden == frozenset()


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("agnets__main__model", "agnets is not a known key; did you mean `agents`?"),
        (
            "agents__main__modle_provider",
            "agents.main.modle_provider is not a known key; did you mean `model_provider`?",
        ),
        (
            "providers__models__custom__home__modle",
            "providers.models.custom.home.modle is not a known key; did you mean `model`?",
        ),
        (
            "providers__models__custom__other__uri",
            "providers.models.custom.other.model is missing.",
        ),
        (
            "providers__models__costum__x__uri",
            "providers.models.costum is no family of an installed provider; there is custom; did",
        ),
        ("schema_version", "schema_version cannot be overridden."),
        (
            "agents__main__model_provider__x",
            "model_provider.x cannot be set, since agents.main.model_provider is no table.",
        ),
        ("runtime_profiles__cheap__max_iterations", 'must be a whole number, not "x".'),
        ("agents__main__model_provider", "names `x`, which is not a model of this file."),
        ("agents__main__", 'agents.main."" is not a known key.'),
        ("agents__main", "agents.main must be a table with a name of its own, as in"),
    ],
)
def test_a_variable_that_cannot_be_taken_is_named(overridden: Load, name: str, what: str) -> None:
    (problem,) = problems(overridden, {f"ZEROCLAW_{name}": "x"})
    assert problem.startswith(f"ZEROCLAW_{name}: ")
    assert what in problem


def test_the_command_line_is_named_where_a_variable_would_be(overridden: Load) -> None:
    assert problems(overridden, {}, {("agents", "main", "x"): True}) == [
        "the command line: agents.main.x is not a known key."
    ]


def test_several_problems_name_their_own_places(overridden: Load) -> None:
    with pytest.raises(InvalidConfig) as caught:
        overridden({"ZEROCLAW_zzz": "1"}, {("agents", "main", "x"): 1})
    assert str(caught.value).splitlines()[1:] == [
        "  ZEROCLAW_zzz: zzz is not a known key.",
        "  the command line: agents.main.x is not a known key.",
    ]


def test_a_value_from_outside_is_taken_as_it_is(overridden: Load) -> None:
    environ = {HOME + "model": "${GONE}", "A": "1"}
    given_ = {("providers", "models", "custom", "home", "uri"): "${A}"}
    model = overridden(environ, given_).models["custom.home"]
    assert model.model == "${GONE}"
    assert model.uri == "${A}"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "environ",
    [
        {HOME + "api_key": SECRET + " x"},
        {HOME + "modle": SECRET},
        {HOME + "max_tokens": SECRET},
        {HOME + "prices": f'{{ a = "{SECRET}" }}'},
        {HOME[:-2]: SECRET},
        {"ZEROCLAW_agents__main__api_key": SECRET},
        {"ZEROCLAW_runtime_profiles__cheap__budget": f'["{SECRET}"'},
    ],
)
def test_a_planted_secret_of_a_variable_is_in_no_error(
    overridden: Load, environ: Mapping[str, str]
) -> None:
    with pytest.raises(InvalidConfig) as caught:
        overridden(environ)
    shown = [str(caught.value), repr(caught.value), *traceback.format_exception(caught.value)]
    assert [text for text in shown if SECRET[-6:] in text] == []


def test_a_printed_override_shows_no_value() -> None:
    (override,) = from_environment({"ZEROCLAW_a__api_key": SECRET})
    assert override.path == ("a", "api_key")
    assert SECRET not in repr(override)
    (given_,) = from_command_line({("a",): SECRET})
    assert given_.origin == COMMAND_LINE
    assert SECRET not in repr(given_)


def unknown(_path: object) -> tuple[type[BaseModel], tuple[str, ...]] | None:
    return None


def test_a_table_comes_before_its_keys_in_any_order() -> None:
    environ = {"ZEROCLAW_a__b": "1", "ZEROCLAW_a": "{ b = 2, c = 3 }"}
    layers = [from_environment(environ)]
    assert overlaid({}, layers, Findings({}), unknown) == {"a": {"b": 1, "c": 3}}


def test_the_document_itself_is_left_alone() -> None:
    tree = {"a": {"b": 1}}
    layers = [from_command_line({("a", "b"): 2})]
    assert overlaid(tree, layers, Findings({}), unknown) == {"a": {"b": 2}}
    assert tree == {"a": {"b": 1}}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("true", True), ("12", 12), ("-1.5", -1.5), ("[1, 2]", [1, 2]), ("{ a = 1 }", {"a": 1})),
        *(("True", "True"), ("", ""), ('"x"', '"x"'), ("1979-05-27", "1979-05-27")),
        *(("1\nx = 2", "1\nx = 2"), ("[1", "[1"), ("[" * 5000, "[" * 5000), ("a b", "a b")),
    ],
)
def test_a_text_is_typed_by_what_it_spells(text: str, value: object) -> None:
    layers = [from_environment({"ZEROCLAW_a": text})]
    assert overlaid({}, layers, Findings({}), unknown) == {"a": value}


@given(st.dictionaries(st.from_regex(r"ZEROCLAW_[a-z_0-9]{0,12}", fullmatch=True), st.text()))
def test_any_variables_give_a_document_or_a_finding(environ: dict[str, str]) -> None:
    findings = Findings(environ)
    tree = overlaid({"schema_version": 3}, [from_environment(environ)], findings, unknown)
    assert tree["schema_version"] == 3
    assert all(findings.origin_of(path) in environ for path in findings.paths)
