"""What logging in uses of the machine."""

from __future__ import annotations

import webbrowser
from collections.abc import Awaitable, Callable
from typing import Final

import trio
from attrs import field, frozen

from zeroclaw_providers.oauth.asking import Pause

__all__ = ["LoginMeans"]

OPENING_SECONDS: Final = 10.0
"""For a browser to be started; the user has the address anyway."""


async def _open_browser(url: str) -> None:
    limiter = trio.CapacityLimiter(1)
    with trio.move_on_after(OPENING_SECONDS):
        await trio.to_thread.run_sync(webbrowser.open, url, limiter=limiter, abandon_on_cancel=True)


@frozen
class LoginMeans:
    """Whatever waits, listens or shows something.

    `pause` waits some seconds, `show` opens a page in the browser. The browser comes back to one
    of `ports`, those that the service takes when there are none here.
    """

    pause: Pause = field(default=trio.sleep, repr=False)
    show: Callable[[str], Awaitable[object]] = field(default=_open_browser, repr=False)
    ports: tuple[int, ...] = ()
