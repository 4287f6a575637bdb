"""Names of sessions: an agent's alias, a slash, a key that its user knows."""

from __future__ import annotations

from zeroclaw.errors import WrongUsage
from zeroclaw.home import Home
from zeroclaw.words import say
from zeroclaw_memory import open_sessions

__all__ = ["latest_session", "session_name"]


def session_name(alias: str, key: str) -> str:
    """The name under which a session is stored."""
    return f"{alias}/{key}"


async def latest_session(home: Home, alias: str) -> str:
    """The key of the agent's session in which something happened last.

    Raises `WrongUsage` when it has none, `HomeUnusable`, `StoreError`.
    """
    home.prepare(alias)
    async with open_sessions(home.database) as store:
        found = await store.latest(session_name(alias, ""))
    if found is None:
        raise WrongUsage(problem=say("agent_no_session", agent=alias))
    return found.removeprefix(session_name(alias, ""))
