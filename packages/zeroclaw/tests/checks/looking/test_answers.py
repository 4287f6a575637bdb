"""Each provider is asked in its own way, for as long as that may take."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
import trio

from zeroclaw.checks.judging.providers import (
    Answered,
    KeyRefused,
    KeyUnset,
    ModelUnknown,
    Outcome,
    Silent,
    Troubled,
    Unusable,
)
from zeroclaw.checks.looking.answers import PROGRAM_SECONDS, Question, ask
from zeroclaw.home import Home
from zeroclaw.wiring.families import installed_families
from zeroclaw.wiring.services import open_surroundings
from zeroclaw_api.factory import ModelSettings, ProviderServices
from zeroclaw_config import check_config
from zeroclaw_testing import FakeHttp, FixedSecrets
from zeroclaw_testing.model_server import (
    AnthropicMessages,
    Bedrock,
    Completion,
    Gemini,
    HttpAnswer,
    ModelServer,
    Ollama,
    OpenAIChat,
    OpenAIResponses,
    Silence,
    saying,
    serve_model,
)

SECONDS: Final = 30
DIALECTS: Final = (OpenAIChat(), AnthropicMessages(), Gemini(), Ollama())
KEY: Final = "sk-planted-0123456789"


def settings_of(family: str, table: Mapping[str, object]) -> ModelSettings:
    document = {"providers": {"models": {family: {"home": table}}}}
    return check_config(document, "c", {}, installed_families()).models[f"{family}.home"]


async def outcome_of(
    family: str,
    table: Mapping[str, object],
    environ: Mapping[str, str] | None = None,
    seconds: float = SECONDS,
) -> Outcome:
    settings = settings_of(family, table)
    with trio.fail_after(SECONDS):
        async with open_surroundings(Home(Path("/nowhere")), environ or {}) as opened:
            asked = Question(f"{family}.home", settings, opened.services, environ or {}, seconds)
            return await ask(asked)
    raise AssertionError


def root_of(family: str, server: ModelServer) -> str:
    return server.origin + {"gemini": "/v1beta", "anthropic": "", "ollama": ""}.get(family, "/v1")


@pytest.mark.parametrize("family", ["custom", "openai", "anthropic", "gemini", "ollama", "groq"])
async def test_list_of_models_is_enough_where_there_is_one(family: str) -> None:
    dialects = (OpenAIResponses(),) if family == "openai" else DIALECTS
    async with serve_model(models=("m",), dialects=dialects) as server:
        table = {"model": "m", "api_key": KEY, "uri": root_of(family, server)}
        assert await outcome_of(family, table) == Answered()
    (request,) = server.requests
    assert request.method == "GET"
    shown = "".join(request.header(name) or "" for name in ("authorization", "x-api-key"))
    assert KEY in shown + (request.header("x-goog-api-key") or "")


async def test_model_that_is_not_listed_is_asked_all_the_same() -> None:
    async with serve_model(models=("n",)) as server:
        server.answer(saying("O"), HttpAnswer(404, message="no such model"))
        table = {"model": "m", "uri": server.url}
        assert await outcome_of("custom", table) == Answered()
        assert await outcome_of("custom", table) == ModelUnknown(("n",))


async def test_list_for_everybody_says_nothing_of_the_key() -> None:
    async with serve_model(models=("m",)) as server:
        server.answer(HttpAnswer(401, message="bad key"))
        table = {"model": "m", "api_key": KEY, "uri": server.url}
        assert await outcome_of("openrouter", table) == KeyRefused(has_key=True)


async def test_model_without_room_to_think_is_given_some() -> None:
    async with serve_model(models=("n",)) as server:
        server.answer(HttpAnswer(400, message="max_tokens was reached"), saying("O"))
        assert await outcome_of("custom", {"model": "m", "uri": server.url}) == Answered()


async def test_server_that_lists_but_never_answers_is_too_slow() -> None:
    async with serve_model(models=("n",)) as server:
        server.answer(Completion((Silence(),)))
        outcome = await outcome_of("custom", {"model": "m", "uri": server.url}, seconds=0.5)
    assert isinstance(outcome, Troubled)


async def test_vendor_without_its_key_is_told_with_the_variable() -> None:
    assert await outcome_of("groq", {"model": "m"}) == KeyUnset("GROQ_API_KEY")


@pytest.mark.parametrize("environ", [{}, {"GROQ_API_KEY": KEY}])
async def test_vendors_key_is_not_shown_to_another_endpoint(environ: Mapping[str, str]) -> None:
    async with serve_model(models=("n",)) as server:
        server.answer(HttpAnswer(401, message="who are you?"))
        table = {"model": "m", "uri": server.url}
        assert await outcome_of("groq", table, environ) == KeyRefused(has_key=False)
    assert all(request.header("authorization") is None for request in server.requests)


async def test_signature_that_is_refused_is_not_told_as_a_missing_key() -> None:
    async with serve_model(dialects=(Bedrock(),)) as server:
        server.answer(HttpAnswer(403, message="The security token is invalid."))
        environ = {"AWS_ACCESS_KEY_ID": "planted", "AWS_SECRET_ACCESS_KEY": "planted"}
        outcome = await outcome_of("bedrock", {"model": "m", "uri": server.origin}, environ)
    assert outcome == KeyRefused(has_key=True)


async def test_cloud_without_credentials_is_told_as_such(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nothing")
    environ = {
        "AWS_SHARED_CREDENTIALS_FILE": nowhere,
        "AWS_CONFIG_FILE": nowhere,
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    outcome = await outcome_of("bedrock", {"model": "m"}, environ)
    assert isinstance(outcome, Unusable)
    assert "credentials" in outcome.problem


async def test_program_that_is_missing_is_told_with_how_to_get_it(tmp_path: Path) -> None:
    table = {"model": "default", "program": str(tmp_path / "gemini")}
    outcome = await outcome_of("gemini_cli", table)
    assert isinstance(outcome, Unusable)
    assert "install" in outcome.problem


async def test_program_gets_the_time_to_start() -> None:
    question = Question(
        "gemini_cli.home",
        settings_of("gemini_cli", {"model": "default"}),
        ProviderServices(FakeHttp(), FixedSecrets()),
        {},
        1.0,
    )
    assert question.limit == PROGRAM_SECONDS


async def test_silence_is_told_after_its_time() -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listeners[0]:
        port = listeners[0].socket.getsockname()[1]
        table = {"model": "m", "uri": f"http://127.0.0.1:{port}"}
        assert await outcome_of("ollama", table, seconds=0.2) == Silent(0.2)


async def test_model_is_asked_with_all_that_its_section_adds() -> None:
    async with serve_model(models=("n",)) as server:
        server.answer(saying("O"))
        extra = {"extra_headers": {"X-Team": "red"}, "provider_extra": {"top_k": 5}}
        assert await outcome_of("custom", {"model": "m", "uri": server.url, **extra}) == Answered()
        bodies = [request.json for request in server.requests if request.json]
        assert {request.header("x-team") for request in server.requests} == {"red"}
    assert [body["top_k"] for body in bodies] == [5]
