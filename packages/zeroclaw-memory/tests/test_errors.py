"""The errors of the database say which file, with what to do."""

from zeroclaw_api.errors import StoreError
from zeroclaw_memory import DatabaseTooNew, StoreUnusable


def test_error_names_the_file_with_the_reason() -> None:
    error = StoreUnusable(path="/x", problem="it is read-only")
    assert isinstance(error, StoreError)
    assert str(error) == "Cannot use /x: it is read-only."


def test_later_schema_is_told_with_both_versions() -> None:
    error = DatabaseTooNew(path="/x", found="0007", known="0001")
    assert "schema 0007, this one knows 0001" in str(error)
