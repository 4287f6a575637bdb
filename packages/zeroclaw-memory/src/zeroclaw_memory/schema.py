"""Every table of the state database, as one SQLAlchemy metadata."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "accepted",
    "calls",
    "events",
    "leases",
    "messages",
    "metadata",
    "sessions",
    "spends",
    "turns",
]

metadata: Final = MetaData()


def _session() -> Column[str]:
    return Column("session_id", Text, ForeignKey("sessions.id"), primary_key=True)


def _number(name: str) -> Column[int]:
    """A number that counts within a session, as a part of the key."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _form() -> Column[object]:
    """The wire form of the value."""
    return Column("form", JSON, nullable=False)


sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("last_seq", Integer, nullable=False),
    Column("last_message_id", Integer, nullable=False),
    Column("last_turn_id", Integer, nullable=False),
    Column("last_call_id", Integer, nullable=False),
    Column("last_position", Integer, nullable=False),
    Column("window_start", Integer),
)
"""A session's head; `window_start` is the id of the first message the model still sees."""

leases: Final = Table(
    "leases",
    metadata,
    _session(),
    Column("holder", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("owner", Text, nullable=False),
    Column("pid", Integer, nullable=False),
)
"""Who has a session open: a store (`holder`), in its `number`-th opening."""

messages: Final = Table(
    "messages",
    metadata,
    _session(),
    _number("position"),
    Column("id", Integer, nullable=False),
    _form(),
    UniqueConstraint("session_id", "id", name="message_enters_once"),
)
"""Conversations, in the order of `position`, which is not that of the ids."""

accepted: Final = Table("accepted", metadata, _session(), _number("id"), _form())
"""Messages that are durable and have not entered their conversation."""

turns: Final = Table(
    "turns",
    metadata,
    _session(),
    _number("id"),
    Column("is_open", Boolean, nullable=False),
    _form(),
)

calls: Final = Table(
    "calls",
    metadata,
    _session(),
    _number("id"),
    Column("turn_id", Integer, nullable=False),
    _form(),
)
"""Calls of turns that are open; those of a closed one are in the conversation."""

events: Final = Table(
    "events",
    metadata,
    _session(),
    _number("seq"),
    Column("first_seq", Integer, nullable=False),
    _form(),
)

spends: Final = Table(
    "spends",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session_id", Text, ForeignKey("sessions.id"), nullable=False),
    Column("scope", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("cost", BigInteger, nullable=False),
    Index("spends_by_scope", "scope", "cost"),
)
"""Money gone; `at` is RFC 3339 in UTC."""
