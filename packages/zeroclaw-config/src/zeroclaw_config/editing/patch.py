"""Change a configuration by a JSON Patch (RFC 6902)."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Mapping, Sequence

from attrs import field, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath, quoted
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import Knows, parse_pointer
from zeroclaw_config.errors import EditRefused, KeyNotFound, OperationNotSupported, PatchInvalid

__all__ = ["MAX_PATCH_OPERATIONS", "PatchOperation", "apply_patch", "parse_patch", "patch_of"]

MAX_PATCH_OPERATIONS = 1000
"""Each reads the document anew; more is no edit but another file."""

_EXAMPLE = '[{"op": "remove", "path": "/agents/main"}]'
_THE_PATCH = Phrase("the_patch", "The patch")
_MUST_BE_POINTER = Phrase("must_be_pointer", "must be a JSON Pointer, as in /agents/main")
_INTO_ITSELF = Phrase("moves_into_itself", "cannot put something into itself")
_FINDS_ANOTHER = Phrase("finds_another_value", "finds another value than it expects, or none")
_MEMBERS = {
    "add": ("path", "value"),
    "remove": ("path",),
    "replace": ("path", "value"),
    "move": ("from", "path"),
    "copy": ("from", "path"),
    "test": ("path", "value"),
}


@frozen
class PatchOperation:
    """One operation: its name, the pointer `path`, with `value` or `source` where it has one."""

    name: str
    path: KeyPath
    value: object = field(default=None, repr=False)
    source: KeyPath = ()


def parse_patch(text: str) -> tuple[PatchOperation, ...]:
    """The operations of a JSON text; raises PatchInvalid, OperationNotSupported, KeyPathInvalid."""
    try:
        parsed: object = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, list):
        # The parser's error may tell some of the values.
        what = Phrase("must_be_list", "must be a JSON list, such as {example}", example=_EXAMPLE)
        raise PatchInvalid(key=_THE_PATCH, what=what)
    return patch_of(parsed)


def patch_of(operations: Sequence[object]) -> tuple[PatchOperation, ...]:
    """The operations of a list that JSON was parsed to; raises as `parse_patch`."""
    if len(operations) > MAX_PATCH_OPERATIONS:
        what = Phrase(
            "has_too_many_operations",
            "has more than {limit} operations; split it",
            limit=MAX_PATCH_OPERATIONS,
        )
        raise PatchInvalid(key=_THE_PATCH, what=what)
    parsed = []
    for number, operation in enumerate(operations, 1):
        try:
            parsed.append(_operation(operation))
        except EditRefused as error:
            raise _placed(error, number) from None
    return tuple(parsed)


def apply_patch(
    document: EditedDocument, operations: Sequence[PatchOperation], knows: Knows | None = None
) -> EditedDocument:
    """The document after all operations in their order; when one is refused, none has happened.

    `add` makes the tables that are missing on its way. Otherwise as RFC 6902. Raises what the
    edits of the document raise, with the number of the operation, and PatchInvalid for a failed
    `test`.
    """
    for number, operation in enumerate(operations, 1):
        try:
            document = _APPLIED[operation.name](document, _spelled(document, operation, knows))
        except EditRefused as error:
            raise _placed(error, number) from None
    return document


def _operation(operation: object) -> PatchOperation:
    if not isinstance(operation, Mapping):
        what = Phrase("must_be_operation", 'must be an object with "op" and "path"')
        raise PatchInvalid(key=Phrase("it", "It"), what=what)
    name = operation.get("op")
    if not isinstance(name, str) or name not in _MEMBERS:
        shown = quoted(name) if isinstance(name, str) else Phrase("what_it_names", "what it names")
        what = Phrase("is_none_of", "is none of {names}", names=", ".join(_MEMBERS))
        raise OperationNotSupported(key=f"`{shown}`", what=what)
    missing = [member for member in _MEMBERS[name] if member not in operation]
    if missing:
        raise PatchInvalid(key=f"`{name}`", what=_needed(missing))
    path = _pointer(operation, "path")
    source = _pointer(operation, "from") if "from" in _MEMBERS[name] else ()
    return PatchOperation(name, path, operation.get("value"), source)


def _needed(members: Sequence[str]) -> Phrase:
    if len(members) == 1:
        return Phrase("needs_member", "needs {first}", first=members[0])
    return Phrase(
        "needs_members", "needs {first} and {second}", first=members[0], second=members[1]
    )


def _pointer(operation: Mapping[str, object], member: str) -> KeyPath:
    pointer = operation[member]
    if not isinstance(pointer, str):
        raise PatchInvalid(key=f"`{member}`", what=_MUST_BE_POINTER)
    return parse_pointer(pointer)


def _spelled(
    document: EditedDocument, operation: PatchOperation, knows: Knows | None
) -> PatchOperation:
    path = document.located(operation.path, knows)
    source = document.located(operation.source, knows)
    return PatchOperation(operation.name, path, operation.value, source)


def _added(document: EditedDocument, operation: PatchOperation) -> EditedDocument:
    return document.insert(operation.path, operation.value)


def _removed(document: EditedDocument, operation: PatchOperation) -> EditedDocument:
    return document.unset(operation.path)


def _replaced(document: EditedDocument, operation: PatchOperation) -> EditedDocument:
    document.get(operation.path)
    return document.set(operation.path, operation.value)


def _moved(document: EditedDocument, operation: PatchOperation) -> EditedDocument:
    value = document.get(operation.source)
    if operation.source == operation.path:
        return document
    if operation.path[: len(operation.source)] == operation.source:
        raise PatchInvalid(key="`move`", what=_INTO_ITSELF)
    return document.unset(operation.source).insert(operation.path, value)


def _copied(document: EditedDocument, operation: PatchOperation) -> EditedDocument:
    return document.insert(operation.path, document.get(operation.source))


def _tested(document: EditedDocument, operation: PatchOperation) -> EditedDocument:
    try:
        found = document.get(operation.path) if operation.path else dict(document.tree)
    except KeyNotFound:
        is_equal = False
    else:
        is_equal = _equal(found, operation.value)
    if not is_equal:
        raise PatchInvalid(key="`test`", what=_FINDS_ANOTHER)
    return document


_APPLIED: Mapping[str, Callable[[EditedDocument, PatchOperation], EditedDocument]] = {
    "add": _added,
    "remove": _removed,
    "replace": _replaced,
    "move": _moved,
    "copy": _copied,
    "test": _tested,
}


def _equal(found: object, expected: object) -> bool:
    """Equality of JSON, where 1 is 1.0 but not true; a date is its text."""
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        return found.keys() == expected.keys() and all(_equal(found[k], expected[k]) for k in found)
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(_equal, found, expected))
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(found, datetime.date | datetime.time) and isinstance(expected, str):
        return found.isoformat() == expected
    return found == expected


def _placed(error: EditRefused, number: int) -> EditRefused:
    facts = {name: getattr(error, name) for name in error.fact_types}
    place = Phrase("operation_of_patch", "Operation {number} of the patch: ", number=number)
    return type(error)(**{**facts, "place": place})


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
