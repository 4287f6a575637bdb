"""What can go wrong with the logins that are kept.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    LoginMissing           nobody logged in to that service
    LoginsUnusable         the file of the logins cannot be read or written
    LoginNotReadable       what is kept of one login does not open
    LoginNotBrought        a file of another program has no login to take over
    LoginsLocked           another process holds the logins for too long
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = [
    "LoginMissing",
    "LoginNotBrought",
    "LoginNotReadable",
    "LoginsLocked",
    "LoginsUnusable",
]


class LoginMissing(ZeroClawError):
    """Nobody logged in to the service `login`."""

    error_key = "login_missing"
    template = "There is no login {login}. Log in with `zeroclaw auth login {login}`."

    login: str


class LoginsUnusable(ZeroClawError):
    """The file at `path` cannot be read or written; it is as it was. `problem` is a clause."""

    error_key = "logins_unusable"
    template = "The logins in {path} cannot be used: {problem}."

    path: str
    problem: str


class LoginNotReadable(ZeroClawError):
    """What is kept of `login` in the file at `path` does not open with the key."""

    error_key = "login_not_readable"
    template = (
        "The login {login} in {path} does not open with the key file beside it. Restore that file, "
        "or log in anew with `zeroclaw auth login {login}`."
    )

    path: str
    login: str


class LoginNotBrought(ZeroClawError):
    """The file at `path` has no login that could be taken over. `problem` is a clause."""

    error_key = "login_not_brought"
    template = "No login can be taken from {path}: {problem}."

    path: str
    problem: str


class LoginsLocked(ZeroClawError):
    """Another process has held the logins at `path` for `seconds`."""

    error_key = "logins_locked"
    template = (
        "The logins in {path} are in use by another process, since more than {seconds:g} seconds. "
        "Try again when it has ended."
    )

    path: str
    seconds: float
