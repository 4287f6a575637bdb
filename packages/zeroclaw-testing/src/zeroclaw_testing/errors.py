"""The errors that fakes raise where a real thing would raise one of its own.

The tree::

    ZeroClawError
    ├── FakePathRefused        the in-memory workspace refuses a path
    ├── FakeHttpFailed         the fake client was told to fail, or knows no answer
    ├── FakeBodyTooLong        a response body exceeds the reader's limit
    ├── FakeChannelRefused     the loopback channel does not take a message
    └── FakeLoginMissing       the fixed logins have none of that name
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = [
    "FakeBodyTooLong",
    "FakeChannelRefused",
    "FakeHttpFailed",
    "FakeLoginMissing",
    "FakePathRefused",
]


class FakePathRefused(ZeroClawError):
    """The path is missing, is a folder, or leads out of the workspace."""

    error_key = "fake_path_refused"
    template = "The path {path!r} cannot be used: {problem}."

    path: str
    problem: str


class FakeHttpFailed(ZeroClawError):
    """No answer; add one to the fake's `answers`."""

    error_key = "fake_http_failed"
    template = "{method} {url} failed: {problem}."

    method: str
    url: str
    problem: str


class FakeBodyTooLong(ZeroClawError):
    """The body does not fit into what the reader allows."""

    error_key = "fake_body_too_long"
    template = "The body of {url} is longer than {limit} bytes."

    url: str
    limit: int


class FakeChannelRefused(ZeroClawError):
    """The platform would not take this."""

    error_key = "fake_channel_refused"
    template = "The channel {channel} refuses: {problem}."

    channel: str
    problem: str


class FakeLoginMissing(ZeroClawError):
    """Nobody is logged in there."""

    error_key = "fake_login_missing"
    template = "There is no login {login}; give one to the fake."

    login: str
