"""The fixed logins are those that were given."""

from __future__ import annotations

import pytest

from zeroclaw_testing.errors import FakeLoginMissing
from zeroclaw_testing.logins import FixedLogins


async def test_logins_are_noted_in_the_order_of_asking() -> None:
    logins = FixedLogins({"a": "token-a", "b": "token-b"})
    assert (await logins.token("b")).access == "token-b"
    assert (await logins.token("a")).access == "token-a"
    assert logins.asked == ["b", "a"]


async def test_login_that_was_not_given_is_an_error() -> None:
    with pytest.raises(FakeLoginMissing, match="There is no login c"):
        await FixedLogins().token("c")


async def test_refused_token_is_followed_by_the_fresh_one_once() -> None:
    logins = FixedLogins({"a": "old"}, fresh={"a": "new"}, account="me")
    assert (await logins.renewed("a", "old")).access == "new"
    again = await logins.renewed("a", "old")
    assert (again.access, again.account) == ("new", "me")
    with pytest.raises(FakeLoginMissing, match="There is no login a"):
        await logins.renewed("a", "new")
    assert logins.refused == ["old", "old", "new"]
