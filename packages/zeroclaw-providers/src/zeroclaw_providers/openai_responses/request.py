"""Writes a model request as the body of a response."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Media
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.json_fields import count_of
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_providers.openai_responses.conversation import InputItems
from zeroclaw_providers.pictures import PictureLimits
from zeroclaw_providers.schema_cleaner.memo import Cleaner, CleanSchema
from zeroclaw_providers.schema_cleaner.strategies import OPENAI
from zeroclaw_providers.tool_names import legal_name

__all__ = ["ResponsesStyle", "response_body", "sent_pictures"]

PICTURES: Final = PictureLimits(
    frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"}), 5 * 1024 * 1024, 20
)
LEAST_OUTPUT: Final = 16
"""Tokens; the vendor refuses to make less."""
THOUGHTLESS: Final = re.compile(r"(.*/)?(gpt-[34]|chatgpt-|.*-chat-latest)")
"""The vendor's models without reasoning; they refuse to be asked for it in encrypted form."""
ENCRYPTED: Final = "reasoning.encrypted_content"
EFFORTS: Final = {Thinking.OFF: "none"}
"""Where the vendor's word is another than ours."""


@frozen
class ResponsesStyle:
    """What the endpoint is asked for. `provider` marks which opaque data is its own.

    Unless it `is_limited`, it refuses to be told how much it may answer.
    """

    provider: str
    native_tools: bool = True
    vision: bool = False
    options: ModelOptions = ModelOptions()
    is_limited: bool = True
    clean: CleanSchema = field(factory=lambda: Cleaner(OPENAI), eq=False, repr=False)


def response_body(
    request: ModelRequest, style: ResponsesStyle, images: Mapping[str, bytes]
) -> JsonObject:
    """The body. `images` are the bytes by their digest; media without bytes become a note."""
    conversation = InputItems(style.provider, images)
    for message in request.messages:
        conversation.add(message)
    params = dict(request.params)
    most = count_of(params.pop("max_output_tokens", None)) or request.max_output_tokens
    choice = params.pop("tool_choice", "auto")
    prefix: dict[str, Json] = {}
    if request.system.strip():
        prefix["instructions"] = request.system
    if request.tools and style.native_tools:
        prefix["tools"] = [_tool(spec, style.clean) for spec in request.tools]
        prefix["parallel_tool_calls"] = params.pop("parallel_tool_calls", True)
    else:
        params.pop("parallel_tool_calls", None)
    body: dict[str, Json] = {"model": request.model, **prefix}
    if "tools" in prefix:
        body["tool_choice"] = choice if request.may_call_tools else "none"
    limit: JsonObject = {"max_output_tokens": max(LEAST_OUTPUT, most)} if style.is_limited else {}
    return {
        **_asked(request.model, style.options),
        "prompt_cache_key": _digest(request.model, prefix),
        **params,
        **body,
        **limit,
        "input": conversation.close(),
        "store": False,
        "stream": True,
    }


def sent_pictures(request: ModelRequest, style: ResponsesStyle) -> tuple[Media, ...]:
    """The images whose bytes the body needs."""
    return PICTURES.wanted(request) if style.vision else ()


def _asked(model: str, options: ModelOptions) -> dict[str, Json]:
    asked: dict[str, Json] = {}
    if not THOUGHTLESS.match(model):
        asked["include"] = [ENCRYPTED]
    if options.thinking is not None:
        reasoning = {"effort": EFFORTS.get(options.thinking, options.thinking.value)}
        if options.thinking is not Thinking.OFF:
            reasoning["summary"] = "auto"
        asked["reasoning"] = reasoning
    if options.temperature is not None:
        asked["temperature"] = options.temperature
    return asked


def _digest(model: str, prefix: JsonObject) -> str:
    """The same for requests with the same beginning, so that they reach the same cache."""
    return hashlib.sha256(model.encode() + encoded(prefix)).hexdigest()[:32]


def _tool(spec: ToolSpec, clean: CleanSchema) -> JsonObject:
    return {
        "type": "function",
        "name": legal_name(spec.name),
        "description": spec.description,
        "parameters": clean(spec.parameters),
        "strict": False,
    }
