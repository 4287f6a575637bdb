"""Shows where the secrets of the configuration stand."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from shlex import quote

import click

from zeroclaw.configuring.keys import known_keys
from zeroclaw.ending import SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import style_for
from zeroclaw.wiring.families import installed_families
from zeroclaw.words import say
from zeroclaw_config.editing.config_file import read_document
from zeroclaw_config.editing.key_path import format_key_path
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.store import SecretEntry, SecretKind, list_secrets

__all__ = ["run"]


def run(environment: Mapping[str, str], *, as_json: bool, debug: bool) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, environment, as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], *, as_json: bool) -> int:
    file = find_home(environment).config
    tree = EditedSecrets(read_document(file))
    keys = known_keys(installed_families())
    entries = list_secrets(tree, [path for path, _ in tree.texts() if keys.is_secret(path)])
    if as_json:
        click.echo(json.dumps([_form(entry) for entry in entries], indent=2))
    elif entries:
        _show(entries, environment)
    else:
        tell(say("secrets_none", path=file))
    return SUCCEEDED


def _form(entry: SecretEntry) -> dict[str, str]:
    return {"key": format_key_path(entry.path), "kind": entry.kind.value}


def _show(entries: Sequence[SecretEntry], environment: Mapping[str, str]) -> None:
    style = style_for(environment, is_terminal=sys.stdout.isatty())
    keys = [visible(format_key_path(entry.path)) for entry in entries]
    width = max(map(cells, keys))
    for key, entry in zip(keys, entries, strict=True):
        is_plain = entry.kind is SecretKind.PLAIN
        says = say(f"secret_is_{entry.kind}", key=quote(key))
        padding = " " * (width - cells(key))
        click.echo(f"{key}{padding}  {style.notable(says) if is_plain else says}", color=True)
