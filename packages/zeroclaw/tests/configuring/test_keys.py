"""Every key that is read is known, whatever aliases are called."""

from __future__ import annotations

import pytest

from zeroclaw.configuring.keys import KeyPath, expanded, known_keys
from zeroclaw.wiring.families import installed_families

KEYS = known_keys(installed_families())
MODEL = ("providers", "models", "custom", "anything")


@pytest.mark.parametrize(
    "path",
    [
        ("agents",),
        ("agents", "anything"),
        ("agents", "anything", "model_provider"),
        (*MODEL, "prices", "input"),
        ("risk_profiles", "x", "auto_approve", 0),
    ],
)
def test_keys_with_the_tables_around_them_are_known(path: KeyPath) -> None:
    assert KEYS.knows(path)


@pytest.mark.parametrize("path", [("agent",), ("agents", "x", "y"), ("channels", "irc", "a")])
def test_keys_that_nothing_reads_are_not_known(path: KeyPath) -> None:
    assert not KEYS.knows(path)
    assert KEYS.find(path) is None


def test_secrets_are_known_by_type_or_by_name() -> None:
    assert KEYS.is_secret((*MODEL, "api_key"))
    assert KEYS.is_secret(("channels", "telegram", "bot", "bot-token"))
    assert not KEYS.is_secret((*MODEL, "max_tokens"))


def test_only_a_key_for_text_takes_digits_as_text() -> None:
    assert KEYS.takes_text((*MODEL, "model"))
    assert not KEYS.takes_text((*MODEL, "max_tokens"))
    assert not KEYS.takes_text(("unknown", "key"))


def test_pattern_stands_for_each_alias_of_a_document() -> None:
    tree = {"agents": {"a": {}, "b": {}, "no_table": 1}}
    assert list(expanded(("agents", "<alias>", "x"), tree)) == [
        ("agents", "a", "x"),
        ("agents", "b", "x"),
    ]
    assert list(expanded(("agents", "<alias>", "x"), {})) == []


def test_defaults_are_those_of_the_aliases_there_are() -> None:
    found = dict(KEYS.with_defaults({"risk_profiles": {"careful": {}}}))
    assert found[("risk_profiles", "careful", "level")] == '"supervised"'
    assert all(path[:2] == ("risk_profiles", "careful") for path in found)
