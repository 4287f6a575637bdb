"""Several dialects can be read as one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tool_call_parser.catalogue import DIALECTS
from zeroclaw_tool_call_parser.joining import certain, joined
from zeroclaw_tool_call_parser.parser import ToolCallParser, parse
from zeroclaw_tool_call_parser.pieces import Call, Malformed, Text, merged

TOOLS: Mapping[str, Mapping[str, object]] = {
    "shell": {"type": "object", "properties": {"command": {"type": "string"}}}
}
WANTED = Call("shell", {"command": "ls"})
FORMS = {
    "hermes": '<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}}\n</tool_call>',
    "qwen3-coder": "<tool_call>\n<function=shell>\n<parameter=command>\nls\n</parameter>\n"
    "</function>\n</tool_call>",
    "glm": "<tool_call>shell\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>",
    "llama": '<function=shell>{"command": "ls"}</function>',
}
ALL = joined(DIALECTS[name] for name in FORMS)
FRAGMENTS = ("<tool_call>", "\n", "</tool_call>", "shell", "<function=", "{", "}", "<arg_key>", "a")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("order", [1, -1])
def test_forms_behind_the_same_marker_are_all_read(form: str, order: int) -> None:
    dialect = joined(DIALECTS[name] for name in list(FORMS)[::order])
    assert parse(FORMS[form], dialect, TOOLS) == (WANTED,)


def test_calls_of_two_forms_can_stand_side_by_side() -> None:
    reply = FORMS["hermes"] + "\n" + FORMS["glm"]
    assert parse(reply, ALL, TOOLS) == (WANTED, WANTED)


def test_broken_call_of_any_form_is_malformed() -> None:
    (piece,) = parse("<tool_call>\n{'name': 'shell'}\n</tool_call>", ALL, TOOLS)
    assert isinstance(piece, Malformed)


def test_marker_that_no_form_continues_is_text() -> None:
    reply = "<tool_call>(like this one)"
    assert parse(reply, ALL, TOOLS) == (Text(reply),)


def test_nothing_to_join_is_an_error() -> None:
    with pytest.raises(ValueError, match="no dialect"):
        joined(())


def test_what_only_looks_like_a_call_is_left_out() -> None:
    bare = '{"name": "shell", "parameters": {"command": "ls"}}'
    assert parse(bare, DIALECTS["llama"], TOOLS) == (WANTED,)
    assert parse(bare, certain(DIALECTS["llama"]), TOOLS) == (Text(bare),)


@given(st.lists(st.sampled_from((*FRAGMENTS, *FORMS.values())), max_size=12), st.integers(1, 9))
def test_any_chunking_reads_the_same(parts: list[str], size: int) -> None:
    reply = "".join(parts)
    parser = ToolCallParser(ALL, TOOLS)
    found = [
        piece
        for start in range(0, len(reply), size)
        for piece in parser.feed(reply[start : start + size])
    ]
    assert merged([*found, *parser.close()]) == parse(reply, ALL, TOOLS)
