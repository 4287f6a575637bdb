"""What the gate can say about a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from zeroclaw_api.events import ToolErrorKind
from zeroclaw_api.messages import ToolCall

if TYPE_CHECKING:
    from zeroclaw_api.risk import Assessment
    from zeroclaw_api.tool import TurnTool

__all__ = ["Allow", "Ask", "Decision", "Deny"]


@frozen
class Allow:
    """The call may run, exactly as it is here."""

    call: ToolCall
    tool: TurnTool
    assessment: Assessment
    rule: str


@frozen
class Ask:
    """The call may run when a person agrees; `digest` is what they agree to.

    What they may agree to for good is in `assessment.keeps`.
    """

    call: ToolCall
    tool: TurnTool
    assessment: Assessment
    rule: str
    digest: str


@frozen
class Deny:
    """The call does not run. The operator is told `rule`, the model `text` alone."""

    call: ToolCall
    kind: ToolErrorKind
    rule: str
    text: str


Decision: TypeAlias = Allow | Ask | Deny
