"""Tables of models as a file keeps them, one for each family."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, cast

from attrs import field, frozen

from zeroclaw_api.json import Json, JsonObject

__all__ = ["ModelTable", "ModelTables", "tables_in"]

ModelTable = Mapping[str, JsonObject]
"""Each model with what is told of it, not checked yet."""

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


@frozen
class ModelTables:
    """What a file tells. `date` is the day of it, as in 2026-11-30."""

    date: str
    families: Mapping[str, ModelTable] = field(hash=False)

    def of(self, family: str) -> ModelTable:
        """The models of a family; none when it has none."""
        return self.families.get(family, {})


def tables_in(document: Json) -> ModelTables:
    """The tables of a document. Raises ValueError with a clause about what is wrong."""
    if not isinstance(document, dict):
        raise ValueError("it is no JSON object")  # noqa: TRY004 - of one kind for callers
    date, families = document.get("date"), document.get("families")
    if not isinstance(date, str) or not _DATE.match(date):
        raise ValueError("date is no day such as 2026-11-30")
    if not isinstance(families, dict):
        raise ValueError("families is no JSON object")  # noqa: TRY004
    for family, models in families.items():
        if not isinstance(models, dict):
            raise ValueError(f"families.{family} is no JSON object")  # noqa: TRY004
        for model, entry in models.items():
            if not isinstance(entry, dict):
                raise ValueError(f"families.{family}.{model} is no JSON object")  # noqa: TRY004
    return ModelTables(date, cast("Mapping[str, ModelTable]", families))
