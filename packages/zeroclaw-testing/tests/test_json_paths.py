"""Walk down a JSON value to what a test is about."""

import pytest

from zeroclaw_api.json import Json
from zeroclaw_testing.json_paths import dig

VALUE: Json = {"a": [1, {"b": None}], "text": "abc"}


def test_path_of_keys_and_places_leads_to_the_value() -> None:
    assert dig(VALUE) == VALUE
    assert dig(VALUE, "a", 0) == 1
    assert dig(VALUE, "a", -1, "b") is None


@pytest.mark.parametrize("path", [("c",), ("a", 2), ("a", "b"), ("text", 0), ("a", 0, "x")])
def test_path_that_leads_nowhere_fails_the_test(path: tuple[str | int, ...]) -> None:
    with pytest.raises(AssertionError):
        dig(VALUE, *path)
