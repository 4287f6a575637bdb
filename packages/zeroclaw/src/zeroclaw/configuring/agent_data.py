"""Moves what an agent has on disk when its name changes: its folder, its sessions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import trio
from attrs import frozen

from zeroclaw.errors import HomeUnusable
from zeroclaw.home import Home
from zeroclaw.wiring.session_names import session_name
from zeroclaw.words import say
from zeroclaw_api.errors import StoreError
from zeroclaw_memory import open_sessions

__all__ = ["MovedData", "with_data_moved"]


@frozen
class MovedData:
    """What there was to move."""

    has_folder: bool = False
    sessions: int = 0

    def __bool__(self) -> bool:
        return self.has_folder or self.sessions > 0


@contextmanager
def with_data_moved(home: Home, old: str, new: str) -> Iterator[MovedData]:
    """Move it for the block, which gives the agent its new name; back again when that fails.

    Whoever was killed in between finds all of it under the new name, and can run the same again.
    Raises `HomeUnusable` when the new name has a folder already, `StoreError` when a session is
    open or what is stored cannot be used.
    """
    before, after = home.workspace(old).parent, home.workspace(new).parent
    has_folder = before.is_dir()
    if has_folder and after.exists():
        raise HomeUnusable(path=str(after), problem=say("alias_folder_taken", agent=new))
    with ExitStack() as undo:
        sessions = _rename_sessions(home.database, old, new)
        undo.callback(_rename_sessions, home.database, new, old)
        if has_folder:
            _rename_folder(before, after)
            undo.callback(_rename_folder, after, before)
        yield MovedData(has_folder, sessions)
        undo.pop_all()


def _rename_sessions(database: Path, old: str, new: str) -> int:
    return trio.run(_renamed, database, old, new) if database.exists() else 0


async def _renamed(database: Path, old: str, new: str) -> int:
    async with open_sessions(database) as store:
        try:
            return await store.rename(session_name(old, ""), session_name(new, ""))
        except StoreError as error:
            failure = error
    # Within the block it would become one of a group.
    raise failure


def _rename_folder(old: Path, new: Path) -> None:
    try:
        old.rename(new)
    except OSError as error:
        raise HomeUnusable(path=str(old), problem=error.strerror or str(error)) from error
