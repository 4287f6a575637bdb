"""Who said something: a person or program at one end of a transport."""

from __future__ import annotations

from attrs import frozen

__all__ = ["LOCAL_USER", "Principal"]


@frozen
class Principal:
    """An identity as one transport knows it; `display` is for people, never for decisions."""

    transport: str
    alias: str
    user_id: str
    display: str = ""

    def is_same_as(self, other: Principal) -> bool:
        """Whether both name the same identity, whatever they are displayed as."""
        return (self.transport, self.alias, self.user_id) == (
            other.transport,
            other.alias,
            other.user_id,
        )


LOCAL_USER = Principal(transport="local", alias="", user_id="owner", display="you")
"""The person at this machine who runs the program: the owner."""
