"""What the tests of the store have in common: small commits, a child that writes until it dies."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import trio

from zeroclaw_api.events import Accepted, Event
from zeroclaw_api.identifiers import MessageId, SessionId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.stores import Commit, Spend
from zeroclaw_api.usage import Money
from zeroclaw_memory import open_sessions

AT = datetime(2026, 1, 1, tzinfo=UTC)


def commit_of(session_id: SessionId, number: int, size: int = 5) -> Commit:
    """The number-th commit of a session: a message, an event, a cent."""
    text = f"{number}".ljust(size, ".")
    return Commit(
        messages=(Message(MessageId(number), TurnId(1), Role.USER, (Text(text),)),),
        events=(Event(session_id, number, None, ("main",), AT, Accepted(MessageId(number))),),
        spends=(Spend("day", AT, Money(1)),),
    )


async def write_until_killed(path: Path, sessions: int) -> None:
    """Go on with each session, telling on stdout what has been committed."""
    async with open_sessions(path) as store, trio.open_nursery() as nursery:

        async def go_on(session_id: SessionId) -> None:
            number = (await store.open(session_id, "child")).head.last_seq
            while True:
                number += 1
                await store.commit(session_id, commit_of(session_id, number, 3_000))
                sys.stdout.write(f"{session_id} {number}\n")
                sys.stdout.flush()

        for index in range(sessions):
            nursery.start_soon(go_on, SessionId(f"s{index}"))


if __name__ == "__main__":
    trio.run(write_until_killed, Path(sys.argv[1]), int(sys.argv[2]))
