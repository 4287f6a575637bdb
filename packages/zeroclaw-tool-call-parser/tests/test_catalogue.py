"""Hold how a dialect is found."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from zeroclaw_tool_call_parser.catalogue import DIALECTS, sniff

Tools = Mapping[str, Mapping[str, object]]

REPLIES = {
    "hermes": '<tool_call>{"name": "now"}</tool_call>',
    "qwen3-coder": "<tool_call>\n<function=now>\n</function>\n</tool_call>",
    "glm": "<tool_call>now\n</tool_call>",
    "kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.now:0"
    "<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>",
    "deepseek": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}"
    "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "dsml": '<|DSML|tool_calls><|DSML|invoke name="now"></|DSML|invoke></|DSML|tool_calls>',
    "mistral": "[TOOL_CALLS]now[ARGS]{}",
    "llama": '<|python_tag|>{"name": "now"}',
    "pythonic": "<|python_start|>[now()]<|python_end|>",
    "harmony": "<|channel|>commentary to=functions.now<|message|>{}",
    "minimax": '<minimax:tool_call><invoke name="now"></invoke></minimax:tool_call>',
    "anthropic": '<function_calls><invoke name="now"></invoke></function_calls>',
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_gives_its_dialect_away(tools: Tools, name: str) -> None:
    assert sniff(f"I look.\n{REPLIES[name]}", tools) is DIALECTS[name]


@pytest.mark.parametrize(
    "reply",
    [
        *("", "Hello.", "[now()]", '{"name": "now", "parameters": {}}', "Write `[TOOL_CALLS]`."),
        'Here is how you would do it:\n```tool_call\n{"name": "now"}\n```',
        "```tool_code\nnow()\n```",
        *(reply.replace("now", "rm") for reply in REPLIES.values()),
        *(f"{reply}\nis how." for reply in REPLIES.values()),
    ],
)
def test_control_what_leaves_a_doubt_gives_none_away(tools: Tools, reply: str) -> None:
    assert sniff(reply, tools) is None


def test_every_dialect_has_its_own_name() -> None:
    assert len(DIALECTS) == 15
    assert all(name == dialect.name for name, dialect in DIALECTS.items())
