"""Homes with logins, beside a service that runs on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import trio

from zeroclaw.home import Home
from zeroclaw.logins.logging_in import run
from zeroclaw.logins.login_file import LoginFile
from zeroclaw_testing.authority import ScriptedAuthority, serve_authority

__all__ = ["environment", "log_in", "login_file", "no_pause", "served_authority"]

SECONDS = 30


@contextmanager
def served_authority() -> Iterator[ScriptedAuthority]:
    """A service that answers while the block runs a loop of its own."""
    opened: Queue[tuple[ScriptedAuthority, trio.lowlevel.TrioToken, trio.CancelScope]] = Queue(1)

    async def serve() -> None:
        with trio.CancelScope() as scope:
            async with serve_authority() as authority:
                opened.put((authority, trio.lowlevel.current_trio_token(), scope))
                await trio.sleep_forever()

    thread = threading.Thread(target=trio.run, args=(serve,))
    thread.start()
    authority, token, scope = opened.get(timeout=SECONDS)
    try:
        yield authority
    finally:
        token.run_sync_soon(scope.cancel)
        thread.join(SECONDS)


async def no_pause(_seconds: float) -> None:
    """Let nobody wait."""
    await trio.lowlevel.checkpoint()


def environment(home: Path) -> dict[str, str]:
    """What points to a home."""
    return {"ZEROCLAW_HOME": str(home), "HOME": str(home)}


def login_file(home: Path) -> LoginFile:
    """The file of a home's logins."""
    return LoginFile.of(Home(home))


def log_in(home: Path, name: str, origin: str = "", brought: str | None = None) -> int:
    """Log in without waiting; the exit code."""
    return run(name, environment(home), brought=brought, origin=origin, debug=False, pause=no_pause)
