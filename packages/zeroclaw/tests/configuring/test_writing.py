"""A write leaves nothing worse than it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_homes import CONFIG_TEXT, ConfigHome

from zeroclaw.configuring.keys import known_keys
from zeroclaw.configuring.writing import (
    Edited,
    edit,
    problems_of,
    require_current,
    without_open_secrets,
)
from zeroclaw.errors import WrongUsage
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import InvalidConfig, SchemaNotMigrated
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import parse_key_path

FAMILIES = installed_families()
KEYS = known_keys(FAMILIES)
SEALED = "enc3:QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZn"
API_KEY = "providers.models.custom.home.api_key"


def setting(home: ConfigHome, key: str, value: object) -> Edited:
    def change(document: EditedDocument) -> EditedDocument:
        return document.set(parse_key_path(key), value)

    return edit(home.file, change, home.environ, FAMILIES)


def test_edit_keeps_comments_with_everything_else(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path).write()
    assert setting(home, "risk_profiles.default.level", "readonly").is_changed
    assert home.text == CONFIG_TEXT.replace('"full"', '"readonly"')


def test_edit_that_breaks_something_is_refused(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path).write()
    with pytest.raises(InvalidConfig, match="readonly, supervised or full"):
        setting(home, "risk_profiles.default.level", "loose")
    assert home.text == CONFIG_TEXT
    assert [path.name for path in tmp_path.iterdir() if "bak" in path.name] == []


def test_what_was_wrong_before_may_stay_wrong(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path).write(CONFIG_TEXT + 'oops = "x"\n')
    assert setting(home, "risk_profiles.default.level", "readonly").is_changed
    with pytest.raises(InvalidConfig) as caught:
        setting(home, "agents.main.more", 1)
    assert [problem.key for problem in caught.value.problems] == ["agents.main.more"]


def test_value_whose_variable_is_not_set_is_written_unjudged(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path).write()
    done = setting(home, "providers.models.custom.home.uri", "${NO_SUCH}")
    assert done.is_changed
    assert [problem.key for problem in done.unjudged] == ["providers.models.custom.home.uri"]


def test_table_that_moves_takes_its_problems_along(tmp_path: Path) -> None:
    home = ConfigHome(tmp_path).write(CONFIG_TEXT + "oops = 1\n")
    old, new = ("agents", "main"), ("agents", "other")

    def change(document: EditedDocument) -> EditedDocument:
        return document.renamed(old, "other")

    with pytest.raises(InvalidConfig):
        edit(home.file, change, home.environ, FAMILIES)
    assert edit(home.file, change, home.environ, FAMILIES, moved=(old, new)).is_changed


@pytest.mark.parametrize("said", ["schema_version = 2\n", ""])
def test_older_form_is_migrated_first(tmp_path: Path, said: str) -> None:
    home = ConfigHome(tmp_path).write(f"{said}[memory]\n")
    with pytest.raises(SchemaNotMigrated, match="zeroclaw config migrate"):
        setting(home, "memory.a", 1)
    assert home.text == f"{said}[memory]\n"


@pytest.mark.parametrize("version", [2, 4, 3.0, True, "3"])
def test_form_of_the_file_is_not_edited(tmp_path: Path, version: object) -> None:
    home = ConfigHome(tmp_path).write()
    with pytest.raises(WrongUsage, match="zeroclaw config migrate"):
        setting(home, "schema_version", version)
    with pytest.raises(WrongUsage):
        edit(home.file, lambda old: old.unset(("schema_version",)), home.environ, FAMILIES)
    assert home.text == CONFIG_TEXT


def test_problems_are_those_of_the_text_alone() -> None:
    document = EditedDocument.parse(CONFIG_TEXT, "config.toml")
    overriding = {"SOME_KEY": "x", "ZEROCLAW_agents__main__risk_profile": "no_such"}
    assert problems_of(document, overriding, FAMILIES) == ()
    assert len(problems_of(document, {}, FAMILIES)) == 1


@pytest.mark.parametrize("value", ["sk-secret", "${A:-sk-secret}", 123456, ["sk-secret"]])
def test_secret_is_refused_without_showing_it(value: object) -> None:
    before = EditedDocument.parse(CONFIG_TEXT, "config.toml")
    after = before.set(parse_key_path(API_KEY), value)
    with pytest.raises(WrongUsage, match=f"zeroclaw secrets set {API_KEY}") as caught:
        without_open_secrets(before, after, KEYS)
    assert "sk-secret" not in str(caught.value)
    assert "123456" not in str(caught.value)


@pytest.mark.parametrize("value", ["${OTHER}", "op://vault/item/field", ""])
def test_source_of_a_secret_is_no_secret(value: str) -> None:
    before = EditedDocument.parse(CONFIG_TEXT, "config.toml")
    after = before.set(parse_key_path(API_KEY), value)
    assert without_open_secrets(before, after, KEYS) is after


def test_sealed_value_cannot_go_elsewhere() -> None:
    before = EditedDocument.parse(CONFIG_TEXT.replace("${SOME_KEY}", SEALED), "config.toml")
    kept = before.set(parse_key_path("risk_profiles.default.level"), "readonly")
    assert without_open_secrets(before, kept, KEYS) is kept
    copied = before.set(parse_key_path("memory.api_key"), SEALED)
    with pytest.raises(WrongUsage, match="is sealed"):
        without_open_secrets(before, copied, KEYS)


@pytest.mark.parametrize("text", ["schema_version = 2\n", "", 'schema_version = "3"\n'])
def test_document_of_an_older_form_is_not_edited(text: str) -> None:
    with pytest.raises(SchemaNotMigrated):
        require_current(EditedDocument.parse(text, "config.toml"))
