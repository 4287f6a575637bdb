"""What can go wrong between the distributions or on the command line.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    EntryPointBroken       a distribution offers something that cannot be loaded
    HintUnanswered         no model of the config is what an agent hints at
    HomeUnusable           the folder of this installation cannot be used
    WrongUsage             what was asked for on the command line makes no sense
    └── StdinRefused           what came on standard input cannot be attached
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["EntryPointBroken", "HintUnanswered", "HomeUnusable", "StdinRefused", "WrongUsage"]


class EntryPointBroken(ZeroClawError):
    """An installed distribution offers something that cannot be loaded."""

    error_key = "entry_point_broken"
    template = (
        "Cannot load {name} of {group}: {problem}. Install the complete set of one version again."
    )

    group: str
    name: str
    problem: str


class HintUnanswered(ZeroClawError):
    """No model of the config is what an agent hints at."""

    error_key = "hint_unanswered"
    template = (
        "{path}: nothing answers hint:{hint}: {problem}. Name a model for it: "
        "[model_routes.{hint}] with model_provider."
    )

    path: str
    hint: str
    problem: str


class HomeUnusable(ZeroClawError):
    """The folder of this installation, or one in it, cannot be made or written."""

    error_key = "home_unusable"
    template = (
        "Cannot use {path}: {problem}. Make it writable, or set ZEROCLAW_HOME to another folder."
    )

    path: str
    problem: str


class WrongUsage(ZeroClawError):
    """What was asked for on the command line makes no sense; nothing was done."""

    error_key = "wrong_usage"
    template = "{problem}."

    problem: str


class StdinRefused(WrongUsage):
    """What came on standard input is no text that could be attached."""

    error_key = "stdin_refused"
    template = "Cannot attach standard input: {problem}."
