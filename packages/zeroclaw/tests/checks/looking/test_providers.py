"""Providers are asked the cheapest question that tells what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import pytest
import trio
from pydantic import SecretStr

from zeroclaw.checks.judging.providers import (
    Answered,
    KeyRefused,
    KeyUnfetched,
    ModelUnknown,
    Outcome,
    Silent,
    Skipped,
    Troubled,
    Unreachable,
)
from zeroclaw.checks.looking.providers import Answers, ask_providers
from zeroclaw_api.factory import ModelSettings
from zeroclaw_providers import CustomSettings
from zeroclaw_providers.local.settings import LocalSettings
from zeroclaw_testing.model_server import HttpAnswer, saying, serve_model

SECONDS: Final = 30
LISTED: Final = {"data": [{"id": "m"}, {"id": 3}, "odd"]}
KEY: Final = "sk-planted-0123456789abcdef"


async def request(stream: trio.SocketStream) -> bytes:
    """One whole request, so that closing the connection afterwards resets nothing."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += await stream.receive_some()
    length = re.search(rb"(?i)content-length: (\d+)", data)
    wanted = data.index(b"\r\n\r\n") + 4 + int(length[1] if length else 0)
    while len(data) < wanted:
        data += await stream.receive_some()
    return data


@asynccontextmanager
async def answering(pages: Mapping[str, tuple[int, object]]) -> AsyncIterator[str]:
    """A server with a page for the end of each path; the address of its API."""

    async def serve(stream: trio.SocketStream) -> None:
        target = (await request(stream)).split(b" ")[1].decode()
        status, page = next(page for path, page in pages.items() if target.endswith(path))
        body = page if isinstance(page, bytes) else json.dumps(page).encode()
        await stream.send_all(
            f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
            "Date: Mon, 30 Nov 2026 12:00:00 GMT\r\n\r\n".encode()
            + body
        )
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, serve, 0, host="127.0.0.1"))
        yield f"http://127.0.0.1:{listeners[0].socket.getsockname()[1]}/v1"
        nursery.cancel_scope.cancel()


def custom(uri: str, key: str | None = KEY) -> CustomSettings:
    secret = None if key is None else SecretStr(key)
    return CustomSettings(uri=uri, model="m", api_key=secret)


async def asked(
    settings: ModelSettings,
    provider: str = "custom.a",
    *,
    is_offline: bool = False,
    seconds: float = 5,
    now: Callable[[], datetime] = lambda: datetime(2026, 11, 30, 12, 2, tzinfo=UTC),
) -> Answers:
    with trio.fail_after(SECONDS):
        return await ask_providers(
            {provider: settings},
            {provider},
            "/h/config.toml",
            {},
            is_offline=is_offline,
            seconds=seconds,
            now=now,
        )


def error(message: str) -> dict[str, object]:
    return {"error": {"message": message, "type": "invalid_request_error"}}


PAGES: Final[Mapping[str, tuple[Mapping[str, tuple[int, object]], Outcome]]] = {
    "listed": ({"/models": (200, LISTED)}, Answered()),
    "refused": (
        {"/models": (401, error("no")), "": (401, error("no"))},
        KeyRefused(has_key=True),
    ),
    "not listed, then unknown": (
        {"/models": (200, {"data": [{"id": "n"}]}), "": (404, error("no such model"))},
        ModelUnknown(("n",)),
    ),
    "no list, then the key is refused": (
        {"/models": (403, error("not for you")), "": (401, error("bad key"))},
        KeyRefused(has_key=True),
    ),
    "no list at all, in trouble": (
        {"/models": (404, b"<html>"), "": (503, error("busy"))},
        Troubled("HTTP 503: busy"),
    ),
    "a list that is none": (
        {"/models": (200, b"[[["), "": (400, error("max_tokens is too small"))},
        Troubled("HTTP 400: max_tokens is too small"),
    ),
}


@pytest.mark.parametrize("name", PAGES)
async def test_answers_of_a_server_are_told_apart(name: str) -> None:
    pages, outcome = PAGES[name]
    async with answering(pages) as uri:
        answers = await asked(custom(uri))
    assert answers.asked[0].outcome == outcome


async def test_missing_key_is_told_as_one_that_is_wanted() -> None:
    async with answering({"": (401, error("no"))}) as uri:
        answers = await asked(custom(uri, None))
    assert answers.asked[0].outcome == KeyRefused(has_key=False)


async def test_words_of_a_server_are_shown_without_the_key() -> None:
    pages = {"/models": (404, b""), "": (503, error(f"busy for {KEY}"))}
    async with answering(pages) as uri:
        answers = await asked(custom(uri))
    assert KEY not in repr(answers)
    assert answers.asked[0].outcome == Troubled("HTTP 503: busy for ***")


async def test_clock_is_compared_with_that_of_the_answer() -> None:
    async with answering({"/models": (200, LISTED)}) as uri:
        answers = await asked(custom(uri))
    assert answers.skews == {"custom.a": 120.0}


async def test_address_is_shown_up_to_its_host() -> None:
    answers = await asked(custom("http://127.0.0.1:9/deep/path/v1"))
    assert answers.asked[0].place == "http://127.0.0.1:9"
    assert isinstance(answers.asked[0].outcome, Unreachable)


async def test_server_without_a_word_is_silent_in_time() -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listeners[0]:
        port = listeners[0].socket.getsockname()[1]
        answers = await asked(custom(f"http://127.0.0.1:{port}/v1"), seconds=0.2)
    assert answers.asked[0].outcome == Silent(0.2)


async def test_offline_asks_nobody_but_looks_at_local_files(tmp_path: Path) -> None:
    answers = await asked(custom("http://127.0.0.1:9/v1"), is_offline=True)
    assert answers.asked[0].outcome == Skipped()
    local = LocalSettings(model_path=tmp_path / "m.gguf")
    answers = await asked(local, "local.a", is_offline=True)
    assert answers.asked[0].outcome != Skipped()


async def test_reference_that_leads_nowhere_is_no_key_to_send() -> None:
    answers = await asked(custom("http://127.0.0.1:9/v1", "op://nothing"))
    outcome = answers.asked[0].outcome
    assert isinstance(outcome, KeyUnfetched)
    assert "op://vault/item/field" in outcome.problem


async def test_every_key_of_an_entry_is_tried() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(
            lambda request: (
                saying("O")
                if request.header("authorization") == "Bearer good"
                else HttpAnswer(401, message="bad key")
            ),
            models=(),
        ) as server:
            keys = (SecretStr("bad"), SecretStr("good"))
            settings = CustomSettings(uri=server.url, model="m", api_keys=keys)
            both = await asked(settings)
            first = await asked(settings.model_copy(update={"api_key": SecretStr("worse")}))
    assert [(each.shown, each.outcome, each.is_used) for each in both.asked] == [
        ("custom.a.api_keys.0", KeyRefused(has_key=True), False),
        ("custom.a.api_keys.1", Answered(), False),
    ]
    assert [each.key for each in first.asked] == ["api_key", "api_keys.0", "api_keys.1"]


async def test_entry_without_one_good_key_is_as_bad_as_its_use() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: HttpAnswer(401, message="bad key"), models=()) as server:
            keys = (SecretStr("bad"), SecretStr("worse"))
            answers = await asked(CustomSettings(uri=server.url, model="m", api_keys=keys))
    assert [each.is_used for each in answers.asked] == [True, True]


async def test_keys_that_come_to_the_same_are_told_once() -> None:
    keys = (SecretStr("a"), SecretStr("b"))
    answers = await asked(CustomSettings(uri="http://127.0.0.1:1/v1", model="m", api_keys=keys))
    [told] = answers.asked
    assert (told.shown, told.is_used) == ("custom.a", True)
    assert isinstance(told.outcome, Unreachable)
