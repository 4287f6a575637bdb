"""Homes with logins, beside a service that runs on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import Queue
from urllib.parse import urlsplit

import trio

from zeroclaw.home import Home
from zeroclaw.logins.logging_in import run
from zeroclaw.logins.login_file import LoginFile
from zeroclaw.logins.manner import Manner
from zeroclaw.logins.means import LoginMeans
from zeroclaw_testing.authority import ScriptedAuthority, serve_authority
from zeroclaw_testing.model_server.raw_client import hear

__all__ = [
    "environment",
    "log_in",
    "login_file",
    "no_browser",
    "no_pause",
    "served_authority",
    "user_at_browser",
]

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


@contextmanager
def user_at_browser() -> Iterator[Callable[[str], None]]:
    """A browser on a thread of its own, which goes wherever it is sent."""
    threads: list[threading.Thread] = []

    def go(url: str) -> None:
        parts = urlsplit(url)
        head = f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n"
        visit = partial(hear, f"http://127.0.0.1:{parts.port}", head.encode())
        threads.append(threading.Thread(target=trio.run, args=(visit,)))
        threads[-1].start()

    try:
        yield go
    finally:
        for thread in threads:
            thread.join(SECONDS)


async def no_pause(_seconds: float) -> None:
    """Let nobody wait."""
    await trio.lowlevel.checkpoint()


async def no_browser(url: str) -> None:
    """Fail: no browser was asked for."""
    await trio.lowlevel.checkpoint()
    raise AssertionError(f"a browser opens {url}")


def environment(home: Path) -> dict[str, str]:
    """What points to a home."""
    # As over SSH: wherever the tests run, they find no browser by themselves.
    return {"ZEROCLAW_HOME": str(home), "HOME": str(home), "SSH_TTY": "/dev/pts/0"}


def login_file(home: Path) -> LoginFile:
    """The file of a home's logins."""
    return LoginFile.of(Home(home))


def log_in(
    home: Path,
    name: str,
    origin: str = "",
    brought: str | None = None,
    *,
    manners: Sequence[Manner] = (),
    show: Callable[[str], Awaitable[object]] = no_browser,
) -> int:
    """Log in without waiting; the exit code. `show` is the browser of the user."""
    means = LoginMeans(no_pause, show, ports=(0,))
    return run(
        name,
        environment(home),
        brought=brought,
        origin=origin,
        debug=False,
        manners=manners,
        means=means,
    )
