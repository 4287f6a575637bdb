"""The names by which sessions, turns, messages, calls, questions are known."""

from __future__ import annotations

from typing import NewType

from attrs import frozen

__all__ = ["CallId", "MessageId", "QuestionId", "SessionId", "TurnId", "TurnInfo"]

SessionId = NewType("SessionId", str)
"""Chosen by whoever opens a session; stable over restarts."""

MessageId = NewType("MessageId", int)
"""Counts from 1 within a session; given by the session, the only writer."""

TurnId = NewType("TurnId", int)
"""Counts from 1 within a session."""

CallId = NewType("CallId", int)
"""Counts from 1 within a session: ours, never the provider's."""

QuestionId = NewType("QuestionId", str)
"""Unique over all sessions, since a child's question is answered through its parent."""


@frozen
class TurnInfo:
    """Which turn a hook or an observer is told of; `path` has the agents' aliases from the root."""

    session_id: SessionId
    turn_id: TurnId
    path: tuple[str, ...]
