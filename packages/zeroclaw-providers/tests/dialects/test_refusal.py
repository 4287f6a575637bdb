"""A refusal of tools is told from every other complaint that mentions them."""

from __future__ import annotations

import json

import pytest

from zeroclaw_api.errors import ProviderError, ProviderRejected
from zeroclaw_providers.dialects.refusal import refuses_tools
from zeroclaw_providers.failures import Failures

REFUSALS = [
    "registry.ollama.ai/library/gemma:2b does not support tools",
    "hf.co/some-one/llama3-functions-small-gguf-v1.1 does not support tools",
    "some/qwen3-high-reasoning:latest does not support tools",
    "llama3.2-vision:latest does not support tools",
    "No endpoints found that support tool use. To learn more, visit: https://example.com/docs",
    "No endpoints found that support tool use",
    "No endpoints found that support the provided 'tool_choice' value. To learn more, read on",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    'tool_choice="required" requires --tool-call-parser to be set',
    "tools param requires --jinja flag",
    "Unsupported param: tools",
    "`tools` is not supported with this model",
    "`tool calling` is not supported with this model",
    "tools is not supported in this model. For a list of supported models, refer to the guide.",
    "Unsupported parameter: 'tools' is not supported with this model.",
    "Unrecognized request argument supplied: tools",
    "Unknown parameter: 'tools'.",
    "unknown field `tools`, expected one of `model`, `messages`",
    "This model doesn't support tool use.",
    "This model doesn't support tool use in streaming mode.",
    "Invalid request: The model does not support tool use or function calling but tools were given",
    "deepseek-reasoner does not support Function Calling",
    "Function calling is not enabled for models/gemma-3-27b-it",
    "Function calling is not enabled for this model",
    "upstream error: Tool calling is not supported for model: some/Mistral-Small-24B",
    "Tool calling is not supported by some/Llama-3-8B.",
    "Tool use has not been enabled, because it is unsupported by the model",
    "Tools are not currently supported.",
    "Tools aren't available for this model yet",
    "property 'tools' is unsupported",
    "The tools parameter is not supported for this endpoint",
    "This deployment does not support the 'tools' parameter.",
    "This model does not support native tool calling",
    "This model has no tool calling support",
    "groq does not support parameters: ['tools', 'tool_choice'], for model=x",
    "tools: Extra inputs are not permitted",
    "该模型不支持工具调用",
]

OTHERS = [
    "tool call validation failed: parameters for tool f did not match schema",
    "tools[0].function.name is invalid",
    "Invalid 'tools[0].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'",
    "tools.0.custom.input_schema: JSON schema is invalid",
    "tools.0.type: Extra inputs are not permitted",
    "Unknown parameter: 'tools[0].strict'.",
    "Unsupported parameter: 'tools[0].cache_control' is not supported with this model.",
    "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
    "This model does not support parallel tool calls",
    "Parallel tool calls are not supported with this model",
    "The model does not support tools of type 'web_search'",
    "Hosted tools are not supported with this model",
    "Tool 'web_search' is not supported with this model",
    "This model does not support tool results with images",
    "This model does not support tool_choice 'required'",
    "Thinking mode does not support this tool_choice",
    "thinking does not support tools",
    "Function tools with reasoning_effort are not supported for some-model in this API",
    "Tools are not supported with response_format",
    "This model does not support tools, when thinking is enabled",
    "Tools are not supported in this model together with JSON mode",
    "Tools are supported by this model, yet the request is invalid",
    "property 'tool_calls' is unsupported, did you mean 'tool_call_id'?",
    "The tool is not available.",
    "The function is not supported by this model",
    "The model does not support more than 128 tools",
    "Too many tools: at most 128 are supported",
    "messages.3: tool_use ids were found without tool_result blocks",
    "An assistant message with 'tool_calls' must be followed by tool messages",
    "No endpoints found that support image input",
    "No endpoints found for some/model",
    "registry.ollama.ai/library/gemma:2b does not support thinking",
    "model 'gemma' not found",
    "Function 'get_tools' is not available",
    "The schema of a tool does not support $ref",
    "does not support tool schemas with a union",
    "Some text that mentions tools and functions",
]


def failed(status: int, message: str) -> ProviderError:
    body = json.dumps({"error": {"message": message}})
    return Failures("custom.home", "m").from_status(status, {}, body)


@pytest.mark.parametrize("message", REFUSALS)
@pytest.mark.parametrize("status", [400, 404, 422])
def test_words_of_known_servers_are_a_refusal(status: int, message: str) -> None:
    assert refuses_tools(failed(status, message))


@pytest.mark.parametrize("message", OTHERS)
def test_complaint_that_mentions_tools_is_no_refusal(message: str) -> None:
    assert not refuses_tools(failed(400, message))


@pytest.mark.parametrize("status", [401, 403, 408, 413, 429, 502, 503])
def test_status_that_judges_no_request_is_no_refusal(status: int) -> None:
    assert not refuses_tools(failed(status, REFUSALS[0]))


@pytest.mark.parametrize(
    ("message", "is_refusal"),
    [
        ("tools param requires --jinja flag", True),
        ("Unsupported param: tools", True),
        ("registry.ollama.ai/library/x does not support tools", False),
        ("something broke in the tools", False),
    ],
)
def test_failing_server_refuses_only_in_the_words_of_unprepared_ones(
    message: str, is_refusal: bool
) -> None:
    assert refuses_tools(failed(500, message)) is is_refusal


def test_words_without_a_status_are_no_refusal() -> None:
    error = ProviderRejected(provider="p", model="m", detail="m does not support tools")
    assert not refuses_tools(error)


def test_long_hostile_words_are_judged_quickly() -> None:
    for piece in ("tool", "tools is not ", "does not support the ", "with ", "'tools': "):
        assert not refuses_tools(failed(400, piece * 10_000 + "x"))
