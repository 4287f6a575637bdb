"""Writes a model request as the body of a chat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Media
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.json_fields import object_of
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_providers.ollama.conversation import written_messages
from zeroclaw_providers.pictures import PictureLimits
from zeroclaw_providers.schema_cleaner.memo import Cleaner, CleanSchema
from zeroclaw_providers.schema_cleaner.strategies import CONSERVATIVE
from zeroclaw_providers.tool_names import legal_name

__all__ = ["OllamaStyle", "request_body", "wanted_images"]

PICTURES: Final = PictureLimits(frozenset({"image/png", "image/jpeg"}), 5 * 1024 * 1024, 4)
"""What all of its engines can decode."""

THINKS_IN_LEVELS: Final = "gpt-oss"
"""In the names of models that take a level; others take yes or no."""
LEVELS: Final = {
    # These models cannot but think.
    Thinking.OFF: "low",
    Thinking.MINIMAL: "low",
    Thinking.LOW: "low",
    Thinking.MEDIUM: "medium",
    Thinking.HIGH: "high",
}


@frozen
class OllamaStyle:
    """What is asked of the server. `provider` marks which opaque data is its own.

    `context_tokens` is the size of the window that it makes for the model, `keep_alive_seconds`
    how long the model stays in memory afterwards, for ever when below zero. None leaves either
    to the server.
    """

    provider: str
    native_tools: bool = True
    vision: bool = False
    options: ModelOptions = ModelOptions()
    context_tokens: int | None = None
    keep_alive_seconds: float | None = None
    clean: CleanSchema = field(factory=lambda: Cleaner(CONSERVATIVE), eq=False, repr=False)


def request_body(
    request: ModelRequest, style: OllamaStyle, images: Mapping[str, bytes]
) -> JsonObject:
    """The body. `images` are the bytes by their digest; media without bytes become a note.

    The protocol knows no way to forbid calls: `may_call_tools` changes nothing, so that the
    prefix stays the same.
    """
    messages = written_messages(request.messages, style.provider, images)
    if request.system:
        messages = [{"role": "system", "content": request.system}, *messages]
    params = dict(request.params)
    ours: dict[str, Json] = {
        "model": request.model,
        "messages": messages,
        "stream": True,
        "options": _options(request, style, object_of(params.get("options"))),
    }
    if request.tools and style.native_tools:
        ours["tools"] = [_tool(spec, style.clean) for spec in request.tools]
    return {**_wishes(request.model, style), **params, **ours}


def wanted_images(request: ModelRequest, style: OllamaStyle) -> tuple[Media, ...]:
    """The images whose bytes the body needs."""
    return PICTURES.wanted(request) if style.vision else ()


def _wishes(model: str, style: OllamaStyle) -> dict[str, Json]:
    """What the request's own settings may change.

    Without `truncate`, a conversation that is too long loses its beginning and nobody is told.
    """
    wishes: dict[str, Json] = {"truncate": False}
    if style.keep_alive_seconds is not None:
        wishes["keep_alive"] = style.keep_alive_seconds
    level = style.options.thinking
    if level is not None:
        takes_levels = THINKS_IN_LEVELS in model.lower()
        wishes["think"] = LEVELS[level] if takes_levels else level is not Thinking.OFF
    return wishes


def _options(request: ModelRequest, style: OllamaStyle, given: JsonObject) -> JsonObject:
    options: dict[str, Json] = {"num_predict": request.max_output_tokens}
    if style.context_tokens is not None:
        options["num_ctx"] = style.context_tokens
    if style.options.temperature is not None:
        options["temperature"] = style.options.temperature
    return {**options, **given}


def _tool(spec: ToolSpec, clean: CleanSchema) -> JsonObject:
    return {
        "type": "function",
        "function": {
            "name": legal_name(spec.name),
            "description": spec.description,
            "parameters": clean(spec.parameters),
        },
    }
