"""A document becomes tables, or is refused with what is wrong."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.catalogue.tables import tables_in

DAY = "2026-11-30"


def test_tables_of_a_document_are_there_by_family() -> None:
    tables = tables_in({"date": DAY, "families": {"openai": {"x": {"vision": True}}}})
    assert tables.date == DAY
    assert tables.of("openai") == {"x": {"vision": True}}
    assert tables.of("another") == {}


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ([], "JSON object"),
        ({"families": {}}, "date"),
        ({"date": "today", "families": {}}, "date"),
        ({"date": DAY}, "families"),
        ({"date": DAY, "families": {"openai": []}}, r"families\.openai"),
        ({"date": DAY, "families": {"openai": {"x": 3}}}, r"families\.openai\.x"),
    ],
)
def test_document_of_another_form_is_refused(document: Json, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        tables_in(document)
