"""The names by which sessions, turns, messages, calls, questions are known."""

from __future__ import annotations

from typing import NewType

__all__ = ["CallId", "MessageId", "QuestionId", "SessionId", "TurnId"]

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
