"""A flaky model fails over to the next key, the next try, the next model, in one line of config."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
import trio
from command_line import CommandLine, Finished

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.model_server import (
    Completion,
    Cut,
    HttpAnswer,
    ModelServer,
    saying,
    serve_model,
)

SECONDS: Final = 60
FIRST_KEY: Final = "sk-first-0123456789"
SECOND_KEY: Final = "sk-second-0123456789"

CONFIG: Final = """\
schema_version = 3
[providers.models.custom.first]
uri = "{first}"
model = "big"
fallback = ["custom.second"]
{more}
[providers.models.custom.second]
uri = "{second}"
model = "small"
prices = {{ input = 1, output = 2 }}
[runtime_profiles.quick]
provider_retries = {retries}
provider_backoff_ms = 50
{routes}
[agents.main]
model_provider = "{model}"
runtime_profile = "quick"
"""


def home_of(
    folder: Path,
    first: str,
    second: str,
    *,
    more: str = "",
    retries: int = 0,
    routes: str = "",
    model: str = "custom.first",
) -> CommandLine:
    """The command with a config of two models."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(
        CONFIG.format(
            first=first, second=second, more=more, retries=retries, routes=routes, model=model
        )
    )
    return CommandLine(folder, {"FIRST_KEY": FIRST_KEY, "SECOND_KEY": SECOND_KEY})


async def said(command: CommandLine) -> Finished:
    return await command.run("agent", "-m", "Hi.")


def asked_models(server: ModelServer) -> list[object]:
    return [request.json and request.json.get("model") for request in server.requests]


@pytest.mark.parametrize(
    "answer",
    [
        HttpAnswer(503),
        HttpAnswer(429, retry_after="120"),
        HttpAnswer(402, message="Insufficient balance."),
        HttpAnswer(429, code="insufficient_quota"),
        HttpAnswer(400, message="tool call validation failed: x was not in request"),
        Completion((Finish(FinishReason.STOP),)),
    ],
    ids=["overloaded", "limited", "unpaid", "quota", "schema", "empty"],
)
async def test_next_model_answers_when_the_first_cannot(
    tmp_path: Path, answer: HttpAnswer | Completion
) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as first, serve_model() as second:
            first.answer(answer)
            second.answer(saying("From the second."))
            done = await said(home_of(tmp_path, first.url, second.url))
    assert (done.code, done.answer) == (0, "From the second.\n"), done
    assert "custom.first" in done.told
    assert (asked_models(first), asked_models(second)) == (["big"], ["small"])


async def test_next_model_answers_when_nobody_listens_at_the_first(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as first, serve_model() as second:
            first.refuse_connections(10)
            second.answer(saying("From the second."))
            done = await said(home_of(tmp_path, first.url, second.url))
    assert (done.code, done.answer) == (0, "From the second.\n"), done


async def test_what_was_said_is_not_said_again_by_another_model(tmp_path: Path) -> None:
    broken = Completion((TextDelta("I began"), Cut()))
    with trio.fail_after(SECONDS):
        async with serve_model() as first, serve_model() as second:
            first.answer(broken)
            done = await said(home_of(tmp_path, first.url, second.url, retries=3))
            assert second.requests == ()
    assert done.code == 1
    assert done.answer.startswith("I began")


async def test_one_model_is_asked_again_as_often_as_the_profile_says(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as first, serve_model() as second:
            first.answer(HttpAnswer(500), HttpAnswer(503), saying("At last."))
            done = await said(home_of(tmp_path, first.url, second.url, retries=2))
            assert second.requests == ()
    assert (done.code, done.answer) == (0, "At last.\n"), done


async def test_other_models_of_the_entry_come_before_other_entries(tmp_path: Path) -> None:
    more = 'fallback_models = ["medium"]'
    with trio.fail_after(SECONDS):
        async with serve_model() as first, serve_model() as second:
            first.answer(HttpAnswer(503), saying("From the medium."))
            done = await said(home_of(tmp_path, first.url, second.url, more=more))
            assert asked_models(first) == ["big", "medium"]
            assert second.requests == ()
    assert (done.code, done.answer) == (0, "From the medium.\n"), done


async def test_next_key_serves_when_one_is_refused_and_none_is_shown(tmp_path: Path) -> None:
    more = 'api_keys = ["${FIRST_KEY}", "${SECOND_KEY}"]'
    with trio.fail_after(SECONDS):
        async with serve_model() as first, serve_model() as second:
            first.answer(HttpAnswer(401, message=f"bad key {FIRST_KEY}"), saying("Hello."))
            done = await said(home_of(tmp_path, first.url, second.url, more=more))
            keys = [dict(request.headers)["authorization"] for request in first.requests]
    assert (done.code, done.answer) == (0, "Hello.\n"), done
    assert keys == [f"Bearer {FIRST_KEY}", f"Bearer {SECOND_KEY}"]
    assert FIRST_KEY not in done.told
    assert SECOND_KEY not in done.told


@pytest.mark.parametrize(
    ("model", "routes", "expected"),
    [
        (
            "hint:fast",
            '[model_routes.fast]\nmodel_provider = "custom.second"\nmodel = "mini"',
            "mini",
        ),
        ("hint:fast", '[[model_routes]]\nhint = "fast"\nmodel_provider = "custom.second"', "small"),
        ("hint:cheapest", "", "small"),
    ],
)
async def test_a_hint_chooses_the_model(
    tmp_path: Path, model: str, routes: str, expected: str
) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as first, serve_model() as second:
            second.answer(saying("Hello."))
            done = await said(home_of(tmp_path, first.url, second.url, routes=routes, model=model))
            assert asked_models(second) == [expected]
            assert first.requests == ()
    assert (done.code, done.answer) == (0, "Hello.\n"), done


async def test_a_hint_that_nothing_answers_says_what_to_add(tmp_path: Path) -> None:
    command = home_of(tmp_path, "http://127.0.0.1:1", "http://127.0.0.1:1", model="hint:vision")
    with trio.fail_after(SECONDS):
        done = await said(command)
        doctor = await command.run("doctor", "--offline")
        status = await command.run("status")
    assert done.code == 1
    assert "[model_routes.vision]" in done.told
    assert "[model_routes.vision]" in doctor.answer
    assert status.code == 0, status
