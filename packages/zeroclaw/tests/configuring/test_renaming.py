"""An alias changes together with what refers to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_homes import CONFIG_TEXT, PLANTED, ConfigHome

from zeroclaw.wiring.families import installed_families
from zeroclaw_config import load_config
from zeroclaw_config.editing.config_file import ConfigFile
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.key_file import create_key
from zeroclaw_config.secrets.store import set_secret

MODELS = "providers.models.custom"


@pytest.fixture
def home(tmp_path: Path) -> ConfigHome:
    return ConfigHome(tmp_path).write()


def test_alias_is_added_with_its_values(home: ConfigHome) -> None:
    done = home.run("alias", "add", "agents", "helper", "model-provider=custom.home")
    assert (done.code, done.out) == (0, f"Added agents.helper to {home.file}.\n")
    assert home.text.startswith(CONFIG_TEXT)
    assert home.text.endswith('[agents.helper]\nmodel_provider = "custom.home"\n')


def test_alias_may_have_defaults_alone(home: ConfigHome) -> None:
    assert home.run("alias", "add", "risk-profiles", "careful").code == 0
    assert "[risk_profiles.careful]" in home.text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("agents", "main", "model_provider=custom.home"), "is there already"),
        (("agents", "Main", "model_provider=custom.home"), "cannot be used"),
        (("agents", "helper"), "model_provider is missing"),
        ((MODELS, "b", "uri=http://127.0.0.1:1", "model=m", f"api_key={PLANTED}"), "is a secret"),
    ],
)
def test_alias_that_makes_no_sense_is_not_added(
    home: ConfigHome, arguments: tuple[str, ...], words: str
) -> None:
    done = home.run("alias", "add", *arguments)
    assert done.code in (1, 2)
    assert words in done.err
    assert PLANTED not in done.out + done.err
    assert home.text == CONFIG_TEXT


def test_rename_tells_first_what_follows(home: ConfigHome) -> None:
    done = home.run("alias", "rename", MODELS, "home", "work")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{MODELS}.home becomes {MODELS}.work.",
        "  agents.main.model_provider follows, as it refers to it.",
        f"Renamed in {home.file}.",
    ]
    assert home.text == CONFIG_TEXT.replace("custom.home", "custom.work")


def test_what_is_sealed_opens_under_the_new_name(home: ConfigHome) -> None:
    key = create_key(home.root / ".secret_key")
    with ConfigFile.open(home.file) as file:
        secrets = EditedSecrets(file.document)
        set_secret(secrets, ("providers", "models", "custom", "home", "api_key"), PLANTED, key)
        file.save(secrets.document, lambda _text: None)
    assert home.run("alias", "rename", MODELS, "home", "work").code == 0
    assert PLANTED not in home.text
    config = load_config(home.file, {}, installed_families(), strict=True)
    assert config.models.keys() == {"custom.work"}


def test_rename_needs_no_variable_of_the_model(home: ConfigHome) -> None:
    bare = ConfigHome(home.root, {})
    done = bare.run("alias", "rename", MODELS, "home", "work")
    assert done.code == 0
    assert "custom.work" in home.text


def test_alias_that_others_refer_to_is_not_removed(home: ConfigHome) -> None:
    done = home.run("alias", "remove", MODELS, "home", "--yes")
    assert done.code == 1
    assert "`agents.main.model_provider` refers to" in done.err
    assert home.text == CONFIG_TEXT


def test_alias_is_removed_only_when_that_is_agreed_to(home: ConfigHome) -> None:
    assert home.run("alias", "remove", "agents", "main").code == 2
    assert home.text == CONFIG_TEXT
    assert home.run("alias", "remove", "agents", "main", "--yes").code == 0
    assert "agents" not in home.text


@pytest.mark.parametrize("command", ["rename", "remove"])
def test_alias_that_is_not_there_is_told(home: ConfigHome, command: str) -> None:
    new = ("other",) if command == "rename" else ()
    done = home.run("alias", command, "agents", "mian", *new)
    assert done.code == 1
    assert "did you mean `agents.main`?" in done.err


def test_alias_commands_tell_programs_what_they_did(home: ConfigHome) -> None:
    added = home.run("alias", "add", "agents", "helper", "model-provider=custom.home", "--json")
    assert added.json == {"path": str(home.file), "changed": True, "key": "agents.helper"}
    renamed = home.run("alias", "rename", MODELS, "home", "work", "--json")
    assert renamed.json == {
        "path": str(home.file),
        "changed": True,
        "key": f"{MODELS}.home",
        "new": f"{MODELS}.work",
        "followed": ["agents.main.model_provider", "agents.helper.model_provider"],
        "moved": {"folder": False, "sessions": 0},
    }
    removed = home.run("alias", "remove", "agents", "helper", "--yes", "--json")
    assert removed.json == {"path": str(home.file), "changed": True, "key": "agents.helper"}
