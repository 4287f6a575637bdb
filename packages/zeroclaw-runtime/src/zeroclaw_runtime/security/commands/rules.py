"""Holds what an operator says about commands: the folders, with the programs that may run."""

from __future__ import annotations

from attrs import frozen

__all__ = ["CommandRules"]


@frozen
class CommandRules:
    """Where commands may work, and which may run at all.

    `roots` are absolute; the first is the workspace, where every script starts. `forbidden` are
    absolute or begin with `~`; the longest of both kinds that holds a path decides. `protected`
    are relative to each root. `home` is what `~` stands for, None when that is not known.
    With `allowed_commands` None the tables decide; else a word that is not listed never runs.
    """

    roots: tuple[str, ...]
    forbidden: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()
    allowed_commands: frozenset[str] | None = None
    home: str | None = None
