"""What the command line asks for is checked, then found in the config."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from zeroclaw.errors import WrongUsage
from zeroclaw.home import Home
from zeroclaw.locales.language import speaking
from zeroclaw.request import (
    Request,
    check_flag,
    check_request,
    choose_agent,
    new_session_key,
    session_key_of,
)
from zeroclaw.wiring.given import GivenModel
from zeroclaw_config import InvalidConfig, UnknownAgent

BROKEN = "caf\udce9"
URI = "http://127.0.0.1:1/v1"
CONFIG = """
schema_version = 3

[providers.models.custom.small]
uri = "http://127.0.0.1:1/v1"
model = "small"

[providers.models.custom.large]
uri = "http://127.0.0.1:1/v1"
model = "large"

[agents.main]
model_provider = "custom.small"
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    (tmp_path / "config.toml").write_text(CONFIG)
    return Home(tmp_path)


@pytest.mark.parametrize(
    ("request_", "flag"),
    [
        (Request(alias=BROKEN), "--agent"),
        (Request(session_key=BROKEN), "--session"),
        (Request(given=GivenModel(uri=BROKEN)), "--uri"),
        (Request(given=GivenModel(model=BROKEN)), "--model"),
        (Request(given=GivenModel(api_key_env=BROKEN)), "--api-key-env"),
        (Request(given=GivenModel(model_path=BROKEN)), "--model-path"),
    ],
)
def test_an_argument_that_is_not_text_names_its_flag(request_: Request, flag: str) -> None:
    with pytest.raises(WrongUsage, match=f"What {flag} says is not UTF-8"):
        check_request(request_)


def test_text_in_any_script_is_taken() -> None:
    check_request(Request("größe", "休暇", given=GivenModel(URI, "模型")))
    check_flag("--message", None)


@pytest.mark.parametrize("key", ["a", "休暇 2026", "x" * 100, "."])
def test_a_key_names_a_session_as_it_is(key: str) -> None:
    assert session_key_of(Request(session_key=key)) == key


@pytest.mark.parametrize("key", ["", " a", "a/b", "a\nb", "x" * 101, "a\x7f", "\x1b"])
def test_a_key_that_cannot_be_a_name_is_refused(key: str) -> None:
    with pytest.raises(WrongUsage, match="cannot name a session"):
        session_key_of(Request(session_key=key))


def test_a_named_session_is_not_the_latest_as_well() -> None:
    assert session_key_of(Request(is_continued=True)) is None
    with pytest.raises(WrongUsage, match="--continue does not go with --session"):
        session_key_of(Request(session_key="a", is_continued=True))


def test_new_sessions_never_share_a_name() -> None:
    keys = {new_session_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(session_key_of(Request(session_key=key)) == key for key in keys)


def test_the_config_gives_the_agent_with_the_other_models(home: Home) -> None:
    chosen = choose_agent(Request(), home)
    assert (chosen.agent.alias, chosen.agent.provider) == ("main", "custom.small")
    assert set(chosen.models) == {"custom.small", "custom.large"}


def test_a_model_name_alone_renames_the_model_of_the_agent(home: Home) -> None:
    chosen = choose_agent(Request(given=GivenModel(model="tiny")), home)
    assert (chosen.agent.provider, chosen.agent.settings.model) == ("custom.small", "tiny")
    assert chosen.models["custom.small"].model == "small"


def test_a_described_model_joins_those_of_the_config(home: Home) -> None:
    chosen = choose_agent(Request(given=GivenModel(URI, "mine")), home)
    assert chosen.agent.provider == "custom.command_line"
    assert chosen.models["custom.command_line"].model == "mine"
    assert "custom.large" in chosen.models


def test_without_a_config_a_described_model_is_enough(tmp_path: Path) -> None:
    asked = Request(given=GivenModel(URI, "mine"))
    chosen = choose_agent(asked, Home(tmp_path))
    assert chosen.agent.alias == "main"
    assert set(chosen.models) == {"custom.command_line"}
    with pytest.raises(WrongUsage, match="no agent but main"):
        choose_agent(evolve(asked, alias="other"), Home(tmp_path))


def test_an_agent_that_is_not_in_the_config_is_named(home: Home) -> None:
    with pytest.raises(UnknownAgent, match="other"):
        choose_agent(Request(alias="other"), home)


def test_notices_of_the_config_are_told(home: Home, capfd: pytest.CaptureFixture[str]) -> None:
    home.config.write_text(f"{CONFIG}\n[heartbeat]\nenabled = true\n")
    choose_agent(Request(), home)
    told = capfd.readouterr().err
    assert told.startswith("zeroclaw: ")
    assert "heartbeat" in told


def test_agent_without_a_sandbox_is_told_in_one_loud_line(
    home: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    profile = "[risk_profiles.off]\nsandbox_backend = 'none'\n"
    other = "[agents.other]\nmodel_provider = 'custom.small'\nrisk_profile = 'off'\n"
    home.config.write_text(f"{CONFIG}\n{profile}{other}")
    choose_agent(Request(alias="main"), home)
    assert capfd.readouterr().err == ""
    choose_agent(Request(alias="other"), home)
    [line] = capfd.readouterr().err.splitlines()
    assert line.startswith("zeroclaw: UNCONFINED: nothing confines the shell commands of other")
    assert line.endswith("zeroclaw config set risk_profiles.off.sandbox_backend auto")
    with speaking("zh-CN"):
        choose_agent(Request(alias="other"), home)
    assert "不受任何限制" in capfd.readouterr().err


def test_what_is_wrong_with_the_chosen_agent_is_told_by_the_error_alone(
    home: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    home.config.write_text(f"{CONFIG}\n[agents.other]\nmodel_provider = 'custom.gone'\n")
    with pytest.raises(InvalidConfig, match=r"custom\.gone"):
        choose_agent(Request(alias="other"), home)
    assert capfd.readouterr().err == ""
    assert choose_agent(Request(alias="main"), home).agent.alias == "main"
    assert "agents.other is disabled" in capfd.readouterr().err
