"""Adds, renames or removes an alias, after saying what else that concerns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from zeroclaw.configuring.agent_data import MovedData, with_data_moved
from zeroclaw.configuring.asking import agreed
from zeroclaw.configuring.changing import assignments, outcome, tell_doubts, with_set
from zeroclaw.configuring.keys import KeyPath, known_keys
from zeroclaw.configuring.place import Installation, this_installation
from zeroclaw.configuring.printing import show, show_json, show_lines
from zeroclaw.configuring.writing import Edited, edit, require_current
from zeroclaw.ending import SUCCEEDED
from zeroclaw.errors import WrongUsage
from zeroclaw.interrupts import CANCELLED
from zeroclaw.words import say
from zeroclaw_config import DanglingReferences
from zeroclaw_config.editing.aliases import (
    AliasPlan,
    add_alias,
    plan_alias,
    remove_alias,
    rename_alias,
)
from zeroclaw_config.editing.config_file import read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path, parse_key_path
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.key_file import read_ring
from zeroclaw_config.secrets.store import SecretKind, list_secrets, rebind

__all__ = ["add", "remove", "rename"]

AGENTS: Final = "agents"


def add(table: str, name: str, words: Sequence[str], *, as_json: bool) -> int:
    """Write a new alias with its values, all of which are checked together."""
    pairs = [(parse_key_path(key), value) for key, value in (assignments(words) if words else [])]
    place = this_installation()
    keys = known_keys(place.families)
    paths: list[KeyPath] = []
    alias = (*parse_key_path(table), name)

    def change(document: EditedDocument) -> EditedDocument:
        path = document.located(alias, keys.knows)
        added = add_alias(document, path, {})
        whole = [((*path, *key), value) for key, value in pairs]
        # Values come first, as an empty table has no place in some layouts.
        filled, paths[:] = with_set(document if whole else added, whole, keys)
        return filled

    done = edit(place.config, change, place.environ, place.families, create=True)
    shown = format_key_path(paths[0][: len(alias)] if paths else alias)
    if as_json:
        show_json({**outcome(done), "key": shown})
    else:
        show(say("config_alias_added", key=shown, path=place.config))
    tell_doubts(done, paths, place)
    return SUCCEEDED


def rename(table: str, name: str, new_name: str, *, as_json: bool) -> int:
    """Give an alias another name, wherever it is referred to; what is sealed in it stays so.

    An agent keeps its workspace and its sessions.
    """
    place = this_installation()
    plan = _plan(place, table, name)
    new = (*plan.path[:-1], new_name)
    facts = {"key": format_key_path(plan.path), "new": format_key_path(new)}
    if not as_json:
        show(say("config_alias_rename", **facts))
        show_lines(_follows("config_alias_follows", plan))

    def change(document: EditedDocument) -> EditedDocument:
        renamed = rename_alias(document, plan.path, new_name).document
        secrets = EditedSecrets(renamed)
        ring = read_ring(place.secret_key) if _has_sealed(secrets, new) else None
        if ring is not None and new != plan.path:
            rebind(secrets, plan.path, new, ring)
        return secrets.document

    def write() -> Edited:
        moved = (plan.path, new)
        return edit(place.config, change, place.environ, place.families, moved=moved)

    data = MovedData()
    if plan.path[0] == AGENTS and new != plan.path:
        # A name that cannot be one must not become a path.
        rename_alias(read_document(place.config), plan.path, new_name)
        with with_data_moved(place.home, str(plan.path[-1]), new_name) as data:
            done = write()
    else:
        done = write()
    if as_json:
        moved = {"folder": data.has_folder, "sessions": data.sessions}
        referrers = [format_key_path(path) for path in plan.referrers]
        show_json({**outcome(done), **facts, "followed": referrers, "moved": moved})
    else:
        show(say("config_alias_renamed", path=place.config))
        if data:
            show(say("config_alias_moved", sessions=data.sessions))
    tell_doubts(done, (), place)
    return SUCCEEDED


def remove(table: str, name: str, *, is_agreed: bool, as_json: bool) -> int:
    """Take an alias away that nothing refers to, if that is agreed to."""
    place = this_installation()
    plan = _plan(place, table, name)
    key = format_key_path(plan.path)
    outside = [path for path in plan.referrers if path[: len(plan.path)] != plan.path]
    if outside:
        referrers = tuple(map(format_key_path, outside))
        raise DanglingReferences(path=str(place.config), key=key, referrers=referrers)
    question = say("config_alias_remove", key=key, path=place.config)
    if not agreed(question, is_agreed=is_agreed):
        return CANCELLED

    def change(document: EditedDocument) -> EditedDocument:
        return remove_alias(document, plan.path).document

    done = edit(place.config, change, place.environ, place.families)
    if as_json:
        show_json({**outcome(done), "key": key})
    else:
        show(say("config_unset", key=key, path=place.config))
    return SUCCEEDED


def _plan(place: Installation, table: str, name: str) -> AliasPlan:
    document = read_document(place.config)
    require_current(document)
    path = document.located((*parse_key_path(table), name), known_keys(place.families).knows)
    if len(path) < 2:
        raise WrongUsage(problem=say("config_alias_wanted"))
    return plan_alias(document, path)


def _follows(key: str, plan: AliasPlan) -> list[str]:
    return [say(key, key=format_key_path(path)) for path in plan.referrers]


def _has_sealed(secrets: EditedSecrets, path: KeyPath) -> bool:
    return any(
        entry.kind is SecretKind.SEALED and entry.path[: len(path)] == path
        for entry in list_secrets(secrets, ())
    )
