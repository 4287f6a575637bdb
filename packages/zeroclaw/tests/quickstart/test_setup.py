"""A setup becomes entries of a config, next to whatever is there."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.offers import BUNDLED, Offer, endpoint_offer
from zeroclaw.quickstart.presets import Preset
from zeroclaw.quickstart.setup import (
    Setup,
    added,
    alias_problem,
    endpoint_problem,
    settings_of,
    text_added,
)
from zeroclaw.wiring.families import installed_families
from zeroclaw_config.editing.document import EditedDocument

NEW: Final = EditedDocument.parse("schema_version = 3\n", "config.toml")
WORK: Final = evolve(endpoint_offer("https://api.example.com/v1", "work", "SOME_KEY"), title="Work")
KEYED: Final = Setup(WORK, "some-model", "main")
GROQ: Final = Setup(Offer("groq", "main", "Groq", "GROQ_API_KEY"), "some-model", "main")
ENVIRON: Final = {"SOME_KEY": "sk-planted"}


def test_new_config_says_all_with_a_comment_each() -> None:
    text = added(NEW, KEYED, is_new=True).text
    assert text == (
        "# Written by `zeroclaw quickstart`. `zeroclaw config docs` explains every key.\n"
        "schema_version = 3\n"
        "\n"
        "# The model: Work. Its key is not in this file: it is read from SOME_KEY.\n"
        "[providers.models.custom.work]\n"
        'uri = "https://api.example.com/v1"\n'
        'model = "some-model"\n'
        'api_key = "${SOME_KEY}"\n'
        "\n"
        "# It reads by itself, and asks before it changes or runs anything.\n"
        "[risk_profiles.supervised]\n"
        'level = "supervised"\n'
        "\n"
        "# An agent: this model, allowed to do that.\n"
        "[agents.main]\n"
        'model_provider = "custom.work"\n'
        'risk_profile = "supervised"\n'
    )


def test_bundled_model_needs_no_keys() -> None:
    tree = tomllib.loads(added(NEW, Setup(BUNDLED, None, "main"), is_new=True).text)
    assert tree["providers"] == {"models": {"local": {"bundled": {}}}}


@pytest.mark.parametrize(
    "there",
    [
        'schema_version = 3\n[agents.main]\nmodel_provider = "custom.old"  # mine',
        'schema_version = 3\nagents = { main = { model_provider = "custom.old" } }\n',
    ],
)
def test_existing_text_stays_when_an_agent_is_added(there: str) -> None:
    setup = evolve(KEYED, agent="second")
    result = added(EditedDocument.parse(there, "config.toml"), setup, is_new=False)
    assert "custom.old" in result.text
    assert ("# mine" in result.text) == ("# mine" in there)
    assert set(tomllib.loads(result.text)["agents"]) == {"main", "second"}


def test_same_model_is_used_again_for_another_agent() -> None:
    once = added(NEW, KEYED, is_new=True)
    twice = added(once, evolve(KEYED, agent="second"), is_new=False)
    assert twice.text.startswith(once.text)
    assert twice.text.count("[providers.models.custom.work]") == 1
    assert twice.text.count("[risk_profiles.supervised]") == 1


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (KEYED, "agents.main is in config.toml already"),
        (evolve(KEYED, agent="b", model="other"), "providers.models.custom.work is in"),
    ],
)
def test_entry_that_differs_is_never_written_over(setup: Setup, said: str) -> None:
    once = added(NEW, KEYED, is_new=True)
    with pytest.raises(WrongUsage, match=said):
        added(once, setup, is_new=False)


def test_profile_of_another_level_is_never_written_over() -> None:
    there = EditedDocument.parse('[risk_profiles.yolo]\nlevel = "readonly"\n', "config.toml")
    with pytest.raises(WrongUsage, match=r"risk_profiles\.yolo is in"):
        added(there, evolve(KEYED, preset=Preset.YOLO), is_new=False)


def test_settings_are_those_a_config_would_give() -> None:
    settings = settings_of(evolve(KEYED, model="a${b}"), ENVIRON, installed_families())
    assert settings.model == "a${b}"


@pytest.mark.parametrize(
    ("setup", "flag"),
    [
        (evolve(KEYED, agent="not an alias"), "--agent"),
        (evolve(KEYED, offer=evolve(WORK, alias="Not!")), "--model-provider"),
        (evolve(KEYED, offer=evolve(WORK, settings=(("uri", "ftp://example.com"),))), "--uri"),
        (evolve(KEYED, offer=evolve(WORK, key_env="NO_KEY")), "--api-key-env"),
    ],
)
def test_problem_of_a_setup_names_the_flag(setup: Setup, flag: str) -> None:
    with pytest.raises(WrongUsage, match=f"^{flag}"):
        settings_of(setup, ENVIRON, installed_families())


def test_names_are_judged_as_a_config_would() -> None:
    assert alias_problem("main_2") is None
    assert alias_problem("Main 2") is not None


def test_url_with_a_secret_is_refused_without_quoting_it() -> None:
    problem = endpoint_problem("https://user:planted@example.com/v1", installed_families())
    assert problem is not None
    assert "planted" not in problem
    assert endpoint_problem("https://example.com/v1", installed_families()) is None


def test_text_that_is_shown_is_the_one_that_is_written() -> None:
    path = Path("config.toml")
    assert text_added(None, KEYED, path) == added(NEW, KEYED, is_new=True).text
    other = added(NEW, Setup(BUNDLED, None, "other"), is_new=True)
    shown = text_added(other, KEYED, path)
    assert added(other, KEYED, is_new=False).text == f"{other.text}\n{shown}"


def test_text_that_is_shown_has_nothing_of_what_is_there() -> None:
    there = (
        'schema_version = 3\nagents = { main = { model_provider = "custom.old" } }\n'
        'providers.models.custom.old = { uri = "http://127.0.0.1:9", model = "m", api_key = "s" }\n'
    )
    document = EditedDocument.parse(there, "config.toml")
    shown = text_added(document, evolve(KEYED, agent="second"), Path("config.toml"))
    assert "custom.old" not in shown
    assert '[agents.second]\nmodel_provider = "custom.work"' in shown


def test_family_has_a_section_of_its_own() -> None:
    tree = tomllib.loads(added(NEW, GROQ, is_new=True).text)
    table = {"model": "some-model", "api_key": "${GROQ_API_KEY}"}
    assert tree["providers"] == {"models": {"groq": {"main": table}}}
    assert tree["agents"]["main"]["model_provider"] == "groq.main"


def test_settings_of_a_family_come_before_its_model() -> None:
    qwen = Setup(Offer("qwen", "main", "Qwen", settings=(("region", "cn"),)), "m", "main")
    assert list(qwen.model_table) == ["region", "model"]


def test_program_is_named_in_the_comment() -> None:
    setup = Setup(Offer("kilocli", "main", "Kilo CLI", program="kilo"), "default", "main")
    assert "program kilo with its own login" in added(NEW, setup, is_new=True).text
