"""What can go wrong while models are looked up.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    NothingKnown           no table tells of the model or the family
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["NothingKnown"]


class NothingKnown(ZeroClawError):
    """No table tells of it; `hint` is a sentence about what to do."""

    error_key = "nothing_known"
    template = "Nothing is known about {name}. {hint}"

    name: str
    hint: str
