"""An identity is what a transport knows, not what it displays."""

from __future__ import annotations

import pytest
from attrs import evolve

from zeroclaw_api.principal import LOCAL_USER, Principal

ADA = Principal("telegram", "home", "4711", "Ada")


def test_display_name_does_not_make_another_identity() -> None:
    assert ADA.is_same_as(evolve(ADA, display="Somebody else"))


@pytest.mark.parametrize("changes", [{"transport": "x"}, {"alias": "x"}, {"user_id": "x"}])
def test_any_other_part_makes_another_identity(changes: dict[str, str]) -> None:
    assert not ADA.is_same_as(evolve(ADA, **changes))


def test_stranger_with_the_display_of_the_owner_is_not_the_owner() -> None:
    assert not evolve(ADA, display=LOCAL_USER.display).is_same_as(LOCAL_USER)
