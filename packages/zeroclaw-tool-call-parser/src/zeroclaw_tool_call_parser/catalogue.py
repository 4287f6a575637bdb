"""Find a dialect, by its name or by a reply written in it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from zeroclaw_tool_call_parser.dialect import Dialect
from zeroclaw_tool_call_parser.dialects.anthropic import ANTHROPIC
from zeroclaw_tool_call_parser.dialects.deepseek import DEEPSEEK
from zeroclaw_tool_call_parser.dialects.dsml import DSML
from zeroclaw_tool_call_parser.dialects.fenced import FENCED
from zeroclaw_tool_call_parser.dialects.gemma import GEMMA
from zeroclaw_tool_call_parser.dialects.gemma4 import GEMMA4
from zeroclaw_tool_call_parser.dialects.glm import GLM
from zeroclaw_tool_call_parser.dialects.harmony import HARMONY
from zeroclaw_tool_call_parser.dialects.hermes import HERMES
from zeroclaw_tool_call_parser.dialects.kimi import KIMI
from zeroclaw_tool_call_parser.dialects.llama import LLAMA
from zeroclaw_tool_call_parser.dialects.minimax import MINIMAX
from zeroclaw_tool_call_parser.dialects.mistral import MISTRAL
from zeroclaw_tool_call_parser.dialects.pythonic import PYTHONIC
from zeroclaw_tool_call_parser.dialects.qwen3_coder import QWEN3_CODER
from zeroclaw_tool_call_parser.joining import certain
from zeroclaw_tool_call_parser.parser import parse
from zeroclaw_tool_call_parser.pieces import Call

__all__ = ["DIALECTS", "sniff"]

_ALL = (
    *(HERMES, QWEN3_CODER, GLM, KIMI, DEEPSEEK, DSML, MISTRAL, LLAMA, PYTHONIC),
    *(HARMONY, GEMMA4, GEMMA, MINIMAX, ANTHROPIC, FENCED),
)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.name: dialect for dialect in _ALL})


def sniff(text: str, tools: Mapping[str, Mapping[str, object]]) -> Dialect | None:
    """The dialect in which a whole reply calls an offered tool, if its markers leave no doubt.

    A block of code, a bare JSON object or a bare list never gives a dialect away: a model that
    only shows one would be taken at its word. Ask once for a model, then keep the answer.
    """
    for dialect in _ALL:
        sure = certain(dialect)
        if dialect.is_sniffable and sure.openers:
            pieces = parse(text, sure, tools)
            if any(isinstance(piece, Call) for piece in pieces):
                return dialect
    return None
