"""Money: the worst case is reserved before each model request, settled after it.

Two requests that start together must not each see the same last dollar. So a reservation counts
as spent until it is settled, and what is asked for is an upper bound of what the request can cost.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TypeAlias

from attrs import define, field, frozen

from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import Spend
from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR, Money
from zeroclaw_runtime.errors import BudgetExceeded

__all__ = ["BudgetBook", "BudgetLimits", "Reservation"]

LoadSpent: TypeAlias = Callable[[frozenset[str]], Awaitable[Mapping[str, Money]]]


@frozen
class BudgetLimits:
    """At most so much per session, per agent, per day, per month (UTC); None means any amount."""

    session: Money | None = None
    agent: Money | None = None
    day: Money | None = None
    month: Money | None = None

    def scopes(self, session_id: SessionId, alias: str, now: datetime) -> dict[str, Money]:
        """The limits that hold now, by the name of their scope."""
        limits = {
            f"session:{session_id}": self.session,
            f"agent:{alias}": self.agent,
            f"day:{now:%Y-%m-%d}": self.day,
            f"month:{now:%Y-%m}": self.month,
        }
        return {scope: limit for scope, limit in limits.items() if limit is not None}


@frozen
class Reservation:
    """Money set aside in some scopes for one request."""

    scopes: frozenset[str]
    amount: Money
    at: datetime

    @property
    def spends(self) -> tuple[Spend, ...]:
        """What to make durable before the request: a crash then costs the worst case."""
        return tuple(Spend(scope, self.at, self.amount) for scope in sorted(self.scopes))


@define(eq=False, repr=False)
class BudgetBook:
    """What is spent and reserved in each scope; one book for everything that shares a budget."""

    _taken: dict[str, int] = field(factory=dict)

    async def ensure_loaded(self, scopes: frozenset[str], load: LoadSpent) -> None:
        """Learn what was spent in scopes seen for the first time, such as a new day."""
        unknown = scopes - self._taken.keys()
        if unknown:
            spent = await load(unknown)
            for scope in unknown:
                self._taken.setdefault(scope, spent.get(scope, Money(0)))

    def reserve(self, limits: Mapping[str, Money], amount: Money, at: datetime) -> Reservation:
        """Set money aside in all scopes, or raise `BudgetExceeded` for the tightest."""
        for scope, limit in sorted(limits.items(), key=lambda item: item[1] - self._taken[item[0]]):
            left = limit - self._taken[scope]
            if amount > left:
                raise BudgetExceeded(
                    scope=scope,
                    needed=amount / NANODOLLARS_PER_DOLLAR,
                    left=max(0, left) / NANODOLLARS_PER_DOLLAR,
                    limit=limit / NANODOLLARS_PER_DOLLAR,
                )
        for scope in limits:
            self._taken[scope] += amount
        return Reservation(frozenset(limits), amount, at)

    def settle(self, reservation: Reservation, cost: Money) -> tuple[Spend, ...]:
        """Replace a reservation by what the request cost; the spends that correct its own."""
        difference = Money(cost - reservation.amount)
        for scope in reservation.scopes:
            self._taken[scope] += difference
        if not difference:
            return ()
        return tuple(
            Spend(scope, reservation.at, difference) for scope in sorted(reservation.scopes)
        )

    def taken(self, scope: str) -> Money:
        """What is spent and reserved in a scope."""
        return Money(self._taken.get(scope, 0))
