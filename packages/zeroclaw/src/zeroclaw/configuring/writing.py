"""Changes the configuration file so that it never says less sensible things than before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import Final

from attrs import frozen

from zeroclaw.configuring.keys import KeyPath, KnownKeys
from zeroclaw.configuring.masking import is_variable, variables_in
from zeroclaw.errors import WrongUsage
from zeroclaw.wiring.families import Families
from zeroclaw.words import say
from zeroclaw_config import EditRefused, InvalidConfig, Problem, SchemaNotMigrated, check_config
from zeroclaw_config.editing.config_file import ConfigFile
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path, parse_key_path
from zeroclaw_config.editing.values import ConfigValue, same_value
from zeroclaw_config.migration.versions import version_of
from zeroclaw_config.secrets.box import is_sealed
from zeroclaw_config.secrets.references import is_reference

__all__ = ["Change", "Edited", "edit", "problems_of", "require_current", "without_open_secrets"]

FORM_KEY: Final = "schema_version"

CURRENT_FORM: Final = 3
"""The `schema_version` of what is edited; an older one is migrated first."""

Change = Callable[[EditedDocument], EditedDocument]


@frozen
class Edited:
    """A document before and after; `is_changed` tells whether the file differs.

    `unjudged` is what may be wrong, as it needs a variable that is not set here.
    """

    before: EditedDocument
    after: EditedDocument
    is_changed: bool
    unjudged: tuple[Problem, ...] = ()


def edit(
    path: Path,
    change: Change,
    environ: Mapping[str, str],
    families: Families,
    *,
    create: bool = False,
    moved: tuple[KeyPath, KeyPath] | None = None,
) -> Edited:
    """Change the file while nobody else can; `create` makes one where there is none.

    What was wrong before may stay so, also at the other place that a table is `moved` to. Raises
    InvalidConfig with what would be wrong newly, WrongUsage for another form, and what `ConfigFile`
    or the change raises; the file is then as it was.
    """
    with ConfigFile.open(path, create=create) as file:
        before = file.document
        require_current(before)
        after = change(before)
        if not same_value(after.tree.get(FORM_KEY), before.tree.get(FORM_KEY)):
            raise WrongUsage(problem=say("config_form_stays", key=FORM_KEY))
        unjudged: list[Problem] = []

        def require_no_worse(_text: str) -> None:
            old = _known(problems_of(before, environ, families), moved)
            worse: list[Problem] = []
            for problem in problems_of(after, environ, families):
                if (problem.key, problem.what) not in old:
                    needs = _needs_variable(after, problem, environ)
                    (unjudged if needs else worse).append(problem)
            if worse:
                raise InvalidConfig(path=before.source, problems=tuple(worse))

        is_changed = file.save(after, require_no_worse)
        return Edited(before, after, is_changed, tuple(unjudged))


def require_current(document: EditedDocument) -> None:
    """Raise SchemaNotMigrated for a document in an older form, SchemaTooNew for a newer one."""
    version = version_of(document.tree, document.source)
    if not version.is_said:
        raise SchemaNotMigrated(path=document.source, found="missing")
    if version.number < CURRENT_FORM:
        raise SchemaNotMigrated(path=document.source, found=str(version.number))


def problems_of(
    document: EditedDocument, environ: Mapping[str, str], families: Families
) -> tuple[Problem, ...]:
    """All that is wrong with what the text says, whatever overrides it."""
    try:
        check_config(document.tree, document.source, environ, families)
    except InvalidConfig as error:
        return error.problems
    return ()


def without_open_secrets(
    before: EditedDocument, after: EditedDocument, keys: KnownKeys
) -> EditedDocument:
    """What is to be written, unless it has a secret that was not there before.

    Raises `WrongUsage`, which does not quote the value.
    """
    old = dict(before.list())
    for path, value in after.list():
        if path not in old or not same_value(old[path], value):
            _refuse_secrets(path, value, keys)
    return after


def _known(
    problems: tuple[Problem, ...], moved: tuple[KeyPath, KeyPath] | None
) -> set[tuple[str, str]]:
    known = {(problem.key, problem.what) for problem in problems}
    if moved is not None:
        old, new = map(format_key_path, moved)
        known |= {
            (new + key.removeprefix(old), what)
            for key, what in known
            if f"{key}.".startswith(f"{old}.")
        }
    return known


def _needs_variable(document: EditedDocument, problem: Problem, environ: Mapping[str, str]) -> bool:
    """Whether a problem lies in a value that nobody can know without a variable's value."""
    try:
        value = document.get(parse_key_path(problem.key))
    except EditRefused:
        return False
    return isinstance(value, str) and any(name not in environ for name in variables_in(value))


def _refuse_secrets(path: KeyPath, value: ConfigValue, keys: KnownKeys) -> None:
    if isinstance(value, dict):
        for name, item in value.items():
            _refuse_secrets((*path, name), item, keys)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _refuse_secrets((*path, index), item, keys)
    elif isinstance(value, str) and is_sealed(value):
        raise WrongUsage(problem=say("config_sealed_elsewhere", key=quote(format_key_path(path))))
    elif keys.is_secret(path) and not isinstance(value, bool):
        is_name = isinstance(value, str) and (is_variable(value) or is_reference(value))
        if value != "" and not is_name:
            raise WrongUsage(problem=say("config_open_secret", key=quote(format_key_path(path))))
