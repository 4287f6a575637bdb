"""The keys of one step of a procedure, in SOP.toml as in SOP.md."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from zeroclaw_api.sop_step import ExecutionMode, StepCapability
from zeroclaw_config.files.tables import Table

__all__ = ["HIGHEST_NUMBER", "CallTable", "Filled", "Mode", "StepTable", "SwitchPortTable"]

HIGHEST_NUMBER: Final = 999_999_999
"""Of a step: Markdown knows no longer one."""

MOST: Final = 256
"""Of the tools, calls, ports or dependencies of one step."""

Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Number = Annotated[int, Field(ge=1, le=HIGHEST_NUMBER)]
Mode = Annotated[ExecutionMode, Field(strict=False)]
Names = Annotated[list[Filled], Field(max_length=MOST)]


class SwitchPortTable(Table):
    """One way out of a switch."""

    name: Filled
    goto: Number
    when: str | None = None


class CallTable(Table):
    """One planned call."""

    tool: Filled
    args: dict[str, object] = Field(default={})
    pinned: object = None


class StepTable(Table):
    """One step."""

    number: Number
    title: Filled
    body: str = ""
    kind: Literal["execute", "checkpoint", "approval", "capability"] = "execute"
    capability: Annotated[StepCapability, Field(strict=False)] | None = None
    given: object = Field(default=None, alias="with")
    tools: Names = Field(default=[])
    allow_tools: Names | None = None
    deny_tools: Names = Field(default=[])
    requires_confirmation: bool = False
    input: object = None
    output: object = None
    when: str | None = None
    next: Number | None = None
    terminal: bool = False
    depends_on: list[Number] = Field(default=[], max_length=MOST)
    switch: list[SwitchPortTable] = Field(default=[], max_length=MOST)
    on_failure: Filled = "fail"
    mode: Mode | None = None
    agent: Filled | None = None
    calls: list[CallTable] = Field(default=[], max_length=MOST)
    prompt: Filled | None = None
    policy: Filled | None = None
    edit: Filled | None = None
