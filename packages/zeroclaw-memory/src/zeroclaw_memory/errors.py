"""What can go wrong with the database as a whole.

The tree, below `zeroclaw_api.errors.StoreError`::

    StoreUnusable          the database, or the folder it is in, cannot be used
    ├── DatabaseTooNew         a later version of the program wrote the database
    ├── LedgerBroken           the ledger is not what was sealed, so nothing is added to it
    └── LedgerUnusable         the files of the ledger cannot be read or written now
"""

from __future__ import annotations

from zeroclaw_api.errors import StoreError

__all__ = ["DatabaseTooNew", "LedgerBroken", "LedgerUnusable", "StoreUnusable"]


class StoreUnusable(StoreError):
    """The file at `path` cannot be opened, read or written, whatever the session."""

    error_key = "store_unusable"
    template = "Cannot use {path}: {problem}."

    path: str
    session_id: str = ""


class DatabaseTooNew(StoreUnusable):
    """The schema is unknown here; writing to it could lose what the later version keeps."""

    error_key = "database_too_new"
    template = (
        "{path} was written by a later version of ZeroClaw (schema {found}, this one knows "
        "{known}). Update ZeroClaw, or restore a copy from before."
    )

    found: str
    known: str
    problem: str = "its schema is of a later version"


class LedgerUnusable(StoreUnusable):
    """Nothing of what was to be added is in the ledger: a full disk, a lock, a missing right."""

    error_key = "ledger_unusable"
    template = "Cannot write the ledger {path}: {problem}."


class LedgerBroken(StoreUnusable):
    """To add to it would hide what was done to it; somebody has to look."""

    error_key = "ledger_broken"
    template = (
        "The ledger {path} was changed: {problem}. See what `zeroclaw audit verify` says, then "
        "move that folder away to begin a new one."
    )
