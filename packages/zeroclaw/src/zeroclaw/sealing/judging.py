"""Finds what an edit of the configuration would make worse."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from zeroclaw.configuring.keys import KeyPath
from zeroclaw.configuring.writing import require_current
from zeroclaw.wiring.families import Families
from zeroclaw_config import InvalidConfig, Problem, check_config
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import format_key_path
from zeroclaw_config.secrets.reading import unsealed

__all__ = ["Judge"]


@frozen
class Judge:
    """Checks documents as they would be loaded, without what the environment overrides."""

    key_file: Path
    environment: Mapping[str, str] = field(repr=False, hash=False)
    families: Families = field(repr=False, hash=False)

    def require_no_worse(
        self, before: EditedDocument, after: EditedDocument, path: KeyPath
    ) -> tuple[Problem, ...]:
        """Refuse an edit at a path that brings in something wrong.

        What is missing from a table that the edit started is no reason; that is returned. Raises
        `InvalidConfig`, `SchemaNotMigrated`.
        """
        require_current(after)
        known = {(problem.key, problem.what) for problem in self._problems(before)}
        fresh = [each for each in self._problems(after) if (each.key, each.what) not in known]
        missing = tuple(each for each in fresh if _is_missing(each, before, path))
        wrong = tuple(each for each in fresh if each not in missing)
        if wrong:
            raise InvalidConfig(path=after.source, problems=wrong)
        return missing

    def _problems(self, document: EditedDocument) -> tuple[Problem, ...]:
        opened = unsealed(document.tree, self.key_file)
        problems = tuple(
            Problem(document.source, None, format_key_path(path), what)
            for path, what in opened.problems.items()
        )
        # A secret is taken as it is, so no `${` in it may look like a variable.
        tree = {key: _literal(value, (key,), opened.opened) for key, value in opened.tree.items()}
        try:
            check_config(tree, document.source, self.environment, self.families)
        except InvalidConfig as error:
            problems += tuple(evolve(problem, line=None) for problem in error.problems)
        return problems


def _is_missing(problem: Problem, before: EditedDocument, path: KeyPath) -> bool:
    table = path[:-1]
    beside = problem.key.startswith(f"{format_key_path(table)}.")
    below = f"{problem.key}.".startswith(f"{format_key_path(path)}.")
    return not before.has(table) and beside and not below


def _literal(value: object, path: KeyPath, opened: frozenset[KeyPath]) -> object:
    if isinstance(value, str):
        return value.replace("${", "$${") if path in opened else value
    if isinstance(value, Mapping):
        return {key: _literal(item, (*path, key), opened) for key, item in value.items()}
    if isinstance(value, list):
        return [_literal(item, (*path, index), opened) for index, item in enumerate(value)]
    return value
