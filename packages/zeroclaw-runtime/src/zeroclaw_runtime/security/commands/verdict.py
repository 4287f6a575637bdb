"""What the command policy says of a script."""

from __future__ import annotations

from attrs import frozen

from zeroclaw_api.risk import Effect, Risk

__all__ = ["CommandVerdict"]


@frozen
class CommandVerdict:
    """How dangerous a script is, with the rule that says so.

    `rule` is a stable key such as `git:option` or `unknown_command`; `detail` says, for the
    operator, which word or construct it was. `denial` says that it does not run whatever else
    holds, as after a failure to parse. `commands` are the words of every simple command, wrappers
    taken off. `prefixes` are the beginnings of commands that an approval may be kept for; empty
    when it may not. `text` is what to run. `advice` is what
    the model may be told of why it cannot run.
    """

    risk: Risk
    effects: frozenset[Effect]
    rule: str
    detail: str
    text: str
    commands: tuple[tuple[str, ...], ...] = ()
    paths: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    prefixes: tuple[tuple[str, ...], ...] = ()
    denial: str | None = None
    advice: str = ""
