"""Recognises that an endpoint refused a request because it offered tools."""

from __future__ import annotations

import re
from typing import Final

from zeroclaw_api.errors import ProviderError, ProviderOverloaded, ProviderRejected

__all__ = ["refuses_tools"]

REFUSING: Final = frozenset({"400", "404", "405", "422"})
"""The statuses of a server that judged the request."""
FAILING: Final = frozenset({"500", "501"})
"""What servers of local models answer to a field that they were not started for."""

_STATUS: Final = re.compile(r"HTTP (\d{3})\b")

_QUOTE: Final = r"[\"'`]?"
_NOT: Final = r"(?: not|n['’]t)"
_TOOLS: Final = (
    rf"{_QUOTE}(?:native )?(?:tools|functions|(?:tool|function)s?[ _-](?:use|usage|calling)"
    rf"|(?:tool|function)[ -]calls?){_QUOTE}"
    r"(?: (?:param(?:eter)?|field|argument|definition)s?)?"
)
"""Tools as such: neither one of them, nor a part of one, nor a way of using them."""
_FIELD: Final = rf"{_QUOTE}(?:tools|functions|tool_choice){_QUOTE}"
_PARAMETER: Final = r"(?:param(?:eter)?|argument|field|property)"

_ENDED: Final = r"(?=\s*$|[.;,:!)}\]](?:\s|$)| or (?:tool|function))"
_PLACE: Final = (
    r"(?= (?:with|for|by|in|on|at) "
    r"(?:(?:this|the|your|that|selected|requested|current) )*"
    r"(?:models?|endpoints?|deployments?|servers?|providers?|api)\b"
    rf"| (?:for|by|with|in) {_QUOTE}[\w./:-]+{_QUOTE}(?:\s*$|[.;,](?:\s|$))"
    r"| in streaming\b| yet\b)"
)
_AFTER: Final = rf"(?:{_ENDED}|{_PLACE})"

_UNABLE: Final = (
    rf"\b(?:does|do|can|could){_NOT} (?:currently )?(?:support|use|handle) "
    rf"(?:the |any )?(?:use of )?{_TOOLS}{_AFTER}"
    r"|\b(?:has no|lacks|without) (?:tool|function)(?:[ -](?:use|calling))? support\b"
)
"""Ollama, Bedrock, xAI, DeepSeek: a model "does not support tools"."""
_UNSUPPORTED: Final = (
    rf"(?:(?:^|[:.;,(] ?)(?:the )?|\bthe |\b{_PARAMETER} ){_TOOLS} "
    rf"(?:(?:is|are)(?: currently)?{_NOT}(?: currently| yet)? "
    r"(?:supported|enabled|available|allowed)"
    rf"|(?:is|are) (?:unsupported|disabled)|ha(?:s|ve){_NOT} been enabled){_AFTER}"
)
"""Groq, OpenAI, Gemini, Mistral: "tool calling is not supported with this model"."""
_NOWHERE: Final = (
    r"\bno endpoints found that support "
    rf"(?:{_TOOLS}{_ENDED}|the provided {_QUOTE}tool_choice\b)"
)
"""OpenRouter, whose endpoints are those of others."""
_UNKNOWN: Final = (
    r"\b(?:unsupported|unknown|unrecognized|unexpected) (?:request )?"
    rf"{_PARAMETER}s?(?: supplied)?:? {_FIELD}(?:{_AFTER}| is )"
    rf"|(?<![\w.]){_FIELD}: extra (?:inputs|fields) (?:are )?not permitted"
    r"|\bdoes not support parameters: [\[{(][^\]})]*[\"'](?:tools|functions)[\"']"
)
"""Servers that are strict about the fields of a request."""
_IN_CHINESE: Final = r"不支持\s?(?:工具调用|函数调用|function\s?call|tools?\b(?![\[.]))"

_REFUSALS: Final = re.compile(
    f"{_UNABLE}|{_UNSUPPORTED}|{_NOWHERE}|{_UNKNOWN}|{_IN_CHINESE}", re.IGNORECASE
)
_UNPREPARED: Final = re.compile(
    r"\btool[^.]{0,30} requires? --(?:enable-auto-tool-choice|tool-call-parser|jinja)\b"
    r"|\bunsupported param: tools\s*$",
    re.IGNORECASE,
)
"""vLLM, llama.cpp: servers that were started without what tools need."""

_FEATURE: Final = (
    r"(?:reasoning|thinking|response_format|json|structured|images?|audio|logprobs|grammar)"
)
_COMBINATIONS: Final = re.compile(
    rf"(?<![\w/.-]){_FEATURE}(?: \w+)? (?:does|do|can){_NOT} "
    rf"|\b(?:with|when|while|if|together|alongside)\b[^.]*?(?<![\w/.-]){_FEATURE}",
    re.IGNORECASE,
)
"""What is refused is another feature beside tools, which words for tools would not cure."""


def refuses_tools(error: ProviderError) -> bool:
    """Whether the endpoint says that it, or its model, takes no tools in the protocol's form.

    A complaint about one tool, its schema, a call, or about tools beside another feature is none:
    each has another cure. What `Failures` made of the answer is read: the status, then words.
    """
    status = _STATUS.match(error.detail)
    if status is None:
        return False
    words = error.detail[status.end() :].lstrip(": ")
    match error:
        case ProviderRejected() if status[1] in REFUSING:
            is_refusal = _REFUSALS.search(words) or _UNPREPARED.search(words)
            return bool(is_refusal) and not _COMBINATIONS.search(words)
        case ProviderOverloaded() if status[1] in FAILING:
            return bool(_UNPREPARED.search(words))
        case _:
            return False
