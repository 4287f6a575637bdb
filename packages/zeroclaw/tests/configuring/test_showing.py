"""What the configuration says is shown, without its secrets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from config_homes import CONFIG_TEXT, PLANTED, ConfigHome

LEVEL = "risk_profiles.default.level"
OVERRIDE = {"ZEROCLAW_risk_profiles__default__level": "readonly"}


@pytest.fixture
def home(tmp_path: Path) -> ConfigHome:
    return ConfigHome(tmp_path).write()


def test_path_is_shown_whether_it_exists_or_not(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path)
    done = home.run("path")
    assert (done.code, done.out) == (0, f"{home.file}\n")
    assert "zeroclaw quickstart" in done.err
    assert home.run("path", "--json").json == {"path": str(home.file), "exists": False}
    assert home.write().run("path").err == ""


def test_list_shows_each_value_with_its_source(home: ConfigHome) -> None:
    done = home.run("list")
    assert done.code == 0
    lines = done.out.splitlines()
    assert f'{LEVEL} = "full"  # file' in lines
    assert 'risk_profiles.default.high_risk = "deny"  # default' in lines


def test_list_marks_what_is_overridden(home: ConfigHome) -> None:
    done = home.run("list", "risk_profiles", **OVERRIDE)
    [variable] = OVERRIDE
    assert done.out.splitlines()[0] == f'{LEVEL} = "readonly"  # {variable}; the file has "full"'
    entry = home.run("get", LEVEL, "--json", **OVERRIDE).json
    assert entry == {
        "key": LEVEL,
        "value": "readonly",
        "source": "environment",
        "variable": variable,
        "overridden": True,
        "in_file": "full",
    }


def test_list_of_a_prefix_has_nothing_else(home: ConfigHome) -> None:
    values = json.loads(home.run("list", "agents", "--json").out)["values"]
    assert [value["key"] for value in values] == [
        "agents.main.model_provider",
        "agents.main.risk_profile",
    ]


def test_get_shows_a_text_as_it_is(home: ConfigHome) -> None:
    assert home.run("get", "agents.main.model-provider").out == "custom.home\n"
    assert home.run("get", "risk_profiles.default.auto_approve").out == "[]\n"
    assert home.run("get", "agents.main").out.count("\n") == 2


def test_secret_in_the_file_is_masked(home: ConfigHome) -> None:
    home.write(CONFIG_TEXT.replace("${SOME_KEY}", PLANTED))
    key = "providers.models.custom.home.api_key"
    assert home.run("get", key).out == "***\n"
    for arguments in (("list",), ("list", "--json"), ("get", key, "--json"), ("validate",)):
        done = home.run(*arguments)
        assert PLANTED not in done.out + done.err


def test_secret_in_the_environment_is_masked(home: ConfigHome) -> None:
    variables = {"ZEROCLAW_providers__models__custom__home__api_key": PLANTED}
    done = home.run("list", **variables)
    assert PLANTED not in done.out + done.err
    assert 'api_key = "***"' in done.out


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("agents.main.runtime_profile", "it is not set"),
        ("agents.main.runtime_profil", "did you mean `agents.main.runtime_profile`?"),
        ("zzz", "`zeroclaw config list` shows what there is"),
    ],
)
def test_key_without_a_value_is_told(home: ConfigHome, key: str, words: str) -> None:
    for command in ("get", "list"):
        done = home.run(command, key)
        assert (done.code, done.out) == (1, "")
        assert words in done.err


def test_key_that_is_none_is_told(home: ConfigHome) -> None:
    assert "is no key" in home.run("get", "a..b").err


def test_valid_file_is_told_with_its_notices(home: ConfigHome) -> None:
    home.write(CONFIG_TEXT + "[channels.discord.a]\n")
    done = home.run("validate")
    assert (done.code, done.err) == (0, "")
    assert "can be used: 1 agent, 1 model." in done.out
    assert "channels.discord needs zeroclaw-channels[discord]; ignored" in done.out


def test_all_problems_are_told_at_once(home: ConfigHome) -> None:
    home.write(CONFIG_TEXT.replace("level", "lvl") + "oops = 1\n[channels.discord.a]\n")
    done = home.run("validate")
    assert done.code == 1
    assert "2 problems" in done.err
    assert "did you mean `level`?" in done.err
    shown = json.loads(home.run("validate", "--json").out)
    assert not shown["valid"]
    assert [problem["line"] for problem in shown["problems"]] == [10, 15]


def test_problem_of_one_agent_keeps_the_notices(home: ConfigHome) -> None:
    home.write(CONFIG_TEXT + "oops = 1\n[channels.discord.a]\n")
    shown = json.loads(home.run("validate", "--json").out)
    assert [notice["key"] for notice in shown["notices"]] == ["channels.discord"]


def test_file_that_is_no_toml_is_invalid(home: ConfigHome) -> None:
    home.write("a = \n")
    shown = json.loads(home.run("validate", "--json").out)
    assert shown["error"]["key"] == "config_syntax"
    assert home.run("validate").code == 1
    assert home.run("list").code == 1


def test_missing_file_is_told_by_every_command(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path)
    for arguments in (("list",), ("get", "agents"), ("validate",), ("migrate",)):
        done = home.run(*arguments)
        assert (done.code, done.out) == (1, "")
        assert "There is no configuration at" in done.err


def test_older_form_is_told_with_the_command_that_helps(home: ConfigHome) -> None:
    home.write("schema_version = 2\n")
    assert "`zeroclaw config migrate`" in home.run("list").err


def test_schema_is_one_for_editors(home: ConfigHome) -> None:
    schema = home.run("schema").json
    assert str(schema["$schema"]).endswith("2020-12/schema")
    assert "required" in schema


def test_docs_have_a_table_for_each_section(home: ConfigHome) -> None:
    out = home.run("docs").out
    assert out.startswith("# Configuration reference\n")
    assert "## `[agents.<alias>]`" in out
