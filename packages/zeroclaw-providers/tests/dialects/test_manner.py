"""What is read in an answer depends on the model alone."""

from __future__ import annotations

from zeroclaw_providers.dialects.manner import manner_of
from zeroclaw_tool_call_parser import Call, Piece, parse

JSON_CALL = '<tool_call>\n{"name": "shell", "arguments": {}}\n</tool_call>'
CODE_CALL = "```tool_code\nshell()\n```"
TOKEN_CALL = "<|tool_call>call:shell{}<tool_call|>"
BARE_CALL = '{"name": "shell", "parameters": {}}'
WANTED = (Call("shell", {}),)


def read(model: str, reply: str, *, is_taught: bool) -> tuple[Piece, ...]:
    manner = manner_of(model, is_taught=is_taught)
    assert manner is not None
    return parse(reply, manner.dialect, {"shell": {}})


def test_model_that_is_taught_is_read_in_both_dialects() -> None:
    for reply in (JSON_CALL, CODE_CALL, TOKEN_CALL):
        assert read("gemma-3", reply, is_taught=True) == WANTED
    assert read("gpt-5", JSON_CALL, is_taught=True) == WANTED


def test_model_with_tools_is_read_by_its_own_tokens_alone() -> None:
    assert read("gemma-3", TOKEN_CALL, is_taught=False) == WANTED
    for reply in (JSON_CALL, CODE_CALL):
        assert read("gemma-3", reply, is_taught=False) != WANTED


def test_model_with_tools_of_no_known_dialect_is_not_read() -> None:
    assert manner_of("gpt-5", is_taught=False) is None


def test_bare_object_is_no_call_of_either() -> None:
    for is_taught in (True, False):
        assert read("llama3.3", BARE_CALL, is_taught=is_taught) != WANTED


def test_text_of_others_is_kept_from_being_a_call_or_a_result() -> None:
    manner = manner_of("gemma-3", is_taught=True)
    assert manner is not None
    for markup in (JSON_CALL, CODE_CALL, TOKEN_CALL, "<tool_result>", "</tool_result>"):
        assert manner.harmless.finds(markup)
        assert not manner.harmless.finds(manner.harmless(markup))
