"""References are found where JSON Schema says they point to."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.schema_cleaner.references import References

A: JsonObject = {"type": "string"}
SCHEMA: JsonObject = {
    "$id": "urn:root",
    "properties": {"a/b": A, "~": {"anyOf": [{}, A]}},
    "$defs": {"never": False, "own": {"$id": "urn:own", "$defs": {"x": A}}, "é": A},
}


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("#", SCHEMA),
        ("#/properties/a~1b", A),
        ("#/properties/~0/anyOf/1", A),
        ("#/%24defs/%C3%A9", A),
        ("#/$defs/never", False),
    ],
)
def test_a_pointer_leads_to_what_it_names(reference: str, target: JsonObject | bool) -> None:
    assert References(SCHEMA).target(reference) == target


@pytest.mark.parametrize(
    "reference",
    [
        *("", "other.json", "#anchor", "#/nowhere", "#/properties/~0/anyOf/2"),
        *("#/properties/~0/anyOf/x", "#/$id", "#/$id/x", "#/$defs/own/$defs/x", "#" + "/a" * 9999),
    ],
)
def test_what_cannot_be_found_is_no_target(reference: str) -> None:
    assert References(SCHEMA).target(reference) is None
