"""The first schema: sessions with their leases, conversations, events, spends."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty database."""
    # Importing it looks through everything installed, so only a migration does.
    from alembic import op

    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("last_message_id", sa.Integer, nullable=False),
        sa.Column("last_turn_id", sa.Integer, nullable=False),
        sa.Column("last_call_id", sa.Integer, nullable=False),
        sa.Column("last_position", sa.Integer, nullable=False),
        sa.Column("window_start", sa.Integer),
    )
    op.create_table(
        "leases",
        _session(),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
    )
    op.create_table(
        "messages",
        _session(),
        _number("position"),
        sa.Column("id", sa.Integer, nullable=False),
        _form(),
        sa.UniqueConstraint("session_id", "id", name="message_enters_once"),
    )
    op.create_table("accepted", _session(), _number("id"), _form())
    op.create_table(
        "turns",
        _session(),
        _number("id"),
        sa.Column("is_open", sa.Boolean, nullable=False),
        _form(),
    )
    op.create_table(
        "calls",
        _session(),
        _number("id"),
        sa.Column("turn_id", sa.Integer, nullable=False),
        _form(),
    )
    op.create_table(
        "events",
        _session(),
        _number("seq"),
        sa.Column("first_seq", sa.Integer, nullable=False),
        _form(),
    )
    op.create_table(
        "spends",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id"), nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("cost", sa.BigInteger, nullable=False),
    )
    op.create_index("spends_by_scope", "spends", ["scope", "cost"])


def _session() -> sa.Column[str]:
    return sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id"), primary_key=True)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _form() -> sa.Column[object]:
    return sa.Column("form", sa.JSON, nullable=False)
