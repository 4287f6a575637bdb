"""The keys of the files of a skill."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from zeroclaw_config.files.tables import Table, TextTable

__all__ = [
    "SLASH_TABLES",
    "TOOL_TABLES",
    "BuiltinTable",
    "CommandTable",
    "HttpTable",
    "McpTable",
    "SkillFileTable",
    "SkillFrontMatter",
    "SkillTable",
    "SlashChoiceTable",
    "SlashNumberTable",
    "SlashPickTable",
    "SlashTable",
    "SlashTextTable",
    "ToolTable",
]

LONGEST_LINE: Final = 4096
"""Characters of a name, a description or the like; the open format has a quarter of that."""

Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_LINE)
]
Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]

LONGEST_RUN: Final = 24 * 60 * 60
"""Seconds that one call of a skill's command may take."""

MOST: Final = 256
"""Of the tools, tags, prompts or options of one skill."""

Seconds = Annotated[int, Field(ge=1, le=LONGEST_RUN)]
ShortText = Annotated[str, Field(max_length=LONGEST_LINE)]
Texts = Annotated[list[Line], Field(max_length=MOST)]
Prompts = Annotated[list[Filled], Field(max_length=MOST)]
Tables = Annotated[list[object], Field(max_length=MOST)]


class SkillFrontMatter(TextTable):
    """What stands above the body of a SKILL.md."""

    name: Line | None = None
    description: Line | None = None
    version: Line | None = None
    author: Line | None = None
    license: Line | None = None
    category: Line | None = None
    compatibility: Line | None = None
    tags: Texts = Field(default=[])
    always: bool = False
    slash_options: Tables = Field(default=[])
    description_localizations: dict[str, Line] = Field(default={})
    allowed_tools: ShortText | Texts = Field(default=[], alias="allowed-tools")
    metadata: dict[str, object] = Field(default={})


class SkillTable(Table):
    """`[skill]` of a SKILL.toml."""

    name: Line
    description: Line
    version: Line | None = None
    author: Line | None = None
    license: Line | None = None
    category: Line | None = None
    tags: Texts = Field(default=[])
    always: bool = False
    prompts: Prompts = Field(default=[])
    slash_options: Tables = Field(default=[])
    description_localizations: dict[str, Line] = Field(default={})


class SkillFileTable(Table):
    """A whole SKILL.toml. What is in `tools` is checked by its kind."""

    skill: SkillTable
    prompts: Prompts = Field(default=[])
    tools: Tables = Field(default=[])


class ToolTable(Table):
    """What every entry of `[[tools]]` has."""

    name: Line
    description: Line
    kind: str


class CommandTable(ToolTable):
    """A tool that runs a command line."""

    command: Filled
    args: dict[str, str | dict[str, object]] = Field(default={})
    parameters: dict[str, object] | None = None
    timeout_secs: Seconds = 60


class HttpTable(ToolTable):
    """A tool that fetches an address."""

    command: Filled
    args: dict[str, str | dict[str, object]] = Field(default={})
    parameters: dict[str, object] | None = None


class BuiltinTable(ToolTable):
    """A tool that calls a built-in one."""

    target: Line
    locked_args: dict[str, object] = Field(default={})
    default_args: dict[str, object] = Field(default={})


class McpTable(BuiltinTable):
    """A tool that calls one of an MCP server."""


TOOL_TABLES: Final[dict[str, type[ToolTable]]] = {
    "shell": CommandTable,
    "script": CommandTable,
    "http": HttpTable,
    "builtin": BuiltinTable,
    "mcp": McpTable,
}


class SlashChoiceTable(TextTable):
    """One of the `choices` of an option."""

    name: Line
    value: str | float


class SlashTable(TextTable):
    """What every entry of `slash_options` has. It stands in either file, so it is read as text."""

    name: Line
    description: Line
    type: str
    required: bool = False
    description_localizations: dict[str, Line] = Field(default={})


class SlashTextTable(SlashTable):
    """An option that takes text."""

    type: Literal["string"]
    choices: list[SlashChoiceTable] = Field(default=[])
    min_length: int | None = Field(default=None, ge=0)
    max_length: int | None = Field(default=None, ge=1)


class SlashNumberTable(SlashTable):
    """An option that takes a number."""

    type: Literal["integer", "number"]
    choices: list[SlashChoiceTable] = Field(default=[])
    min: float | None = None
    max: float | None = None


class SlashPickTable(SlashTable):
    """An option for which the platform offers the values."""

    type: Literal["boolean", "user", "channel", "role", "mentionable"]


SLASH_TABLES: Final[dict[str, type[SlashTable]]] = {
    "string": SlashTextTable,
    "integer": SlashNumberTable,
    "number": SlashNumberTable,
    "boolean": SlashPickTable,
    "user": SlashPickTable,
    "channel": SlashPickTable,
    "role": SlashPickTable,
    "mentionable": SlashPickTable,
}
