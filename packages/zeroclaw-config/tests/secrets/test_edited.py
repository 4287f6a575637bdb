"""Tests of secrets in the text of a configuration."""

import tomllib
from pathlib import Path

import pytest
from secrets_at_work import API_KEY, PLANTED

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.key_file import KeyRing, SecretKey, read_ring
from zeroclaw_config.secrets.reading import Unsealed, unsealed
from zeroclaw_config.secrets.rotation import rotate_key
from zeroclaw_config.secrets.store import (
    SecretKind,
    list_secrets,
    rebind,
    remove_secret,
    set_secret,
    writing_key,
)

TEXT = """\
schema_version = 3  # the form

[providers.models.custom.home]
# from the console
api_key = "old" # mine
model = "m"

[[mcp.servers]]
name = "a"
env = ["A=1", "x"]

[channels]
discord.main.bot_token = "${TOKEN}"
inline = { api_key = "op://v/i/f" }
"""


@pytest.fixture
def tree() -> EditedSecrets:
    """A document that is being edited."""
    return EditedSecrets(EditedDocument.parse(TEXT, "config.toml"))


def loaded(tree: EditedSecrets, key_file: Path) -> Unsealed:
    return unsealed(tomllib.loads(tree.document.text), key_file)


@pytest.mark.parametrize(
    "path",
    [
        API_KEY,
        ("providers", "models", "custom", "home", "api-key"),
        ("mcp", "servers", 0, "token"),
        ("mcp", "servers", 0, "env", 1),
        ("channels", "discord", "main", "bot_token"),
        ("channels", "inline", "api_key"),
        ("channels", "telegram", "new", "bot_token"),
        ("channels", "a.b", "to ken"),
        ("channels", 0, "token"),
    ],
)
def test_a_secret_that_was_set_opens_when_it_is_loaded(
    tree: EditedSecrets, path: KeyPath, key_file: Path
) -> None:
    set_secret(tree, path, PLANTED, writing_key(tree, key_file))
    assert PLANTED not in tree.document.text
    result = loaded(tree, key_file)
    assert not result.problems
    assert result.opened == {tree.located(path)}
    assert PLANTED in repr(result.tree)


def test_what_is_around_a_secret_stays_as_it_was(tree: EditedSecrets, key: SecretKey) -> None:
    set_secret(tree, API_KEY, PLANTED, key)
    old, new = TEXT.splitlines(), tree.document.text.splitlines()
    changed = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    assert [a for a, _ in changed] == ['api_key = "old" # mine']
    assert changed[0][1].endswith('" # mine')


def test_the_secrets_of_a_text_are_listed(tree: EditedSecrets, key: SecretKey) -> None:
    set_secret(tree, API_KEY, PLANTED, key)
    assert [(entry.key, entry.kind) for entry in list_secrets(tree, [])] == [
        ("providers.models.custom.home.api_key", SecretKind.SEALED),
        ("channels.discord.main.bot_token", SecretKind.VARIABLE),
        ("channels.inline.api_key", SecretKind.REFERENCE),
    ]


def test_a_removed_secret_leaves_its_table(tree: EditedSecrets) -> None:
    remove_secret(tree, API_KEY)
    assert tree.get(API_KEY) is None
    assert tree.get(API_KEY[:-1]) == {"model": "m"}


def test_a_rotation_changes_the_sealed_texts_only(
    tree: EditedSecrets, key_file: Path, key: SecretKey
) -> None:
    set_secret(tree, API_KEY, PLANTED, key)
    before = tree.document.text
    written: list[str] = []
    assert rotate_key(tree, key_file, lambda: written.append(tree.document.text)) == 1
    assert written == [tree.document.text]
    assert written != [before]
    assert not loaded(tree, key_file).problems
    assert read_ring(key_file) != KeyRing(key)


def test_a_value_below_a_renamed_table_is_bound_anew(
    tree: EditedSecrets, key_file: Path, key: SecretKey
) -> None:
    set_secret(tree, API_KEY, PLANTED, key)
    home, office = API_KEY[:-1], (*API_KEY[:-2], "office")
    tree.document = tree.document.set(office, tree.document.get(home)).unset(home)
    assert loaded(tree, key_file).problems, "control: without it the value does not open"
    assert rebind(tree, home, office, KeyRing(key)) == 1
    assert loaded(tree, key_file).opened == {(*office, "api_key")}
