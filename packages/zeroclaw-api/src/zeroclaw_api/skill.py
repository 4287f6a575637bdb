"""The skill: instructions an agent can follow, with the tools it brings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import TypeAlias

from attrs import field, frozen

from zeroclaw_api.json import JsonObject

__all__ = [
    "BuiltinAction",
    "HttpAction",
    "McpAction",
    "ScriptAction",
    "ShellAction",
    "Skill",
    "SkillAction",
    "SkillTool",
    "SlashChoice",
    "SlashNumber",
    "SlashOption",
    "SlashPick",
    "SlashPickKind",
    "SlashText",
]


@frozen
class ShellAction:
    """Run a command line in the workspace; `{{name}}` in it stands for an argument.

    `parameters` is a JSON Schema of type object, here as below.
    """

    command: str
    parameters: JsonObject = field(hash=False)
    time_limit: timedelta


@frozen
class ScriptAction:
    """Run a command line in the skill's own folder; `{{name}}` in it stands for an argument."""

    command: str
    parameters: JsonObject = field(hash=False)
    time_limit: timedelta


@frozen
class HttpAction:
    """Fetch an address; `{{name}}` in it stands for an argument."""

    url: str
    parameters: JsonObject = field(hash=False)


@frozen
class BuiltinAction:
    """Call a built-in tool, which has its own parameters.

    `locked_args` are always given; the model neither sees nor sets them.
    """

    tool: str
    locked_args: JsonObject = field(factory=dict, hash=False)


@frozen
class McpAction:
    """Call a tool of an MCP server. `locked_args` are as for `BuiltinAction`."""

    server: str
    tool: str
    locked_args: JsonObject = field(factory=dict, hash=False)


SkillAction: TypeAlias = ShellAction | ScriptAction | HttpAction | BuiltinAction | McpAction


@frozen
class SkillTool:
    """A tool that a skill brings.

    It is a wish, not a permission: a call of it passes the gate as any other.
    """

    name: str
    description: str
    action: SkillAction


@frozen
class SlashChoice:
    """One of the values offered for an option. `label` is what a person sees."""

    label: str
    value: str | float


@frozen
class SlashText:
    """An option of a slash command that takes text. Lengths are in characters, both included."""

    name: str
    description: str
    required: bool = False
    choices: tuple[SlashChoice, ...] = ()
    min_length: int | None = None
    max_length: int | None = None
    localized: Mapping[str, str] = field(factory=dict, hash=False)


@frozen
class SlashNumber:
    """An option of a slash command that takes a number, a whole one if `whole`; bounds included."""

    name: str
    description: str
    whole: bool
    required: bool = False
    choices: tuple[SlashChoice, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    localized: Mapping[str, str] = field(factory=dict, hash=False)


class SlashPickKind(StrEnum):
    """What a person picks from what the platform itself offers."""

    BOOLEAN = "boolean"
    USER = "user"
    CHANNEL = "channel"
    ROLE = "role"
    MENTIONABLE = "mentionable"


@frozen
class SlashPick:
    """An option of a slash command for which the platform offers the values."""

    name: str
    description: str
    kind: SlashPickKind
    required: bool = False
    localized: Mapping[str, str] = field(factory=dict, hash=False)


SlashOption: TypeAlias = SlashText | SlashNumber | SlashPick
"""`localized` has the description in other languages, by locale code."""


@frozen
class Skill:
    """Instructions an agent can follow.

    `name` is that of its folder, whose path is `origin`. `body` has the instructions in Markdown,
    `prompts` further ones; a skill has either, or tools. `always` means that they are given to
    the model in full whatever the mode of injection. `allowed_tools` names the tools that its
    author expects it to use; it grants nothing. `metadata` is for programs that know its keys.
    `localized` has the description in other languages, by locale code.
    """

    name: str
    description: str
    origin: str
    body: str = ""
    version: str = "0.1.0"
    author: str | None = None
    tags: tuple[str, ...] = ()
    always: bool = False
    prompts: tuple[str, ...] = ()
    tools: tuple[SkillTool, ...] = ()
    slash_options: tuple[SlashOption, ...] = ()
    allowed_tools: tuple[str, ...] = ()
    license: str | None = None
    category: str | None = None
    compatibility: str | None = None
    metadata: JsonObject = field(factory=dict, hash=False)
    localized: Mapping[str, str] = field(factory=dict, hash=False)
