"""Tests of opening the sealed values of a document."""

import subprocess
import sys
from pathlib import Path

from secrets_at_work import API_KEY, BOT_TOKEN, PLANTED, JsonTree

from zeroclaw_config.secrets.box import seal, seal_unbound
from zeroclaw_config.secrets.key_file import SecretKey, keep_previous, new_key, replace_key
from zeroclaw_config.secrets.reading import unsealed


def sealed_tree(key: SecretKey) -> dict[str, object]:
    tree = JsonTree({"channels": {"list": [{"name": "${X}"}]}, "n": 1, "on": True, "l": [1, "a"]})
    tree.set(API_KEY, seal(key, PLANTED, API_KEY))
    tree.set(BOT_TOKEN, seal_unbound(key, PLANTED))
    return tree.document


def test_sealed_values_are_opened_wherever_they_stand(key_file: Path, key: SecretKey) -> None:
    document = sealed_tree(key)
    result = unsealed(document, key_file)
    opened = JsonTree(dict(result.tree))
    assert (opened.get(API_KEY), opened.get(BOT_TOKEN)) == (PLANTED, PLANTED)
    assert result.opened == {API_KEY, BOT_TOKEN}
    assert not result.problems


def test_everything_else_stays_as_it_was(key_file: Path, key: SecretKey) -> None:
    document = sealed_tree(key)
    opened = JsonTree(dict(unsealed(document, key_file).tree))
    opened.unset(API_KEY)
    opened.unset(BOT_TOKEN)
    original = JsonTree(sealed_tree(key))
    original.unset(API_KEY)
    original.unset(BOT_TOKEN)
    assert opened.document == original.document


def test_the_document_itself_is_not_changed(key_file: Path, key: SecretKey) -> None:
    document = sealed_tree(key)
    before = repr(document)
    unsealed(document, key_file)
    assert repr(document) == before


def test_the_key_is_read_only_when_something_is_sealed(key_file: Path) -> None:
    key_file.symlink_to("nowhere")
    result = unsealed({"a": "plain", "b": ["${X}", "op://v/i/f"]}, key_file)
    assert result.tree == {"a": "plain", "b": ["${X}", "op://v/i/f"]}
    assert not result.problems


def test_a_lost_key_is_a_problem_of_each_value(key_file: Path, key: SecretKey) -> None:
    document = sealed_tree(key)
    key_file.unlink()
    result = unsealed(document, key_file)
    assert set(result.problems) == {API_KEY, BOT_TOKEN}
    assert JsonTree(dict(result.tree)).get(API_KEY) == ""
    clause = result.problems[API_KEY]
    assert str(key_file) in clause
    assert "it is missing; restore it" in clause


def test_an_unusable_key_is_a_problem_of_each_value(key_file: Path, key: SecretKey) -> None:
    document = sealed_tree(key)
    key_file.chmod(0o644)
    problems = unsealed(document, key_file).problems
    assert set(problems) == {API_KEY, BOT_TOKEN}
    assert f"chmod 600 {key_file}" in problems[BOT_TOKEN]


def test_a_replaced_key_leaves_no_sealed_text_as_a_secret(key_file: Path, key: SecretKey) -> None:
    document = sealed_tree(key)
    replace_key(key_file, new_key(key_file))
    result = unsealed(document, key_file)
    assert set(result.problems) == {API_KEY, BOT_TOKEN}
    assert "enc" not in repr(result.tree)
    assert PLANTED not in repr(result.problems)


def test_the_others_are_opened_beside_one_that_moved(key_file: Path, key: SecretKey) -> None:
    moved = {"api_key": seal(key, PLANTED, API_KEY), "token": seal(key, PLANTED, ("token",))}
    result = unsealed(moved, key_file)
    assert result.tree == {"api_key": "", "token": PLANTED}
    assert set(result.problems) == {("api_key",)}


def test_the_previous_key_still_opens_values(key_file: Path, key: SecretKey) -> None:
    document = sealed_tree(key)
    keep_previous(key_file, key)
    replace_key(key_file, new_key(key_file))
    assert not unsealed(document, key_file).problems


def test_a_printed_result_shows_no_value(key_file: Path, key: SecretKey) -> None:
    assert PLANTED not in repr(unsealed(sealed_tree(key), key_file))


def test_a_document_without_sealed_values_loads_no_cryptography(key_file: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from zeroclaw_config.secrets.reading import unsealed"
        f"; unsealed({{'a': {{'b': 'op://v/i/f'}}}}, Path({str(key_file)!r}))"
        "; print([m for m in sys.modules if m.partition('.')[0] in ('cryptography', 'tomlkit')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stdout == "[]\n"
