"""Tests of the guess at a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._nearest import nearest

KNOWN = ["model", "model_provider", "max_tokens", "api_key"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("modle", "model"),
        ("modelProvider", "model_provider"),
        ("max-tokens", "max_tokens"),
        ("apikey", "api_key"),
        ("zzz", None),
        ("m" * 10_000, None),
    ],
)
def test_the_name_that_was_meant_is_found(name: str, meant: str | None) -> None:
    assert nearest(name, KNOWN) == meant


@given(st.text(), st.lists(st.text()))
def test_a_guess_is_always_one_of_the_known(name: str, known: list[str]) -> None:
    assert nearest(name, known) in {None, *known}
