"""Tests of listing or changing secrets."""

from pathlib import Path

import pytest
from secrets_at_work import API_KEY, PLANTED, JsonTree, shown_by

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.errors import InvalidConfig, SecretKeyUnusable, SecretNotAccepted
from zeroclaw_config.secrets.box import seal, seal_unbound, unseal
from zeroclaw_config.secrets.key_file import KeyRing, SecretKey, new_key, read_key
from zeroclaw_config.secrets.store import (
    SecretKind,
    list_secrets,
    names_secret,
    rebind,
    remove_secret,
    reseal,
    set_secret,
    writing_key,
)


def text_at(tree: JsonTree, path: KeyPath) -> str:
    value = tree.get(path)
    assert isinstance(value, str)
    return value


def test_a_secret_is_sealed_at_its_place(key: SecretKey) -> None:
    tree = JsonTree()
    assert set_secret(tree, API_KEY, PLANTED, key) is SecretKind.SEALED
    assert PLANTED not in repr(tree.document)
    assert unseal(KeyRing(key), text_at(tree, API_KEY), API_KEY) == PLANTED


def test_a_secret_is_sealed_for_the_key_as_the_file_spells_it(key: SecretKey) -> None:
    tree = JsonTree({"a": {"api_key": "old"}})
    set_secret(tree, ("a", "api-key"), PLANTED, key)
    assert unseal(KeyRing(key), text_at(tree, ("a", "api_key")), ("a", "api_key")) == PLANTED
    remove_secret(tree, ("a", "api-key"))
    assert tree.document == {"a": {}}


def test_a_reference_is_kept_as_it_is(key: SecretKey) -> None:
    tree = JsonTree()
    assert set_secret(tree, API_KEY, "op://v/i/f", key) is SecretKind.REFERENCE
    assert tree.get(API_KEY) == "op://v/i/f"
    assert set_secret(tree, API_KEY, "keyring://a%2Fb/me", key) is SecretKind.KEYRING
    assert tree.get(API_KEY) == "keyring://a%2Fb/me"
    assert set_secret(tree, API_KEY, "login://qwen", key) is SecretKind.LOGIN
    assert tree.get(API_KEY) == "login://qwen"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty"),
        ("enc3:AAAA", "sealed already"),
        ("op://v", "form"),
        ("keyring://v", "form"),
        ("login://a b", "form"),
        (PLANTED + "\udcff", "no text"),
    ],
)
def test_what_is_no_secret_is_not_accepted(key: SecretKey, text: str, words: str) -> None:
    tree = JsonTree({"a": "b"})
    with pytest.raises(SecretNotAccepted, match=words) as caught:
        set_secret(tree, API_KEY, text, key)
    assert tree.document == {"a": "b"}
    assert PLANTED not in shown_by(caught.value)


def test_a_table_is_not_replaced_by_a_secret(key: SecretKey) -> None:
    tree = JsonTree({"a": {"b": 1}})
    with pytest.raises(SecretNotAccepted, match="something else than a text"):
        set_secret(tree, ("a",), PLANTED, key)
    assert tree.document == {"a": {"b": 1}}


def test_secrets_are_listed_with_how_they_are_kept(key: SecretKey) -> None:
    tree = JsonTree(
        {
            "a": {"api_key": "sk-plain", "uri": "${HOST}", "model": "m", "key": "", "n": 1},
            "b": {"bot_token": "${TOKEN}", "credential": "x", "password": "${P:-sk-plain}"},
            "c": {"uri": "op://v/i/f", "note": seal_unbound(key, "x")},
            "d": [{"secret": "Bearer ${TOKEN}"}, {"note": "keyring://a/b"}, {"note": "login://a"}],
        }
    )
    entries = list_secrets(tree, [("b", "credential")])
    assert [(entry.key, entry.kind.value) for entry in entries] == [
        ("a.api_key", "plain"),
        ("b.bot_token", "variable"),
        ("b.credential", "plain"),
        ("b.password", "plain"),
        ("c.uri", "reference"),
        ("c.note", "sealed"),
        ("d[0].secret", "variable"),
        ("d[1].note", "keyring"),
        ("d[2].note", "login"),
    ]
    assert "sk-plain" not in repr(entries)


@pytest.mark.parametrize("name", ["key", "api_key", "bot-token", "Password", "client_secret"])
def test_a_name_that_sounds_secret_is_noticed(name: str) -> None:
    assert names_secret(("a", name))
    assert names_secret(("a", name, 0))


@pytest.mark.parametrize("name", ["api_key_env", "max_tokens", "monkey", "secrets", "model"])
def test_a_name_that_sounds_harmless_is_left_alone(name: str) -> None:
    assert not names_secret(("token", name))
    assert not names_secret(())


def test_a_removed_secret_is_gone(key: SecretKey) -> None:
    tree = JsonTree()
    set_secret(tree, API_KEY, PLANTED, key)
    remove_secret(tree, API_KEY)
    assert tree.get(API_KEY) is None


@pytest.mark.parametrize(("path", "words"), [(("a",), "is no text"), (("b",), "is not there")])
def test_only_a_text_can_be_removed(path: KeyPath, words: str) -> None:
    tree = JsonTree({"a": {"token": "x"}})
    with pytest.raises(SecretNotAccepted, match=words):
        remove_secret(tree, path)
    assert tree.document == {"a": {"token": "x"}}


def test_the_first_secret_creates_the_key(key_file: Path) -> None:
    key = writing_key(JsonTree({"api_key": "plain"}), key_file)
    assert read_key(key_file) == key
    assert writing_key(JsonTree(), key_file) == key


def test_a_lost_key_is_not_hidden_by_a_fresh_one(key_file: Path, key: SecretKey) -> None:
    tree = JsonTree()
    set_secret(tree, API_KEY, PLANTED, key)
    key_file.unlink()
    with pytest.raises(SecretKeyUnusable, match="it is missing, while 1 value is sealed with it"):
        writing_key(tree, key_file)
    assert not key_file.exists()


def test_all_values_are_sealed_anew_or_none(key: SecretKey, key_file: Path) -> None:
    tree = JsonTree({"a": {"token": seal_unbound(key, PLANTED)}, "plain_key": "p"})
    set_secret(tree, API_KEY, PLANTED, key)
    fresh = new_key(key_file)
    assert reseal(tree, KeyRing(key), fresh) == 2
    for path in (API_KEY, ("a", "token")):
        assert text_at(tree, path).startswith("enc3:")
        assert unseal(KeyRing(fresh), text_at(tree, path), path) == PLANTED
    assert tree.get(("plain_key",)) == "p"

    tree.set(("moved_key",), text_at(tree, API_KEY))
    tree.set(("old_key",), "enc:00ff")
    before = repr(tree.document)
    with pytest.raises(InvalidConfig) as caught:
        reseal(tree, KeyRing(fresh), key)
    assert [problem.key for problem in caught.value.problems] == ["moved_key", "old_key"]
    assert repr(tree.document) == before
    assert PLANTED not in shown_by(caught.value)


def test_a_renamed_table_keeps_its_secrets(key: SecretKey) -> None:
    before, after = API_KEY[:-1], ("providers", "models", "custom", "office")
    tree = JsonTree({"token": seal(key, PLANTED, ("token",))})
    tree.set((*after, "api_key"), seal(key, PLANTED, API_KEY))
    tree.set((*after, "deep", "token"), seal(key, PLANTED, (*before, "deep", "token")))
    assert rebind(tree, before, after, KeyRing(key)) == 2
    for path in ((*after, "api_key"), (*after, "deep", "token"), ("token",)):
        assert unseal(KeyRing(key), text_at(tree, path), path) == PLANTED


def test_a_value_that_was_never_under_the_renamed_table_stops_it(key: SecretKey) -> None:
    tree = JsonTree({"b": {"token": seal(key, PLANTED, ("elsewhere", "token"))}})
    with pytest.raises(InvalidConfig, match=r"b\.token cannot be read"):
        rebind(tree, ("a",), ("b",), KeyRing(key))
