"""A scripted model behind real HTTP on loopback."""

from __future__ import annotations

from zeroclaw_testing.model_server.anthropic_messages import AnthropicMessages
from zeroclaw_testing.model_server.anthropic_strict import message_problems
from zeroclaw_testing.model_server.bedrock import Bedrock
from zeroclaw_testing.model_server.bedrock_strict import converse_problems
from zeroclaw_testing.model_server.dialect import Dialect, FrameEncoder, ModelCall
from zeroclaw_testing.model_server.gemini import Gemini
from zeroclaw_testing.model_server.gemini_strict import gemini_problems
from zeroclaw_testing.model_server.ollama import Ollama
from zeroclaw_testing.model_server.ollama_strict import ollama_problems
from zeroclaw_testing.model_server.openai_chat import OpenAIChat
from zeroclaw_testing.model_server.openai_responses import OpenAIResponses
from zeroclaw_testing.model_server.responses_strict import responses_problems
from zeroclaw_testing.model_server.script import (
    Answer,
    Comment,
    Completion,
    Cut,
    Delivery,
    Frame,
    Framing,
    HttpAnswer,
    InBandError,
    Newline,
    Pause,
    Raw,
    Repeat,
    ScriptStep,
    Shape,
    Silence,
    calling,
    cut_call,
    html_page,
    interleave,
    saying,
)
from zeroclaw_testing.model_server.server import (
    ModelServer,
    RecordedRequest,
    Responder,
    serve_model,
)
from zeroclaw_testing.model_server.strict import request_problems, strict_problems

__all__ = [
    "Answer",
    "AnthropicMessages",
    "Bedrock",
    "Comment",
    "Completion",
    "Cut",
    "Delivery",
    "Dialect",
    "Frame",
    "FrameEncoder",
    "Framing",
    "Gemini",
    "HttpAnswer",
    "InBandError",
    "ModelCall",
    "ModelServer",
    "Newline",
    "Ollama",
    "OpenAIChat",
    "OpenAIResponses",
    "Pause",
    "Raw",
    "RecordedRequest",
    "Repeat",
    "Responder",
    "ScriptStep",
    "Shape",
    "Silence",
    "calling",
    "converse_problems",
    "cut_call",
    "gemini_problems",
    "html_page",
    "interleave",
    "message_problems",
    "ollama_problems",
    "request_problems",
    "responses_problems",
    "saying",
    "serve_model",
    "strict_problems",
]
