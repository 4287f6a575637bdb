"""Each value in effect is told with what said it."""

from __future__ import annotations

import tomllib

from zeroclaw.configuring.effective import Origin, Setting, overriding_variables, settings_of
from zeroclaw.configuring.keys import KeyPath, known_keys
from zeroclaw.configuring.masking import MASK
from zeroclaw.wiring.families import installed_families

KEYS = known_keys(installed_families())
TREE = tomllib.loads("""
schema_version = 3
[providers.models.custom.home]
model = "some-model"
api_key = "sk-in-file"
[risk_profiles.default]
level = "full"
[channels.irc.a]
servers = [{host = "h", password = "p"}]
""")


def found(**environ: str) -> dict[KeyPath, Setting]:
    return {setting.path: setting for setting in settings_of(TREE, environ, KEYS)}


def test_values_come_from_the_file_else_are_defaults() -> None:
    settings = found()
    assert settings[("risk_profiles", "default", "level")].origin is Origin.FILE
    default = settings[("risk_profiles", "default", "high_risk")]
    assert (default.value, default.origin) == ("deny", Origin.DEFAULT)


def test_variable_wins_with_what_the_file_says_beside_it() -> None:
    name = "ZEROCLAW_risk_profiles__default__level"
    setting = found(**{name: "readonly"})[("risk_profiles", "default", "level")]
    assert (setting.value, setting.origin, setting.variable) == (
        "readonly",
        Origin.ENVIRONMENT,
        name,
    )
    assert (setting.is_overridden, setting.in_file) == (True, "full")


def test_variable_makes_the_tables_that_it_needs() -> None:
    path = ("agents", "main", "model_provider")
    setting = found(ZEROCLAW_agents__main__model_provider="custom.home")[path]
    assert (setting.value, setting.is_overridden) == ("custom.home", False)


def test_variable_is_typed_as_loading_types_it() -> None:
    settings = found(
        ZEROCLAW_providers__models__custom__home__model="5",
        ZEROCLAW_providers__models__custom__home__max_tokens="5",
        ZEROCLAW_providers__models__custom__home__timeout_secs="[",
    )
    place = ("providers", "models", "custom", "home")
    assert settings[(*place, "model")].value == "5"
    assert settings[(*place, "max_tokens")].value == 5
    assert settings[(*place, "timeout_secs")].value == "["


def test_secrets_are_masked_wherever_they_come_from() -> None:
    path = ("providers", "models", "custom", "home", "api_key")
    assert found()[path].value == MASK
    setting = found(ZEROCLAW_providers__models__custom__home__api_key="${LITERAL}")[path]
    assert (setting.value, setting.in_file) == (MASK, MASK)


def test_lists_of_tables_come_apart() -> None:
    settings = found()
    place = ("channels", "irc", "a", "servers", 0)
    assert settings[(*place, "host")].value == "h"
    assert settings[(*place, "password")].value == MASK


def test_defaults_stand_with_their_alias() -> None:
    paths = [path[:2] for path in found()]
    assert paths == sorted(paths, key=paths.index)


def test_schema_version_is_never_overridden() -> None:
    setting = found(ZEROCLAW_schema_version="9")[("schema_version",)]
    assert (setting.value, setting.origin) == (3, Origin.FILE)


def test_variables_with_capitals_override_nothing() -> None:
    names = {"ZEROCLAW_HOME": "x", "ZEROCLAW_agents__main__x": "y", "OTHER": "z"}
    assert overriding_variables(names) == {("agents", "main", "x"): "ZEROCLAW_agents__main__x"}


def test_variable_below_a_value_changes_nothing() -> None:
    settings = found(ZEROCLAW_risk_profiles__default__level__x="1")
    assert settings[("risk_profiles", "default", "level")].value == "full"
