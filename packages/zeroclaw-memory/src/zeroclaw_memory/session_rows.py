"""The statements of the session store: functions of a connection, nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Final, cast

from attrs import frozen
from sqlalchemy import (
    BindParameter,
    ClauseElement,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import sqlite

from zeroclaw_api.errors import SessionBusy, StoreConflict, StoreError
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Message
from zeroclaw_api.stores import (
    AcceptedMessage,
    CallRecord,
    Commit,
    SessionHead,
    SessionState,
    TurnRecord,
)
from zeroclaw_api.usage import Money
from zeroclaw_api.wire import event_from_wire, from_wire, to_wire
from zeroclaw_memory.connections import driver_of
from zeroclaw_memory.holders import Holders
from zeroclaw_memory.schema import (
    accepted,
    calls,
    events,
    leases,
    messages,
    sessions,
    spends,
    turns,
)

__all__ = [
    "Lease",
    "Rows",
    "encode",
    "give_up",
    "read_events",
    "read_latest",
    "read_spent",
    "read_state",
    "take",
    "write",
]


@frozen
class Lease:
    """One opening of a session by a store that is alive as long as its `holder` is."""

    session_id: SessionId
    holder: str
    number: int
    owner: str
    pid: int


@frozen
class Rows:
    """The wire forms of a commit, in its order, made before it waits for the writer."""

    accepted: tuple[str, ...]
    messages: tuple[str, ...]
    calls: tuple[str, ...]
    turns: tuple[str, ...]
    events: tuple[str, ...]
    spends: tuple[JsonObject, ...]


_DIALECT: Final = sqlite.dialect(paramstyle="named")
_S: Final[BindParameter[str]] = bindparam("session_id")
_ID: Final[BindParameter[int]] = bindparam("id")


def _text(statement: ClauseElement, *columns: str) -> str:
    """A statement of a commit as SQL, made once; its parameters have the names of columns."""
    return str(statement.compile(dialect=_DIALECT, column_keys=columns or None))


def _replace(table: Table) -> ClauseElement:
    """Insert a row, or replace the one of its key."""
    statement = sqlite.insert(table)
    new = {
        column.name: statement.excluded[column.name]
        for column in table.columns
        if not column.primary_key
    }
    return statement.on_conflict_do_update(set_=new)


_HELD: Final = select(leases).where(leases.c.session_id == _S)
_HEAD: Final = (
    select(
        sessions.c.last_seq,
        sessions.c.last_message_id,
        sessions.c.last_turn_id,
        sessions.c.last_call_id,
        sessions.c.last_position,
        sessions.c.window_start,
        leases.c.holder,
    )
    .outerjoin(leases, leases.c.session_id == sessions.c.id)
    .where(sessions.c.id == _S)
)
_PLACE: Final = select(messages.c.position).where(messages.c.session_id == _S, messages.c.id == _ID)
_later: Final = events.alias("later")

_HEAD_SQL: Final = _text(_HEAD)
_PLACE_SQL: Final = _text(_PLACE)
_WAITING_SQL: Final = _text(select(accepted.c.id).where(accepted.c.session_id == _S))
_ACCEPT_SQL: Final = _text(insert(accepted))
_ENTER_SQL: Final = _text(delete(accepted).where(accepted.c.session_id == _S, accepted.c.id == _ID))
_MESSAGE_SQL: Final = _text(insert(messages))
_EVENT_SQL: Final = _text(insert(events))
_SPEND_SQL: Final = _text(insert(spends), "session_id", "scope", "at", "cost")
_TURN_SQL: Final = _text(_replace(turns))
_CALL_SQL: Final = _text(_replace(calls))
_FORGET_CALLS_SQL: Final = _text(
    delete(calls).where(calls.c.session_id == _S, calls.c.turn_id == _ID)
)
_MOVE_HEAD_SQL: Final = _text(
    update(sessions).where(sessions.c.id == _S),
    "last_seq",
    "last_message_id",
    "last_turn_id",
    "last_call_id",
    "last_position",
    "window_start",
)


def encode(commit: Commit) -> Rows:
    """Raises `WireError`, `ValueError`, `TypeError`, `RecursionError`."""
    return Rows(
        accepted=tuple(map(_form, commit.accepted)),
        messages=tuple(map(_form, commit.messages)),
        calls=tuple(map(_form, commit.calls)),
        turns=tuple(map(_form, commit.turns)),
        events=tuple(map(_form, commit.events)),
        spends=tuple(cast("JsonObject", to_wire(spend)) for spend in commit.spends),
    )


def _form(value: object) -> str:
    return json.dumps(to_wire(value), separators=(",", ":"))


def take(connection: Connection, lease: Lease, holders: Holders) -> None:
    """Write the lease. Raises `SessionBusy` while the store that holds another one lives."""
    connection.execute(
        sqlite.insert(sessions).on_conflict_do_nothing(),
        {
            "id": lease.session_id,
            "last_seq": 0,
            "last_message_id": 0,
            "last_turn_id": 0,
            "last_call_id": 0,
            "last_position": 0,
        },
    )
    held = connection.execute(_HELD, {"session_id": lease.session_id}).one_or_none()
    if held is not None:
        if holders.is_alive(held.holder):
            raise SessionBusy(session_id=lease.session_id, problem=_described(held.owner, held.pid))
        connection.execute(delete(leases).where(leases.c.session_id == lease.session_id))
    connection.execute(
        insert(leases),
        {
            "session_id": lease.session_id,
            "holder": lease.holder,
            "number": lease.number,
            "owner": lease.owner,
            "pid": lease.pid,
        },
    )


def _described(owner: str, pid: int) -> str:
    number = f"process {pid}"
    return f"{owner} holds it" if owner == number else f"{owner} holds it ({number})"


def give_up(
    connection: Connection, session_id: SessionId, holder: str, number: int | None = None
) -> None:
    """Remove the lease of that store; with a number, only if it is that opening's."""
    statement = delete(leases).where(leases.c.session_id == session_id, leases.c.holder == holder)
    if number is not None:
        statement = statement.where(leases.c.number == number)
    connection.execute(statement)


def write(
    connection: Connection, session_id: SessionId, holder: str, commit: Commit, rows: Rows
) -> None:
    """Write a commit. Raises `StoreConflict`, or `StoreError` without a lease."""
    driver = driver_of(connection)
    key = {"session_id": session_id}
    found = driver.execute(_HEAD_SQL, key).fetchone()
    if found is None or found[-1] != holder:
        raise StoreError(session_id=session_id, problem="this process does not hold it any more")
    seq, message_id, turn_id, call_id, position, window_start, _ = found
    waiting = {row[0] for row in driver.execute(_WAITING_SQL, key)} if commit.messages else set()
    head = SessionHead(seq, message_id, turn_id, call_id).after(session_id, commit, waiting)
    _write_messages(driver, session_id, position, commit, rows)
    _write_turns(driver, session_id, commit, rows)
    driver.executemany(
        _EVENT_SQL,
        [
            {**key, "seq": event.seq, "first_seq": event.first_seq, "form": form}
            for event, form in zip(commit.events, rows.events, strict=True)
        ],
    )
    driver.executemany(_SPEND_SQL, [{**key, **dict(form)} for form in rows.spends])
    driver.execute(
        _MOVE_HEAD_SQL,
        {
            **key,
            "last_seq": head.last_seq,
            "last_message_id": head.last_message_id,
            "last_turn_id": head.last_turn_id,
            "last_call_id": head.last_call_id,
            "last_position": position + len(commit.messages),
            "window_start": commit.window_start or window_start,
        },
    )


def read_state(connection: Connection, session_id: SessionId) -> SessionState:
    """All that a session goes on with. Raises `WireError`."""
    key = {"session_id": session_id}
    found = connection.execute(_HEAD, key).one()
    start = connection.scalar(_PLACE, {**key, "id": found.window_start}) or 0
    open_turn = connection.scalar(
        select(turns.c.form)
        .where(turns.c.session_id == session_id, turns.c.is_open)
        .order_by(turns.c.id.desc())
        .limit(1)
    )
    turn = None if open_turn is None else from_wire(TurnRecord, open_turn)
    open_calls = select(calls.c.form).where(calls.c.session_id == session_id).order_by(calls.c.id)
    if turn is not None:
        open_calls = open_calls.where(calls.c.turn_id == turn.turn_id)
    window = (
        select(messages.c.form)
        .where(messages.c.session_id == session_id, messages.c.position >= start)
        .order_by(messages.c.position)
    )
    waiting = (
        select(accepted.c.form).where(accepted.c.session_id == session_id).order_by(accepted.c.id)
    )
    return SessionState(
        head=SessionHead(
            found.last_seq,
            MessageId(found.last_message_id),
            TurnId(found.last_turn_id),
            CallId(found.last_call_id),
        ),
        messages=tuple(from_wire(Message, form) for form in connection.scalars(window)),
        waiting=tuple(from_wire(AcceptedMessage, form) for form in connection.scalars(waiting)),
        open_turn=turn,
        open_calls=tuple(
            from_wire(CallRecord, form)
            for form in (connection.scalars(open_calls) if turn is not None else ())
        ),
    )


def read_events(
    connection: Connection, session_id: SessionId, after_seq: int, until_seq: int
) -> tuple[Event, ...]:
    """Events that overlap the range; those of a kind we do not know are left out."""
    found = connection.scalars(
        select(events.c.form)
        .where(
            events.c.session_id == session_id,
            events.c.seq > after_seq,
            events.c.first_seq <= until_seq,
            # A merged event reaches beyond the range; the first that does is the last of them.
            events.c.seq
            <= select(func.coalesce(func.min(_later.c.seq), until_seq))
            .where(_later.c.session_id == session_id, _later.c.seq >= until_seq)
            .scalar_subquery(),
        )
        .order_by(events.c.seq)
    )
    known = (event_from_wire(form) for form in found)
    return tuple(event for event in known if event is not None)


def read_latest(connection: Connection, prefix: str) -> SessionId | None:
    """Of the sessions whose id has a prefix, the one in which something happened last."""
    found = connection.scalar(
        select(sessions.c.id)
        .join(
            events,
            and_(events.c.session_id == sessions.c.id, events.c.seq == sessions.c.last_seq),
        )
        .where(sessions.c.id.startswith(prefix, autoescape=True))
        .order_by(events.c.form["at"].as_string().desc(), sessions.c.id.desc())
        .limit(1)
    )
    return None if found is None else SessionId(found)


def read_spent(connection: Connection, scopes: frozenset[str]) -> Mapping[str, Money]:
    """The sums of these scopes over all sessions."""
    found = connection.execute(
        select(spends.c.scope, func.sum(spends.c.cost))
        .where(spends.c.scope.in_(sorted(scopes)))
        .group_by(spends.c.scope)
    )
    return {scope: Money(cost) for scope, cost in found}


def _write_messages(
    driver: sqlite3.Connection, session_id: SessionId, last: int, commit: Commit, rows: Rows
) -> None:
    driver.executemany(
        _ACCEPT_SQL,
        [
            {"session_id": session_id, "id": entry.id, "form": form}
            for entry, form in zip(commit.accepted, rows.accepted, strict=True)
        ],
    )
    entering = [
        {"session_id": session_id, "position": position, "id": message.id, "form": form}
        for position, (message, form) in enumerate(
            zip(commit.messages, rows.messages, strict=True), last + 1
        )
    ]
    driver.executemany(_ENTER_SQL, entering)
    driver.executemany(_MESSAGE_SQL, entering)
    start = commit.window_start
    key = {"session_id": session_id, "id": start}
    if start is not None and driver.execute(_PLACE_SQL, key).fetchone() is None:
        raise StoreConflict(
            session_id=session_id,
            problem=f"the window cannot start at message {start}, which is not in it",
        )


def _write_turns(
    driver: sqlite3.Connection, session_id: SessionId, commit: Commit, rows: Rows
) -> None:
    key = {"session_id": session_id}
    driver.executemany(
        _TURN_SQL,
        [
            {**key, "id": turn.turn_id, "is_open": turn.is_open, "form": form}
            for turn, form in zip(commit.turns, rows.turns, strict=True)
        ],
    )
    driver.executemany(
        _CALL_SQL,
        [
            {**key, "id": record.call_id, "turn_id": record.turn_id, "form": form}
            for record, form in zip(commit.calls, rows.calls, strict=True)
        ],
    )
    closed = [{**key, "id": turn.turn_id} for turn in commit.turns if not turn.is_open]
    driver.executemany(_FORGET_CALLS_SQL, closed)
