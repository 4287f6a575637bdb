"""The form of a document is what it says, else what it looks like."""

from __future__ import annotations

import pytest

from zeroclaw_config import SchemaNotMigrated, SchemaTooNew
from zeroclaw_config.migration.versions import DocumentVersion, version_of


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_number_that_a_document_says_holds(number: int) -> None:
    assert version_of({"schema_version": number}, "f") == DocumentVersion(number, True)


@pytest.mark.parametrize(
    ("tree", "number"),
    [
        ({}, 1),
        ({"autonomy": {}}, 1),
        ({"agents": {"helper": {"provider": "openai"}}}, 1),
        ({"agents": {"main": {"model_provider": "custom.home"}}}, 3),
        ({"risk_profiles": {"default": {}}}, 3),
        ({"risk_profiles": {"default": {}}, "autonomy": {}}, 1),
        ({"peer_groups": 5}, 1),
    ],
)
def test_a_missing_number_is_concluded_from_the_tables(
    tree: dict[str, object], number: int
) -> None:
    assert version_of(tree, "f") == DocumentVersion(number, False)


def test_a_newer_form_is_refused_by_name() -> None:
    with pytest.raises(SchemaTooNew, match="needs a newer version"):
        version_of({"schema_version": 4}, "f")


@pytest.mark.parametrize(
    ("said", "found"), [("3", "not a number"), (True, "not a number"), (0, "0"), (-1, "below 0")]
)
def test_what_is_no_form_is_refused(said: object, found: str) -> None:
    with pytest.raises(SchemaNotMigrated, match=found):
        version_of({"schema_version": said}, "f")
