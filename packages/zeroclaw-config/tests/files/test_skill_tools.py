"""Tests of the tools that a skill brings."""

from __future__ import annotations

from datetime import timedelta

import pytest

from zeroclaw_api.json import JsonObject
from zeroclaw_api.services import Validator
from zeroclaw_api.skill import (
    BuiltinAction,
    HttpAction,
    McpAction,
    ScriptAction,
    ShellAction,
    SkillTool,
)
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.skill_tools import NO_PARAMETERS, skill_tools

BASE = {"name": "t", "description": "Does."}
CITY: JsonObject = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Where"}},
    "required": ["city"],
    "additionalProperties": False,
}


def tool(validator: Validator, **keys: object) -> SkillTool:
    notes = Notes("f")
    (found,) = skill_tools([{**BASE, **keys}], ("tools",), validator, notes)
    assert not notes
    return found


def problems(validator: Validator, *tables: object) -> list[str]:
    notes = Notes("f")
    skill_tools(tables, ("tools",), validator, notes)
    return [problem.sentence for problem in notes.problems]


def test_each_kind_becomes_its_own_action(validator: Validator) -> None:
    minute = timedelta(seconds=60)
    assert tool(validator, kind="shell", command="ls").action == ShellAction(
        "ls", NO_PARAMETERS, minute
    )
    script = tool(validator, kind="script", command="./run {{city}}", args={"city": "Where"})
    assert script.action == ScriptAction("./run {{city}}", CITY, minute)
    url = "https://example.com/{{city}}"
    assert tool(validator, kind="http", command=url, args={"city": "Where"}).action == HttpAction(
        url, CITY
    )
    locked = tool(validator, kind="builtin", target="file_read", locked_args={"n": 1}).action
    assert locked == BuiltinAction("file_read", {"n": 1})
    mcp = tool(validator, kind="mcp", target="images__draw__big", default_args={"n": 1}).action
    assert mcp == McpAction("images", "draw__big", {"n": 1})


def test_arguments_may_have_a_schema_each_or_one_for_all(validator: Validator) -> None:
    one = tool(validator, kind="shell", command="{{n}}", args={"n": {"type": "integer"}}).action
    assert isinstance(one, ShellAction)
    assert one.parameters["properties"] == {"n": {"type": "integer"}}
    whole = tool(validator, kind="shell", command="{{city}}", parameters=CITY).action
    assert isinstance(whole, ShellAction)
    assert whole.parameters == CITY


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"kind": "shel", "command": "a"}, "did you mean `shell`?"),
        ({"command": "a"}, "tools[0].kind is missing: it must be shell,"),
        ({"kind": "shell"}, "tools[0].command is missing"),
        ({"kind": "shell", "command": "a", "target": "b"}, "target is not a known key"),
        ({"kind": "builtin", "target": "a", "command": "b"}, "command is not a known key"),
        ({"kind": "shell", "command": "{{citi}}", "args": {"city": "x"}}, "did you mean `city`?"),
        ({"kind": "shell", "command": "{{city"}, "not balanced"),
        ({"kind": "shell", "command": "a", "args": {"n": {"type": "int"}}}, "args.n is a JSON"),
        ({"kind": "shell", "command": "a", "args": {"n": {}}}, "tools[0].args.n.type is missing"),
        ({"kind": "shell", "command": "a", "args": {"n": 1}}, "tools[0].args.n must be"),
        ({"kind": "shell", "command": "a", "parameters": {"type": "array"}}, "type must be object"),
        ({"kind": "http", "command": "file:///etc/passwd"}, "begins with http:// or https://"),
        ({"kind": "mcp", "target": "draw"}, "must have the form `server__tool`"),
        ({"kind": "mcp", "target": "a__b", "locked_args": {"x": float("nan")}}, "finite number"),
        ({"kind": "shell", "command": "a", "name": "a b"}, "tools[0].name must have letters"),
    ],
)
def test_what_could_not_run_is_noted(
    validator: Validator, keys: dict[str, object], problem: str
) -> None:
    found = problems(validator, {**BASE, **keys})
    assert any(problem in sentence for sentence in found), found


def test_keys_that_contradict_each_other_are_noted(validator: Validator) -> None:
    both = {"kind": "shell", "command": "a", "args": {"city": "x"}, "parameters": CITY}
    assert "says what `args` says too" in problems(validator, {**BASE, **both})[0]
    old = {"kind": "builtin", "target": "a", "locked_args": {"a": 1}, "default_args": {"b": 1}}
    assert "the older name" in problems(validator, {**BASE, **old})[0]


def test_two_tools_of_one_name_are_noted(validator: Validator) -> None:
    table = {**BASE, "kind": "shell", "command": "a"}
    assert problems(validator, table, table) == ["tools[1].name is that of another tool."]


def test_what_is_no_table_is_noted_beside_the_others(validator: Validator) -> None:
    assert problems(validator, "a", 1) == ["tools[0] must be a table.", "tools[1] must be a table."]
