"""Takes a secret out of the configuration, from the command line to the exit code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from shlex import quote

import click

from zeroclaw.configuring.asking import agreed
from zeroclaw.configuring.keys import KeyPath, KnownKeys, known_keys
from zeroclaw.configuring.writing import require_current
from zeroclaw.ending import SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.sealing.judging import Judge
from zeroclaw.terminal.sanitise import visible
from zeroclaw.wiring.families import installed_families
from zeroclaw.words import say
from zeroclaw_config.editing.config_file import ConfigFile, read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path, parse_key_path
from zeroclaw_config.errors import SecretNotAccepted
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.store import list_secrets, remove_secret

__all__ = ["run"]


def run(key: str, environment: Mapping[str, str], *, is_agreed: bool, debug: bool) -> int:
    """Do it, `is_agreed` without asking; the exit code, with one sentence for what goes wrong."""
    return ended(partial(_run, key, environment, is_agreed=is_agreed), debug=debug)


def _run(key: str, environment: Mapping[str, str], *, is_agreed: bool) -> int:
    config = find_home(environment).config
    families = installed_families()
    keys = known_keys(families)
    document = read_document(config)
    require_current(document)
    path = _secret_place(document, parse_key_path(key), keys)
    shown = visible(format_key_path(path))
    question = say("secret_remove_question", key=shown, path=visible(str(config)))
    if not agreed(question, is_agreed=is_agreed):
        tell(say("secret_kept"))
        return CANCELLED
    judge = Judge(config.with_name(".secret_key"), environment, families)
    with ConfigFile.open(config) as file:
        tree = EditedSecrets(file.document)
        path = _secret_place(file.document, path, keys)
        remove_secret(tree, path)
        judge.require_no_worse(file.document, tree.document, path)
        file.save(tree.document, lambda _text: None)
    click.echo(say("secret_removed", key=shown, path=visible(str(config))))
    return SUCCEEDED


def _secret_place(document: EditedDocument, path: KeyPath, keys: KnownKeys) -> KeyPath:
    """The path as it is spelled; raises `SecretNotAccepted` for something else than a secret."""
    tree = EditedSecrets(document)
    path = document.located(path, keys.knows)
    entries = list_secrets(tree, [path] if keys.is_secret(path) else [])
    if isinstance(tree.get(path), str) and all(entry.path != path for entry in entries):
        problem = say("secret_is_none", key=quote(format_key_path(path)))
        raise SecretNotAccepted(path=document.source, key=format_key_path(path), problem=problem)
    return path
