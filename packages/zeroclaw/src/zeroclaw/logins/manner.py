"""Chooses whether a login is confirmed in a browser here or on another device."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from zeroclaw_providers.oauth.authority import Authority, BrowserFlow

__all__ = ["Manner", "browser_flow", "has_browser"]

REMOTE: Final = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""Any of them: the browser is on another machine, where nobody would come back to this one."""
GRAPHICAL: Final = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
BROWSER_OF_ITS_OWN: Final = "darwin"


class Manner(StrEnum):
    """How the user wants to log in."""

    BROWSER = "browser"
    DEVICE = "device"


def has_browser(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether there is a browser on the machine of whoever asks."""
    if any(environment.get(name) for name in REMOTE):
        return False
    return platform == BROWSER_OF_ITS_OWN or any(environment.get(name) for name in GRAPHICAL)


def browser_flow(
    authority: Authority, wanted: Manner | None, environment: Mapping[str, str]
) -> BrowserFlow | None:
    """The way through a browser here, None for that of another device."""
    flow = authority.browser
    if flow is None or wanted is Manner.DEVICE:
        return None
    if wanted is Manner.BROWSER:
        return flow
    return flow if flow.is_usual and has_browser(environment) else None
