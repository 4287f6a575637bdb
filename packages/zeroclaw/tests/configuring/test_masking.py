"""No value is shown that may be a secret."""

from __future__ import annotations

import datetime

import pytest

from zeroclaw.configuring.keys import KeyPath, known_keys
from zeroclaw.configuring.masking import MASK, is_variable, masked, value_text, variables_in
from zeroclaw.wiring.families import installed_families
from zeroclaw_config.editing.values import ConfigValue

KEYS = known_keys(installed_families())
API_KEY = ("providers", "models", "custom", "home", "api_key")
HEADER = ("providers", "models", "custom", "home", "extra_headers", "X-Team")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (API_KEY, "sk-secret"),
        (API_KEY, "${NAME:-sk-secret}"),
        (API_KEY, 12345),
        (HEADER, "red"),
        (("channels", "irc", "a", "nickserv_password"), "x"),
        (("channels", "webhook", "a", "authorization"), "Bearer x"),
        (("agents", "main", "model_provider"), "enc3:QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZn"),
    ],
)
def test_what_may_be_secret_is_masked(path: KeyPath, value: ConfigValue) -> None:
    assert masked(path, value, KEYS) == MASK


@pytest.mark.parametrize("value", ["${SOME_KEY}", "op://vault/item/field", ""])
def test_where_a_secret_comes_from_is_shown(value: str) -> None:
    assert masked(API_KEY, value, KEYS) == value


def test_secrets_within_tables_or_lists_are_masked() -> None:
    value: ConfigValue = [{"name": "a", "env": {"TOKEN": "x"}}, {"headers": ["a", "b"]}]
    assert masked(("mcp", "servers"), value, KEYS) == [
        {"name": "a", "env": {"TOKEN": MASK}},
        {"headers": [MASK, MASK]},
    ]


def test_password_in_an_address_is_masked() -> None:
    path = ("proxy", "url")
    assert masked(path, "http://me:pw@127.0.0.1/a@b", KEYS) == f"http://{MASK}@127.0.0.1/a@b"


def test_other_values_are_shown_as_they_are() -> None:
    path = ("agents", "main", "x")
    values: list[ConfigValue] = [True, 1, 1.5, "text", [1, "two"]]
    for value in values:
        assert masked(path, value, KEYS) == value
    assert masked(path, datetime.date(2026, 1, 2), KEYS) == "2026-01-02"


def test_number_is_masked_only_where_a_secret_belongs() -> None:
    place = ("providers", "models", "not_installed", "home")
    assert masked((*place, "max_tokens"), 100, KEYS) == 100
    assert masked((*place, "api_key"), 100, KEYS) == MASK


def test_value_is_on_one_line() -> None:
    assert value_text({"a": "one\ntwo"}) == '{"a": "one\\ntwo"}'


def test_variables_are_found_unless_they_are_escaped() -> None:
    assert is_variable("${A}")
    assert not is_variable("x${A}")
    assert not is_variable("$${A}")
    assert variables_in("${A}/$${B}/${C}/${D:-x}") == ["A", "C"]
