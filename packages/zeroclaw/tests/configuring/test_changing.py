"""Keys are changed as their user means it, or nothing is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from config_homes import CONFIG_TEXT, PLANTED, ConfigHome

from zeroclaw.configuring.changing import assignments
from zeroclaw.errors import WrongUsage

API_KEY = "providers.models.custom.home.api_key"


@pytest.fixture
def home(tmp_path: Path) -> ConfigHome:
    return ConfigHome(tmp_path).write()


def test_words_are_read_as_assignments() -> None:
    assert assignments(["a.b", "c"]) == [("a.b", "c")]
    assert assignments(["a.b", "c=d"]) == [("a.b", "c=d")]
    assert assignments(["a.b=c=d"]) == [("a.b", "c=d")]
    assert assignments(["a=1", "b="]) == [("a", "1"), ("b", "")]


@pytest.mark.parametrize("words", [["a"], ["a", "b", "c"], ["a=1", "b", "c=2"]])
def test_words_that_are_no_assignments_are_refused(words: list[str]) -> None:
    with pytest.raises(WrongUsage, match="Give KEY VALUE"):
        assignments(words)


@pytest.mark.parametrize(
    "words", [["risk_profiles.default.level", "readonly"], ["risk-profiles.default.level=readonly"]]
)
def test_value_is_set_in_either_way(home: ConfigHome, words: list[str]) -> None:
    done = home.run("set", *words)
    assert (done.code, done.err) == (0, "")
    expected = f'risk_profiles.default.level = "readonly", instead of "full", in {home.file}.\n'
    assert done.out == expected
    assert home.text == CONFIG_TEXT.replace('"full"', '"readonly"')
    assert home.file.with_name("config.toml.bak").read_text() == CONFIG_TEXT


def test_same_value_writes_nothing(home: ConfigHome) -> None:
    assert "already" in home.run("set", "risk_profiles.default.level", "full").out
    assert not home.file.with_name("config.toml.bak").exists()


def test_values_are_what_they_look_like(home: ConfigHome) -> None:
    model = "providers.models.custom.home"
    assert home.run("set", f"{model}.max-tokens=5", f"{model}.native_tools=false").code == 0
    assert home.run("set", f"{model}.model=5").code == 0
    assert "max_tokens = 5\n" in home.text
    assert "native_tools = false\n" in home.text
    assert 'model = "5"\n' in home.text
    assert home.run("set", "--string", "memory.x=5").code == 0
    assert 'x = "5"\n' in home.text


def test_first_value_makes_the_file(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path / "deep" / "home")
    done = home.run("set", "risk_profiles.default.level=readonly")
    assert done.code == 0
    assert home.text.startswith("schema_version = 3\n")
    assert home.file.stat().st_mode & 0o777 == 0o600


def test_new_agent_is_set_in_one_go(home: ConfigHome) -> None:
    done = home.run("set", "agents.new.risk_profile=default")
    assert done.code == 1
    assert "agents.new.model_provider is missing" in done.err
    assert home.text == CONFIG_TEXT
    words = ("agents.new.risk_profile=default", "agents.new.model_provider=custom.home")
    assert home.run("set", *words).code == 0
    assert home.run("validate").code == 0


def test_secret_is_not_taken_as_an_argument(home: ConfigHome) -> None:
    done = home.run("set", API_KEY, PLANTED)
    assert done.code == 2
    assert f"zeroclaw secrets set {API_KEY}" in done.err
    assert PLANTED not in done.out + done.err + home.text
    assert home.run("set", f"{API_KEY}=${{OTHER_KEY}}", OTHER_KEY="x").code == 0


def test_value_of_the_environment_is_never_written(home: ConfigHome) -> None:
    variables = {
        "ZEROCLAW_agents__main__model_provider": "custom.other",
        "ZEROCLAW_providers__models__custom__home__model": "overriding",
    }
    done = home.run("set", "risk_profiles.default.level", "readonly", **variables)
    assert done.code == 0
    assert home.text == CONFIG_TEXT.replace('"full"', '"readonly"')


def test_value_that_is_overridden_is_written_with_a_warning(home: ConfigHome) -> None:
    variables = {"ZEROCLAW_risk_profiles__default__level": "supervised"}
    done = home.run("set", "risk_profiles.default.level", "readonly", **variables)
    assert done.code == 0
    assert "ZEROCLAW_risk_profiles__default__level is set, which overrides" in done.err
    assert 'level = "readonly"' in home.text


def test_key_is_unset_with_its_line(home: ConfigHome) -> None:
    assert home.run("unset", "agents.main.risk-profile").code == 0
    assert home.text == CONFIG_TEXT.replace('risk_profile = "default"\n', "")


def test_table_is_unset_only_when_that_is_agreed_to(home: ConfigHome) -> None:
    assert home.run("unset", "agents.main").code == 2
    assert home.text == CONFIG_TEXT
    assert home.run("unset", "agents.main", "--yes").code == 0
    assert "agents" not in home.text


def test_key_that_others_refer_to_stays(home: ConfigHome) -> None:
    done = home.run("unset", "providers.models.custom.home", "--yes")
    assert done.code == 1
    assert "agents.main.model_provider names `custom.home`" in done.err
    assert home.text == CONFIG_TEXT


def test_key_that_is_not_there_cannot_be_unset(home: ConfigHome) -> None:
    assert (
        "did you mean `agents.main.risk_profile`?"
        in home.run("unset", "agents.main.risk_profil").err
    )


PATCHES = {
    "a new alias": [{"op": "add", "path": "/channels/telegram/newbot/enabled", "value": True}],
    "a new agent": [
        {"op": "add", "path": "/agents/new/model_provider", "value": "custom.home"},
        {"op": "add", "path": "/agents/new/risk-profile", "value": "default"},
    ],
    "an element of a list": [
        {"op": "add", "path": "/mcp/servers", "value": [{"name": "a"}]},
        {"op": "replace", "path": "/mcp/servers/0/name", "value": "b"},
    ],
}


@pytest.mark.parametrize("name", PATCHES)
def test_patch_is_applied_whole(home: ConfigHome, name: str) -> None:
    done = home.run("patch", "-", stdin=json.dumps(PATCHES[name]))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Applied ")
    assert home.text.startswith(CONFIG_TEXT)
    assert home.run("validate").code == 0


def test_patch_of_a_file_is_the_same(home: ConfigHome) -> None:
    file = home.root / "changes.json"
    file.write_text(json.dumps(PATCHES["a new alias"]))
    assert home.run("patch", str(file)).code == 0
    assert "nothing was written" in home.run("patch", str(file)).out
    done = home.run("patch", str(home.root / "none.json"))
    assert done.code == 2
    assert "Cannot read the patch" in done.err


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        (b"\xff", "is not UTF-8"),
        (b"{}", "must be a JSON list"),
        (b'[{"op": "remove", "path": "/agents/mian"}]', "did you mean `agents.main`?"),
        (b'[{"op": "remove", "path": "/providers/models/custom/home"}]', "`custom.home`"),
        (b'[{"op": "add", "path": "/channels/x/y/token", "value": "t"}]', "zeroclaw secrets set"),
    ],
)
def test_patch_that_makes_no_sense_changes_nothing(
    home: ConfigHome, patch: bytes, words: str
) -> None:
    done = home.run("patch", "-", stdin=patch)
    assert done.code in (1, 2)
    assert words in done.err
    assert home.text == CONFIG_TEXT


def test_key_that_cannot_be_one_is_told(home: ConfigHome) -> None:
    assert "is no key" in home.run("set", "a..b=1").err


def test_changes_are_told_to_programs_without_secrets(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path).write()
    key = "providers.models.custom.home.api_key"
    done = home.run("set", "risk_profiles.default.level=supervised", f"{key}=${{OTHER}}", "--json")
    assert done.json == {
        "path": str(home.file),
        "changed": True,
        "values": [
            {"key": "risk_profiles.default.level", "old": "full", "value": "supervised"},
            {"key": key, "old": "${SOME_KEY}", "value": "${OTHER}"},
        ],
    }
    again = home.run("set", "risk_profiles.default.level", "supervised", "--json")
    assert again.json["changed"] is False
    unset = home.run("unset", "agents.main.risk_profile", "--json")
    assert unset.json == {
        "path": str(home.file),
        "changed": True,
        "key": "agents.main.risk_profile",
    }
    patch = '[{"op": "test", "path": "/schema_version", "value": 3}]'
    patched = home.run("patch", "-", "--json", stdin=patch)
    assert patched.json == {"path": str(home.file), "changed": False, "operations": 1}
    assert PLANTED not in done.out + done.err
