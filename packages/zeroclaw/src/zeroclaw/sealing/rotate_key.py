"""Replaces the key that seals, from the command line to the exit code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import click

from zeroclaw.configuring.asking import agreed
from zeroclaw.configuring.writing import require_current
from zeroclaw.ending import SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.logins.resealing import reseal_logins
from zeroclaw.otp.resealing import reseal_otp
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_config import InvalidConfig, Problem
from zeroclaw_config.editing.config_file import ConfigFile, read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.key_file import read_ring
from zeroclaw_config.secrets.reading import unsealed
from zeroclaw_config.secrets.rotation import rotate_key

__all__ = ["run"]


def run(environment: Mapping[str, str], *, is_agreed: bool, debug: bool) -> int:
    """Do it, `is_agreed` without asking; the exit code, with one sentence for what goes wrong."""
    return ended(partial(_run, environment, is_agreed=is_agreed), debug=debug)


def _run(environment: Mapping[str, str], *, is_agreed: bool) -> int:
    home = find_home(environment)
    config = home.config
    key_file = config.with_name(".secret_key")
    require_current(read_document(config))
    keys = read_ring(key_file)
    if keys is not None and keys.previous is not None:
        tell(say("rotation_unfinished"))
    question = say("rotation_question", path=visible(str(key_file)))
    if not agreed(question, is_agreed=is_agreed):
        tell(say("rotation_declined"))
        return CANCELLED
    with ConfigFile.open(config) as file:
        require_current(file.document)
        tree = EditedSecrets(file.document)

        def write() -> None:
            _require_readable(tree.document, key_file)
            file.save(tree.document, lambda _text: None)
            reseal_logins(home)
            reseal_otp(home)

        if keys is not None and keys.previous is not None:
            # The rotation drops the previous key first, which may be what opens them.
            reseal_logins(home)
            reseal_otp(home)
        count = rotate_key(tree, key_file, write)
    facts = {"count": count, "path": visible(str(key_file))}
    click.echo(say("rotation_done", **facts))
    return SUCCEEDED


def _require_readable(document: EditedDocument, key_file: Path) -> None:
    """Raise `InvalidConfig` when a value does not open with what is on the disk by now."""
    found = unsealed(document.tree, key_file).problems.items()
    problems = tuple(
        Problem(document.source, None, format_key_path(path), what) for path, what in found
    )
    if problems:
        raise InvalidConfig(path=document.source, problems=problems)
