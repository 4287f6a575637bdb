"""A browser opens only where its user sits."""

from __future__ import annotations

import pytest

from zeroclaw.logins.manner import Manner, browser_flow, has_browser
from zeroclaw_providers.oauth.authority import AUTHORITIES

DESK = {"DISPLAY": ":0"}
REMOTE = {**DESK, "SSH_CONNECTION": "1 2 3 4"}


@pytest.mark.parametrize(
    ("environment", "platform", "has_one"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        (DESK, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"BROWSER": "firefox"}, "linux", True),
        ({}, "darwin", True),
        (REMOTE, "linux", False),
        ({"SSH_TTY": "/dev/pts/1"}, "darwin", False),
    ],
)
def test_browser_is_where_there_is_a_screen(
    environment: dict[str, str], platform: str, has_one: bool
) -> None:
    assert has_browser(environment, platform) is has_one


@pytest.mark.parametrize(
    ("name", "wanted", "environment", "is_browser"),
    [
        ("openai", None, DESK, True),
        ("openai", None, REMOTE, False),
        ("openai", Manner.DEVICE, DESK, False),
        ("openai", Manner.BROWSER, REMOTE, True),
        ("xai", None, DESK, False),
        ("xai", Manner.BROWSER, DESK, True),
        ("qwen", None, DESK, False),
        ("qwen", Manner.BROWSER, DESK, False),
    ],
)
def test_wish_of_the_user_comes_before_what_is_usual(
    name: str, wanted: Manner | None, environment: dict[str, str], is_browser: bool
) -> None:
    flow = browser_flow(AUTHORITIES[name], wanted, environment)
    assert (flow is not None) is is_browser
