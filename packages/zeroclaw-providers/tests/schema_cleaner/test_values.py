"""Values are the same when JSON Schema says so."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.schema_cleaner.values import distinct, kind_of


def test_a_value_is_kept_the_first_time_it_comes() -> None:
    assert repr(distinct([1, 1.0, True, "1", None, [1], [1], 0, False])) == repr(
        [1, True, "1", None, [1], 0, False]
    )


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "integer"),
        (1.5, "number"),
        ("", "string"),
        ({}, "object"),
        ([], "array"),
    ],
)
def test_each_value_has_its_narrowest_type(value: Json, kind: str) -> None:
    assert kind_of(value) == kind
