"""Remembers who has lately shown a one-time code for which action."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

from attrs import field, frozen

from zeroclaw_api.principal import Principal

__all__ = ["Grace"]

_Key: TypeAlias = tuple[str, str, str, str]


@frozen
class Grace:
    """Windows in which one principal is not asked for another code for one action.

    A window belongs to them, never to the code, which is used up.
    """

    _windows: Mapping[_Key, tuple[datetime, datetime]] = field(factory=dict, hash=False)

    def granted(self, to: Principal, action: str, now: datetime, length: timedelta) -> Grace:
        """The same with a window that begins now; those that are over are forgotten."""
        kept = {key: window for key, window in self._windows.items() if now < window[1]}
        return Grace({**kept, _key(to, action): (now, now + length)})

    def holds(self, principal: Principal, action: str, now: datetime) -> bool:
        """Whether it is in a window. A clock that was set back opens none."""
        window = self._windows.get(_key(principal, action))
        return window is not None and window[0] <= now < window[1]


def _key(principal: Principal, action: str) -> _Key:
    return (principal.transport, principal.alias, principal.user_id, action)
