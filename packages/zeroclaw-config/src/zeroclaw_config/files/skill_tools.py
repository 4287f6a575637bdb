"""Read the tools that a skill brings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.phrases import Phrase
from zeroclaw_api.services import Validator
from zeroclaw_api.skill import (
    BuiltinAction,
    HttpAction,
    McpAction,
    ScriptAction,
    ShellAction,
    SkillAction,
    SkillTool,
)
from zeroclaw_config._key_path import KeyPath, quoted
from zeroclaw_config._nearest import nearest
from zeroclaw_config.files.json_values import json_object, json_schema
from zeroclaw_config.files.names import tool_name_problem
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.skill_tables import (
    TOOL_TABLES,
    BuiltinTable,
    CommandTable,
    HttpTable,
    McpTable,
    ToolTable,
)
from zeroclaw_config.files.tables import chosen
from zeroclaw_config.files.templates import placeholders

__all__ = ["skill_tools"]

NO_PARAMETERS: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}


def skill_tools(
    tables: Sequence[object], path: KeyPath, validator: Validator, notes: Notes
) -> tuple[SkillTool, ...]:
    """The tools, with notes of all that is wrong with them."""
    tools: list[SkillTool] = []
    names: set[str] = set()
    for at, table in enumerate(tables):
        place = (*path, at)
        read = chosen(table, "kind", TOOL_TABLES, place, notes)
        if read is None:
            continue
        problem = tool_name_problem(read.name)
        if problem is None and read.name in names:
            problem = Phrase("is_another_tool", "is that of another tool")
        if problem is not None:
            notes.add((*place, "name"), problem)
        names.add(read.name)
        action = _action(read, place, validator, notes)
        if action is not None:
            tools.append(SkillTool(read.name, read.description, action))
    return tuple(tools)


def _action(
    table: ToolTable, path: KeyPath, validator: Validator, notes: Notes
) -> SkillAction | None:
    if isinstance(table, BuiltinTable):
        return _delegated(table, path, notes)
    if not isinstance(table, CommandTable | HttpTable):
        raise TypeError(f"no action is known for {type(table).__name__}")
    parameters = _parameters(table, path, validator, notes)
    if parameters is None:
        return None
    _check_places(table.command, parameters, (*path, "command"), notes)
    if isinstance(table, HttpTable):
        if not table.command.startswith(("http://", "https://")):
            notes.add(
                (*path, "command"),
                Phrase(
                    "must_be_web_address", "must be an address that begins with http:// or https://"
                ),
            )
        return HttpAction(table.command, parameters)
    limit = timedelta(seconds=table.timeout_secs)
    kind = ScriptAction if table.kind == "script" else ShellAction
    return kind(table.command, parameters, limit)


def _delegated(table: BuiltinTable, path: KeyPath, notes: Notes) -> SkillAction | None:
    key = "default_args" if table.default_args else "locked_args"
    if table.default_args and table.locked_args:
        notes.add(
            (*path, key),
            Phrase(
                "older_name_beside_newer", "is the older name of `locked_args`, which is given too"
            ),
        )
    locked = json_object(table.default_args or table.locked_args, (*path, key), notes)
    if not isinstance(table, McpTable):
        return BuiltinAction(table.target, locked)
    server, _, tool = table.target.partition("__")
    if not server or not tool:
        notes.add(
            (*path, "target"), Phrase("must_be_mcp_target", "must have the form `server__tool`")
        )
        return None
    return McpAction(server, tool, locked)


def _parameters(
    table: CommandTable | HttpTable, path: KeyPath, validator: Validator, notes: Notes
) -> JsonObject | None:
    if table.parameters is None:
        return _described(table.args, (*path, "args"), validator, notes)
    if table.args:
        notes.add(
            (*path, "parameters"),
            Phrase("says_what_args_says", "says what `args` says too: leave one of them out"),
        )
    place = (*path, "parameters")
    return json_schema(table.parameters, place, validator, notes, of_type="object")


def _described(
    args: dict[str, str | dict[str, object]], path: KeyPath, validator: Validator, notes: Notes
) -> JsonObject | None:
    """The schema of arguments that are all required; a mere text describes one that is text."""
    if not args:
        return NO_PARAMETERS
    properties: dict[str, Json] = {}
    for name, said in args.items():
        if isinstance(said, str):
            properties[name] = {"type": "string", "description": said}
        else:
            properties[name] = json_schema(said, (*path, name), validator, notes)
    if None in properties.values():
        return None
    return {
        "type": "object",
        "properties": properties,
        "required": list(args),
        "additionalProperties": False,
    }


def _check_places(command: str, parameters: JsonObject, path: KeyPath, notes: Notes) -> None:
    found = placeholders(command)
    if found is None:
        notes.add(path, Phrase("braces_not_balanced", "has double braces that are not balanced"))
        return
    properties = parameters.get("properties")
    known = list(properties) if isinstance(properties, dict) else []
    for name in dict.fromkeys(found):
        if name not in known:
            place = f"{{{{{quoted(name)}}}}}"
            what = Phrase("uses_no_argument", "uses `{place}`, which is no argument", place=place)
            notes.add(path, what, nearest(name, known))
