"""Tests of JSON Patch on a configuration."""

from __future__ import annotations

import json

import pytest

from zeroclaw_config.editing.codes import edit_error_code
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.patch import MAX_PATCH_OPERATIONS, apply_patch, parse_patch, patch_of
from zeroclaw_config.errors import EditRefused, OperationNotSupported, PatchInvalid

FILE = """\
# mine
when = 1979-05-27
[a] # behind
list = ["x", "y"]
one = 1
[a.sub]
k = "planted-secret"
"""


def patched(*operations: object, text: str = FILE) -> EditedDocument:
    document = EditedDocument.parse(text, "config.toml")
    return apply_patch(document, parse_patch(json.dumps(operations)))


def refused(*operations: object) -> EditRefused:
    with pytest.raises(EditRefused) as caught:
        patched(*operations)
    assert "planted" not in f"{caught.value}{caught.value!r}"
    assert caught.value.__context__ is None or caught.value.__suppress_context__
    return caught.value


@pytest.mark.parametrize(
    ("operation", "old", "new"),
    [
        ({"op": "add", "path": "/a/two", "value": 2}, "one = 1\n", "one = 1\ntwo = 2\n"),
        ({"op": "add", "path": "/a/one", "value": 2}, "one = 1", "one = 2"),
        ({"op": "add", "path": "/a/list/0", "value": "w"}, '["x", "y"]', '["w", "x", "y"]'),
        ({"op": "add", "path": "/a/list/-", "value": "z"}, '["x", "y"]', '["x", "y", "z"]'),
        ({"op": "replace", "path": "/a/list/1", "value": 5}, '"y"', "5"),
        ({"op": "remove", "path": "/a/list/0"}, '["x", "y"]', '["y"]'),
        ({"op": "remove", "path": "/a/one"}, "one = 1\n", ""),
        ({"op": "move", "from": "/a/list/1", "path": "/a/list/0"}, '["x", "y"]', '["y", "x"]'),
        ({"op": "move", "from": "/a/one", "path": "/a/one"}, "", ""),
        ({"op": "copy", "from": "/a/one", "path": "/a/sub/k"}, '"planted-secret"', "1"),
        ({"op": "test", "path": "/a/one", "value": 1.0}, "", ""),
        ({"op": "test", "path": "/when", "value": "1979-05-27"}, "", ""),
        ({"op": "test", "path": "/a/sub", "value": {"k": "planted-secret"}}, "", ""),
    ],
)
def test_an_operation_changes_only_what_it_names(operation: object, old: str, new: str) -> None:
    assert patched(operation).text == FILE.replace(old, new)


def test_an_add_makes_the_tables_on_its_way() -> None:
    operation = {"op": "add", "path": "/channels/telegram/newbot/enabled", "value": True}
    assert patched(operation).text == FILE + "\n[channels.telegram.newbot]\nenabled = true\n"


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        ({"op": "remove", "path": "/a/gone"}, "path_not_found"),
        ({"op": "replace", "path": "/a/gone", "value": 1}, "path_not_found"),
        ({"op": "copy", "from": "/gone", "path": "/a/x"}, "path_not_found"),
        ({"op": "add", "path": "/a/list/7", "value": 1}, "path_not_found"),
        ({"op": "add", "path": "no-pointer", "value": 1}, "path_not_found"),
        ({"op": "add", "path": "/a/one/x", "value": 1}, "value_type_mismatch"),
        ({"op": "add", "path": "/a/x", "value": None}, "value_type_mismatch"),
        ({"op": "replace", "path": "/a", "value": 1}, "value_type_mismatch"),
        ({"op": "merge", "path": "/a"}, "op_not_supported"),
        ({"op": ["add"], "path": "/a"}, "op_not_supported"),
        ({"op": "remove", "path": ""}, "op_not_supported"),
        ({"op": "add", "path": "/a/x"}, "validation_failed"),
        ({"op": "add", "path": 5, "value": 1}, "validation_failed"),
        ({"op": "test", "path": "/a/one", "value": True}, "validation_failed"),
        ({"op": "test", "path": "/a/gone", "value": 1}, "validation_failed"),
        ({"op": "test", "path": "/a/sub/k", "value": "other"}, "validation_failed"),
        ({"op": "move", "from": "/a", "path": "/a/sub/a"}, "validation_failed"),
        ("remove", "validation_failed"),
    ],
)
def test_what_cannot_be_done_has_its_code(operation: object, code: str) -> None:
    assert edit_error_code(refused(operation)) == code


def test_a_refusal_names_the_number_of_its_operation() -> None:
    fine = {"op": "add", "path": "/a/x", "value": 1}
    error = refused(fine, {"op": "remove", "path": "/a/sub/q"})
    assert str(error).startswith("Operation 2 of the patch: config.toml has no `a.sub.q`;")
    assert str(refused(fine, {"op": "merge", "path": ""})).startswith("Operation 2 of the patch: ")


def test_a_failed_operation_undoes_those_before() -> None:
    document = EditedDocument.parse(FILE, "config.toml")
    add = {"op": "add", "path": "/a/x", "value": 1}
    operations = patch_of([add, {"op": "remove", "path": "/gone"}])
    with pytest.raises(EditRefused):
        apply_patch(document, operations)
    assert document.text == FILE


def test_a_known_key_may_have_dashes() -> None:
    operations = patch_of([{"op": "add", "path": "/a/bot-token", "value": 1}])
    document = EditedDocument.parse(FILE, "config.toml")
    known = apply_patch(document, operations, lambda path: path == ("a", "bot_token"))
    assert known.get(("a", "bot_token")) == 1


@pytest.mark.parametrize("text", ["", "{}", "[", "[NaN]", "[" * 100_000])
def test_what_is_no_list_of_operations_is_refused(text: str) -> None:
    with pytest.raises(PatchInvalid, match="must be"):
        parse_patch(text)


def test_a_patch_of_too_many_operations_is_refused() -> None:
    with pytest.raises(PatchInvalid, match="split it"):
        patch_of([{}] * (MAX_PATCH_OPERATIONS + 1))


def test_an_operation_without_its_name_is_not_supported() -> None:
    with pytest.raises(OperationNotSupported, match="is none of add, remove"):
        patch_of([{"path": "/a"}])


def test_an_operation_does_not_print_its_value() -> None:
    (operation,) = patch_of([{"op": "add", "path": "/a", "value": "planted-secret"}])
    assert "planted" not in repr(operation)
