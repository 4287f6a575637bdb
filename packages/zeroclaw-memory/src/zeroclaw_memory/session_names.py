"""Give sessions other names, with all that is stored of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, func, select, text, update

from zeroclaw_api.errors import SessionBusy, StoreConflict
from zeroclaw_memory.holders import Holders
from zeroclaw_memory.schema import events, leases, metadata, sessions

__all__ = ["rename_sessions"]

_PARTS: Final = tuple(table for table in metadata.sorted_tables if "session_id" in table.columns)


def rename_sessions(connection: Connection, before: str, after: str, holders: Holders) -> int:
    """Replace the prefix `before` of names by `after`; returns how many sessions there were.

    Raises `SessionBusy` when one of them is open, `StoreConflict` when a name is taken.
    """
    ids = list(
        connection.scalars(
            select(sessions.c.id).where(sessions.c.id.startswith(before, autoescape=True))
        )
    )
    if not ids:
        return 0
    _require_closed(connection, ids, holders)
    taken = connection.scalar(
        select(sessions.c.id).where(sessions.c.id.startswith(after, autoescape=True)).limit(1)
    )
    if taken is not None:
        raise StoreConflict(session_id=taken, problem="it has the name that another is to have")
    # Each name is in several tables, so that they are right only when all have been changed.
    connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    for old in ids:
        new = after + old.removeprefix(before)
        form = func.json_set(events.c.form, "$.session_id", new)
        connection.execute(update(events).where(events.c.session_id == old).values(form=form))
        for table in _PARTS:
            connection.execute(
                update(table).where(table.c.session_id == old).values(session_id=new)
            )
        connection.execute(update(sessions).where(sessions.c.id == old).values(id=new))
    return len(ids)


def _require_closed(connection: Connection, ids: Iterable[str], holders: Holders) -> None:
    for lease in connection.execute(select(leases).where(leases.c.session_id.in_(ids))):
        if holders.is_alive(lease.holder):
            raise SessionBusy(
                session_id=lease.session_id, problem=f"process {lease.pid} has it open"
            )
