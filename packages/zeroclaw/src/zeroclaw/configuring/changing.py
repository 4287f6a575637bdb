"""Changes single keys of the configuration, or several at once by a JSON Patch."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from zeroclaw.configuring.asking import agreed
from zeroclaw.configuring.effective import overriding_variables
from zeroclaw.configuring.keys import KeyPath, KnownKeys, known_keys
from zeroclaw.configuring.masking import masked, value_text
from zeroclaw.configuring.place import Installation, this_installation
from zeroclaw.configuring.printing import show, show_json, show_lines
from zeroclaw.configuring.writing import Edited, edit, require_current, without_open_secrets
from zeroclaw.ending import SUCCEEDED, tell
from zeroclaw.errors import WrongUsage
from zeroclaw.interrupts import CANCELLED
from zeroclaw.words import say, worded
from zeroclaw_api.json import JsonObject
from zeroclaw_config.editing.config_file import read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path, parse_key_path, split_assignment
from zeroclaw_config.editing.patch import apply_patch, parse_patch
from zeroclaw_config.editing.values import same_value, typed_value

__all__ = [
    "apply_patch_file",
    "assignments",
    "outcome",
    "set_keys",
    "tell_doubts",
    "unset_key",
    "with_set",
]

MOST_BYTES: Final = 4 * 1024 * 1024
"""As for the configuration itself: a larger patch is something else, given by mistake."""

Assignment = tuple[str, str]


def assignments(words: Sequence[str]) -> list[Assignment]:
    """Each key with its value, of `KEY VALUE` or `KEY=VALUE…`; raises `WrongUsage`."""
    cut = [split_assignment(word) for word in words]
    match cut:
        case [(key, None), _]:
            return [(key, words[1])]
        case _:
            pairs = [(key, value) for key, value in cut if value is not None]
    if not pairs or len(pairs) < len(cut):
        raise WrongUsage(problem=say("config_give_values"))
    return pairs


def with_set(
    document: EditedDocument,
    pairs: Iterable[tuple[KeyPath, str]],
    keys: KnownKeys,
    *,
    as_text: bool = False,
) -> tuple[EditedDocument, list[KeyPath]]:
    """The document with values at paths, plus the paths as they are spelled in it.

    Raises an `EditRefused`, or `WrongUsage` for a secret.
    """
    before, paths = document, []
    for path, text in pairs:
        there = document.located(path, keys.knows)
        is_text = as_text or keys.takes_text(there)
        value = typed_value(text, format_key_path(there), as_text=is_text)
        document = document.set(there, value)
        paths.append(there)
    return without_open_secrets(before, document, keys), paths


def set_keys(words: Sequence[str], *, as_text: bool, as_json: bool) -> int:
    """Write values, each the number, switch, list or table that it spells, else text."""
    pairs = [(parse_key_path(key), value) for key, value in assignments(words)]
    place = this_installation()
    keys = known_keys(place.families)
    paths: list[KeyPath] = []

    def change(document: EditedDocument) -> EditedDocument:
        document, paths[:] = with_set(document, pairs, keys, as_text=as_text)
        return document

    done = edit(place.config, change, place.environ, place.families, create=True)
    if as_json:
        show_json({**outcome(done), "values": [_set_data(path, done, keys) for path in paths]})
    else:
        show_lines(_set_line(path, done, keys) for path in paths)
    tell_doubts(done, paths, place)
    return SUCCEEDED


def unset_key(key: str, *, is_agreed: bool, as_json: bool) -> int:
    """Take a key away; a table with what is in it only when that is agreed to."""
    place = this_installation()
    keys = known_keys(place.families)
    document = read_document(place.config)
    require_current(document)
    path = document.located(parse_key_path(key), keys.knows)
    inside = document.get(path)
    shown = format_key_path(path)
    if isinstance(inside, dict):
        question = say("config_unset_table", key=shown, path=place.config)
        if not agreed(question, is_agreed=is_agreed):
            return CANCELLED
    done = edit(place.config, lambda old: old.unset(path), place.environ, place.families)
    if as_json:
        show_json({**outcome(done), "key": shown})
    else:
        show(say("config_unset", key=shown, path=place.config))
    tell_doubts(done, [path], place)
    return SUCCEEDED


def apply_patch_file(source: str, *, as_json: bool) -> int:
    """Do all that a JSON Patch says, or nothing."""
    operations = parse_patch(_read(source))
    place = this_installation()
    keys = known_keys(place.families)

    def change(document: EditedDocument) -> EditedDocument:
        return without_open_secrets(document, apply_patch(document, operations, keys.knows), keys)

    done = edit(place.config, change, place.environ, place.families)
    count = len(operations)
    key = "config_patched" if done.is_changed else "config_patched_nothing"
    if as_json:
        show_json({**outcome(done), "operations": count})
    else:
        show(say(key, count=count, path=place.config))
    tell_doubts(done, (), place)
    return SUCCEEDED


def outcome(done: Edited) -> JsonObject:
    """What programs are told of any edit."""
    return {"path": done.after.source, "changed": done.is_changed}


def tell_doubts(done: Edited, paths: Iterable[KeyPath], place: Installation) -> None:
    """Say what was written, yet may have no effect: for want of a variable, or because of one."""
    for problem in done.unjudged:
        tell(worded(problem.sentence))
    variables = overriding_variables(place.environ)
    for path in paths:
        for variable_path, variable in variables.items():
            size = min(len(path), len(variable_path))
            if path[:size] == variable_path[:size]:
                facts = {"key": format_key_path(path), "variable": variable}
                tell(say("config_overridden", **facts))


def _set_data(path: KeyPath, done: Edited, keys: KnownKeys) -> JsonObject:
    old = masked(path, done.before.get(path), keys) if done.before.has(path) else None
    return {
        "key": format_key_path(path),
        "old": old,
        "value": masked(path, done.after.get(path), keys),
    }


def _set_line(path: KeyPath, done: Edited, keys: KnownKeys) -> str:
    facts = {
        "key": format_key_path(path),
        "value": value_text(masked(path, done.after.get(path), keys)),
        "path": done.after.source,
    }
    if not done.before.has(path):
        return say("config_set_new", **facts)
    old = masked(path, done.before.get(path), keys)
    if same_value(done.before.get(path), done.after.get(path)):
        return say("config_set_same", **facts)
    return say("config_set", **{**facts, "old": value_text(old)})


def _read(source: str) -> str:
    name = say("stream_input") if source == "-" else source
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin is not None else b""
        else:
            with Path(source).open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        text = data.decode()
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
        said = say("config_patch_unread", patch=name, problem=problem)
        raise WrongUsage(problem=said) from error
    except ValueError as error:
        # The decoder's error holds all bytes.
        raise WrongUsage(problem=say("config_patch_not_text", patch=name)) from error
    if len(data) > MOST_BYTES:
        raise WrongUsage(problem=say("config_patch_too_long", patch=name, limit=MOST_BYTES))
    return text
