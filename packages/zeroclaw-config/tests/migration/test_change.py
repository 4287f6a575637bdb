"""What a migration tells is free of values."""

from __future__ import annotations

from zeroclaw_config.migration.change import CarriedKey, Change, ChangeKind, Migrated

SECRET = "sk-planted-7f3a9c"


def test_no_value_is_in_a_printed_result() -> None:
    carried = CarriedKey(("models", "api_key"), SECRET)
    change = Change(("models", "api_key"), None, ChangeKind.KEPT, "is not read yet")
    result = Migrated({"api_key": SECRET}, (change,), (carried,))
    assert SECRET not in repr(result) + str(result) + repr(carried)
    assert "is not read yet" in repr(result)
