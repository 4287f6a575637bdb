"""What can go wrong with the database as a whole.

The tree, below `zeroclaw_api.errors.StoreError`::

    StoreUnusable          the database, or the folder it is in, cannot be used
    └── DatabaseTooNew         a later version of the program wrote the database
"""

from __future__ import annotations

from zeroclaw_api.errors import StoreError

__all__ = ["DatabaseTooNew", "StoreUnusable"]


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
