"""How dangerous a call is, with the profile that says what may run."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final

from attrs import frozen

from zeroclaw_api.approvals import ApprovalScope

__all__ = [
    "DECLARED",
    "ArgumentRole",
    "Assessment",
    "Autonomy",
    "Effect",
    "HighRisk",
    "Risk",
    "RiskProfile",
]


class Autonomy(StrEnum):
    """How far an agent may act on its own."""

    READONLY = "readonly"
    SUPERVISED = "supervised"
    FULL = "full"


class Risk(IntEnum):
    """How much harm a call can do; ordered."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3


class Effect(StrEnum):
    """What a call can do to the world. Only `READ` leaves it as it was."""

    READ = "read"
    WRITE = "write"
    EXECUTE = "execute"
    NETWORK = "network"
    SEND = "send"
    REMEMBER = "remember"


class ArgumentRole(StrEnum):
    """What an argument names, so that the gate can judge it before the call."""

    PATH_READ = "path_read"
    PATH_WRITTEN = "path_written"
    SCRIPT = "script"
    URL = "url"


class HighRisk(StrEnum):
    """What a supervised agent does with a high-risk call."""

    DENY = "deny"
    ASK = "ask"


@frozen
class RiskProfile:
    """What an operator allows one agent.

    `never_allow` beats everything; `always_ask` asks at any level; `auto_approve` turns *ask*
    into *run* for medium risk only. The lists hold tool names. `tools_allow` are the only tools
    there are; None leaves all of them.
    """

    level: Autonomy = Autonomy.SUPERVISED
    auto_approve: frozenset[str] = frozenset()
    always_ask: frozenset[str] = frozenset()
    never_allow: frozenset[str] = frozenset()
    high_risk: HighRisk = HighRisk.DENY
    tools_allow: frozenset[str] | None = None


DECLARED: Final = "declared"
"""The rule of a risk that is what the tool says of itself."""


@frozen
class Assessment:
    """What the policies found out about one call: its risk, with the things it touches.

    `rule` names what decided about the risk, `detail` says of what, for the operator. `denial`
    names the rule that forbids the call outright, whatever the profile says. `must_ask` says that
    nothing but a person can let it run, short of full autonomy. `script` is what to run in the
    place of the script that was given, spelled so that it means what was judged. `keeps` is what
    an approval may be kept for; empty when it may not. `advice` is what the model may be told of
    why the call cannot run, which never says what would let it run.
    """

    risk: Risk
    effects: frozenset[Effect]
    paths: tuple[str, ...] = ()
    commands: tuple[tuple[str, ...], ...] = ()
    hosts: tuple[str, ...] = ()
    denial: str | None = None
    rule: str = DECLARED
    detail: str = ""
    must_ask: bool = False
    script: str | None = None
    keeps: tuple[ApprovalScope, ...] = ()
    advice: str = ""

    @property
    def is_read_only(self) -> bool:
        """Whether the call leaves the world as it was."""
        return self.effects <= {Effect.READ}
