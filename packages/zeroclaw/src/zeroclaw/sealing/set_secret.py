"""Puts a secret into the configuration, from the command line to the exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from shlex import quote

import click
from attrs import frozen

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
from zeroclaw_config.secrets.key_file import SecretKey, new_key
from zeroclaw_config.secrets.references import is_reference
from zeroclaw_config.secrets.store import SecretKind, list_secrets, set_secret, writing_key

__all__ = ["run"]


def run(
    key: str, enter: Callable[[], str | None], environment: Mapping[str, str], *, debug: bool
) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence.

    `enter` takes the secret from its user; None is one who left instead.
    """
    return ended(partial(_run, key, enter, environment), debug=debug)


def _run(key: str, enter: Callable[[], str | None], environment: Mapping[str, str]) -> int:
    config = find_home(environment).config
    families = installed_families()
    judge = Judge(config.with_name(".secret_key"), environment, families)
    setting = _Setting(config, judge, known_keys(families))
    path = setting.checked(parse_key_path(key))
    text = enter()
    if text is None:
        return CANCELLED
    kind = setting.write(path, text)
    facts = {"key": visible(format_key_path(path)), "path": visible(str(setting.file))}
    click.echo(say(f"secret_set_{kind}", **facts))
    return SUCCEEDED


@frozen
class _Setting:
    file: Path
    judge: Judge
    keys: KnownKeys

    def checked(self, path: KeyPath) -> KeyPath:
        """The path as it is spelled, once that is one where a secret can stand.

        Nobody should type a secret to be told then that it has no place.
        """
        document = read_document(self.file)
        require_current(document)
        path = document.located(path, self.keys.knows)
        key = format_key_path(path)
        if self.keys.find(path) is None:
            self.judge.require_no_worse(document, document.set(path, "?"), path)
        elif not self.keys.is_secret(path):
            problem = say("secret_key_is_open", key=quote(key))
            raise SecretNotAccepted(path=document.source, key=key, problem=problem)
        return path

    def write(self, path: KeyPath, text: str) -> SecretKind:
        with ConfigFile.open(self.file) as file:
            before = file.document
            tree = EditedSecrets(before)
            kind = set_secret(tree, path, text, self._key(tree, text))
            after = tree.document
            missing = self.judge.require_no_worse(before, after, path)
            plain = self._plain_text(before, path)
            file.save(after, lambda _text: None)
        for problem in missing:
            tell(say("secret_table_incomplete", problem=problem.sentence))
        self._warn(path, plain)
        return kind

    def _key(self, tree: EditedSecrets, text: str) -> SecretKey:
        # A reference is not sealed, so it needs no key on the disk.
        if is_reference(text):
            return new_key(self.judge.key_file)
        return writing_key(tree, self.judge.key_file)

    def _plain_text(self, before: EditedDocument, path: KeyPath) -> str:
        """What stood there for everybody to read, empty when nothing did."""
        entries = list_secrets(EditedSecrets(before), [path])
        is_plain = any(each.path == path and each.kind is SecretKind.PLAIN for each in entries)
        value = before.get(path) if is_plain else ""
        return value if isinstance(value, str) else ""

    def _warn(self, path: KeyPath, plain: str) -> None:
        variable = "ZEROCLAW_" + "__".join(map(str, path))
        if variable in self.judge.environment:
            tell(say("secret_overridden", variable=variable))
        if plain:
            tell(say("secret_was_plain", path=f"{self.file}.bak"))
