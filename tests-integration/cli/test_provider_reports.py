"""What users reported of the command with other keys in its environment never happens here.

What needs no command is in `packages/zeroclaw-providers/tests/test_user_reports.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
import trio
from command_line import CommandLine

from zeroclaw_testing.model_server import (
    AnthropicMessages,
    Bedrock,
    Gemini,
    Ollama,
    OpenAIChat,
    OpenAIResponses,
    saying,
    serve_model,
)

SECONDS: Final = 60
DIALECTS: Final = (
    AnthropicMessages(),
    Bedrock(),
    Gemini(),
    Ollama(),
    OpenAIChat(),
    OpenAIResponses(),
)
CONFIG: Final = """\
schema_version = 3
[providers.models.{family}.home]
uri = "{uri}"
model = "m"
[agents.main]
model_provider = "{family}.home"
"""
VARIABLES: Final = {
    name: f"sk-borrowed-{name}-0123456789"
    for name in (
        *("API_KEY", "KEY", "TOKEN", "ZEROCLAW_API_KEY", "LLM_API_KEY", "CUSTOM_API_KEY"),
        *("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "AZURE_OPENAI_API_KEY"),
        *("DEEPSEEK_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "GROQ_API_KEY"),
        *("MISTRAL_API_KEY", "OLLAMA_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"),
        *("RESPONSES_API_KEY", "XAI_API_KEY", "BEDROCK_API_KEY", "GITHUB_TOKEN"),
    )
}
NO_AWS: Final = {
    "AWS_SHARED_CREDENTIALS_FILE": "none",
    "AWS_CONFIG_FILE": "none",
    "AWS_EC2_METADATA_DISABLED": "true",
}
"""So that the machine's own credentials are not found."""


@pytest.mark.parametrize(
    ("family", "path"),
    [
        ("anthropic", ""),
        ("custom", "/v1"),
        ("gemini", "/v1beta"),
        ("ollama", ""),
        ("responses", "/v1"),
    ],
)
async def test_key_of_the_environment_goes_to_no_address_that_it_was_not_for(
    tmp_path: Path, family: str, path: str
) -> None:
    """Report 5289: an alias without a key sends none, whatever else is set."""
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Yes."), dialects=DIALECTS) as server:
            uri = f"{server.origin}{path}"
            (tmp_path / "config.toml").write_text(CONFIG.format(family=family, uri=uri))
            done = await CommandLine(tmp_path, VARIABLES).run("agent", "-m", "Hi.")
    assert (done.code, done.answer) == (0, "Yes.\n"), done
    for request in server.requests:
        assert "sk-borrowed" not in f"{request.path} {request.headers} {request.body!r}"


async def test_bedrock_without_keys_of_its_own_sends_nothing(tmp_path: Path) -> None:
    """Report 5289: a request signed with what is no key of AWS would only be refused."""
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Yes."), dialects=DIALECTS) as server:
            config = CONFIG.format(family="bedrock", uri=server.origin)
            (tmp_path / "config.toml").write_text(config)
            done = await CommandLine(tmp_path, {**VARIABLES, **NO_AWS}).run("agent", "-m", "Hi.")
    assert done.code == 1, done
    assert "AWS" in done.told
    assert server.requests == ()
