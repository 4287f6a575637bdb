"""Turns whatever ended a command into one sentence for its user."""

from __future__ import annotations

from collections.abc import Iterator

from zeroclaw.words import error_text, say
from zeroclaw_api.errors import ZeroClawError

__all__ = ["first_cause", "sentence"]


def first_cause(error: BaseException) -> BaseException:
    """The one error that says most: one of ours, if a group holds any, else its first."""
    leaves = list(_leaves(error))
    return next((leaf for leaf in leaves if isinstance(leaf, ZeroClawError)), leaves[0])


def sentence(error: BaseException) -> str:
    """What to tell the user: one line, unless the error itself has more to list."""
    if isinstance(error, ZeroClawError):
        return error_text(error)
    return say("internal_failure", kind=type(error).__name__, problem=str(error))


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _leaves(part)
    else:
        yield error
