"""The words in which a model is told of tools, the form of a call, of a result."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import Final

from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, ToolCall
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.schema_cleaner.memo import CleanSchema

__all__ = ["NO_CALL_NOW", "TAGS", "call_text", "result_block", "system_with_tools"]

_CALL, _RESULT = "tool_call", "tool_result"
TAGS: Final = tuple(f"{start}{name}" for name in (_CALL, _RESULT) for start in ("<", "</"))
"""How the tags of calls and results begin."""

NO_CALL_NOW: Final = "(No tool can be used now: answer in words.)"
"""What the last message ends with when no call is wanted."""

_INTRODUCTION: Final = f"""\
# Tools

You can use the tools listed here, one JSON object each: its name, what it does, the JSON Schema \
of its arguments.

<tools>
{{tools}}
</tools>

To use a tool, end your message with a call in exactly this form, the tag first in its line:

<{_CALL}>
{{{{"name": "the tool's name", "arguments": {{{{"argument": "value"}}}}}}}}
</{_CALL}>

Several calls may follow each other, each in tags of its own. Write nothing behind the last one: \
each result comes in the next message, in a <{_RESULT}> tag, which you never write yourself. \
When you need no tool, just answer."""


def system_with_tools(system: str, specs: Iterable[ToolSpec], clean: CleanSchema) -> str:
    """The system text with the tools behind it; the same tools give the same text."""
    told = _INTRODUCTION.format(tools="\n".join(_tool_line(spec, clean) for spec in specs))
    return f"{system}\n\n{told}" if system else told


def call_text(calls: Iterable[ToolCall]) -> str:
    """Calls as the model is told to write them."""
    written = (_json({"name": call.name, "arguments": dict(call.args)}) for call in calls)
    return "\n".join(f"<{_CALL}>\n{line}\n</{_CALL}>" for line in written)


def result_block(name: str, status: ResultStatus, text: str) -> str:
    """A result; `text` has to be harmless already."""
    failed = "" if status is ResultStatus.SUCCESS else f' status="{status.value}"'
    return f'<{_RESULT} name="{escape(name)}"{failed}>\n{text}\n</{_RESULT}>'


def _tool_line(spec: ToolSpec, clean: CleanSchema) -> str:
    line = _json(
        {
            "name": spec.name,
            "description": spec.description,
            "parameters": dict(clean(spec.parameters)),
        }
    )
    # What another wrote about a tool cannot end the list; JSON reads `\/` as the same character.
    return line.replace("</", "<\\/")


def _json(value: JsonObject) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
