"""Tests of the rule for aliases."""

import pytest

from zeroclaw_config._aliases import is_alias


@pytest.mark.parametrize("name", ["a", "9", "main", "a_b_c", "x9_1", "a" * 63])
def test_a_name_of_the_right_form_is_an_alias(name: str) -> None:
    assert is_alias(name)


@pytest.mark.parametrize(
    "name", ["", "_a", "a_", "a__b", "a-b", "A", "a.b", "a b", "é", "a\n", "٣", "a" * 64]
)
def test_a_name_of_another_form_is_no_alias(name: str) -> None:
    assert not is_alias(name)
