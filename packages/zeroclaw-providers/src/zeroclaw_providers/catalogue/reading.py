"""Reads what is known about models: from the tables that came along, from the user's own file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import frozen
from pydantic import ValidationError

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.catalogue.lookup import names_of
from zeroclaw_providers.catalogue.model_facts import ModelFacts, facts_in, problem_in
from zeroclaw_providers.catalogue.tables import ModelTable, ModelTables, tables_in
from zeroclaw_providers.errors import ModelsFileUnusable
from zeroclaw_providers.json_fields import loaded

__all__ = ["ModelCatalogue", "open_catalogue"]

_BUILT_IN: Final = Path(__file__).parent / "tables"
_MOST_BYTES: Final = 32 * 1024 * 1024
"""Of the user's file: all models of all vendors take a hundredth of it."""

_MOST_FAMILIES: Final = 128
"""Tables that are kept once they were read; there are fewer."""


@frozen
class ModelCatalogue:
    """What is known about models.

    `own` are the user's tables, which come from `path`. What they tell of a model counts if they
    are not older than the tables that came along; whatever they leave out is taken from these.
    """

    own: ModelTables | None = None
    path: str = ""

    def families(self) -> tuple[str, ...]:
        """The families with models that something is known about, sorted."""
        built_in = {file.stem for file in _BUILT_IN.glob("*.json")}
        return tuple(sorted(built_in | (self.own.families.keys() if self.own else set())))

    def models_of(self, family: str) -> tuple[str, ...]:
        """The models of a family, sorted."""
        return tuple(sorted({model for table in self._tables(family) for model in table}))

    def facts_of(self, family: str, model: str) -> ModelFacts | None:
        """What is known about a model, under this name or a shorter one.

        None when that is nothing. Raises `ModelsFileUnusable`.
        """
        tables = self._tables(family)
        for name in names_of(model):
            found = [table[name] for table in tables if name in table]
            if found:
                return self._checked(family, name, found)
        return None

    def _checked(self, family: str, model: str, found: list[JsonObject]) -> ModelFacts:
        told: dict[str, Json] = {}
        for entry in reversed(found):
            told.update((key, value) for key, value in entry.items() if value is not None)
        try:
            return facts_in(told)
        except ValidationError as error:
            problem = f"families.{family}.{model}.{problem_in(error)}"
            raise ModelsFileUnusable(path=self.path, problem=problem) from error

    def _tables(self, family: str) -> tuple[ModelTable, ...]:
        """Those that tell of a family, the one that counts first."""
        built_in = _built_in(family)
        found = [] if built_in is None else [built_in]
        if self.own is not None and family in self.own.families:
            is_newer = built_in is None or self.own.date >= built_in.date
            found.insert(0 if is_newer else 1, self.own)
        return tuple(tables.of(family) for tables in found)


def open_catalogue(path: Path) -> ModelCatalogue:
    """The catalogue with the user's own file, if there is one. Raises `ModelsFileUnusable`."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return ModelCatalogue()
    except OSError as error:
        problem = error.strerror or str(error)
        raise ModelsFileUnusable(path=str(path), problem=problem) from error
    if len(content) > _MOST_BYTES:
        raise ModelsFileUnusable(path=str(path), problem="it is too large")
    try:
        own = tables_in(loaded(content))
    except ValueError as error:
        raise ModelsFileUnusable(path=str(path), problem=str(error)) from error
    return ModelCatalogue(own, str(path))


@lru_cache(maxsize=_MOST_FAMILIES)
def _built_in(family: str) -> ModelTables | None:
    file = _BUILT_IN / f"{family}.json"
    # What a config calls a family may be anything, a path to elsewhere too.
    if not family.isidentifier() or not file.is_file():
        return None
    return tables_in(loaded(file.read_bytes()))
