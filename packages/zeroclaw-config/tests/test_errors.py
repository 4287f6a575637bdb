"""Tests of the errors of this distribution."""

import pytest

import zeroclaw_config
from zeroclaw_config import (
    ConfigError,
    ConfigMissing,
    ConfigSyntax,
    InvalidConfig,
    Problem,
    SchemaTooNew,
)
from zeroclaw_config import errors as module

FIRST = Problem("c.toml", 2, "a", "is wrong")
SECOND = Problem("c.toml", None, "b", "is missing")


@pytest.mark.parametrize("name", module.__all__)
def test_every_error_is_exported_with_a_sentence(name: str) -> None:
    kind = getattr(zeroclaw_config, name)
    assert issubclass(kind, ConfigError)
    assert kind.template
    assert kind.error_key.startswith("config")


def test_one_problem_makes_one_sentence() -> None:
    assert str(InvalidConfig(path="c.toml", problems=(FIRST,))) == "c.toml, line 2: a is wrong."


def test_several_problems_make_a_line_each() -> None:
    error = InvalidConfig(path="c.toml", problems=(FIRST, SECOND))
    assert str(error).splitlines() == [
        "c.toml has 2 problems:",
        "  line 2: a is wrong.",
        "  b is missing.",
    ]
    assert error.facts["count"] == 2


def test_a_syntax_error_names_the_place_as_far_as_known() -> None:
    error = ConfigSyntax(path="c.toml", line=3, column=7, problem="invalid value")
    assert str(error) == "c.toml is not TOML at line 3, column 7: invalid value."
    error = ConfigSyntax(path="c.toml", line=None, column=None, problem="too deep")
    assert str(error) == "c.toml is not TOML: too deep."


def test_an_error_says_what_to_do() -> None:
    assert "Create it" in str(ConfigMissing(path="/x/config.toml"))
    assert "newer version" in str(SchemaTooNew(path="c.toml", newest=3))
