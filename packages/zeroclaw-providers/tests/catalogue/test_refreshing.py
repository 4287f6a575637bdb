"""A newer list is fetched whole, or what was known stays."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from functools import partial
from pathlib import Path

import pytest
import trio

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_http import HttpClient
from zeroclaw_http.errors import BodyTooLarge, HttpUnreachable
from zeroclaw_providers.catalogue.reading import open_catalogue
from zeroclaw_providers.catalogue.refreshing import fetch_tables, save_tables
from zeroclaw_providers.catalogue.tables import ModelTables
from zeroclaw_providers.errors import ModelsFileUnwritable, ModelsUnfetched
from zeroclaw_testing import FakeAnswer, FakeHttp

SECONDS = 10
FAMILIES = ("openai", "gemini")
TODAY = date(2099, 1, 2)
LIST = b'{"openai": {"models": {"brand-new": {"limit": {"context": 9}, "tool_call": true}}}}'


@asynccontextmanager
async def served(body: bytes, status: str = "200 OK") -> AsyncIterator[str]:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"

    async def answer(stream: trio.SocketStream) -> None:
        asked = b""
        while b"\r\n\r\n" not in asked:
            asked += await stream.receive_some()
        try:
            await stream.send_all(head.encode() + body)
        except trio.BrokenResourceError:
            return

    async with trio.open_nursery() as nursery:
        serve = partial(trio.serve_tcp, answer, 0, host="127.0.0.1")
        [listener, *_] = await nursery.start(serve)
        port = listener.socket.getsockname()[1]
        yield f"http://127.0.0.1:{port}/api.json"
        nursery.cancel_scope.cancel()


async def fetched(body: bytes, status: str = "200 OK") -> ModelTables | ZeroClawError:
    outcome: ModelTables | ZeroClawError
    with trio.fail_after(SECONDS):
        async with served(body, status) as url, HttpClient() as http:
            try:
                outcome = await fetch_tables(http, FAMILIES, TODAY, url=url)
            except ZeroClawError as error:
                outcome = error
    return outcome


async def test_list_from_a_server_is_there_after_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "home" / "models.json"
    tables = await fetched(LIST)
    assert isinstance(tables, ModelTables)
    save_tables(tables, file)
    facts = open_catalogue(file).facts_of("openai", "brand-new")
    assert facts is not None
    assert (facts.context_window, facts.tools) == (9, True)
    assert json.loads(file.read_text())["date"] == TODAY.isoformat()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        (LIST, "503 Busy", "HTTP 503"),
        (LIST, "302 Found", "HTTP 302"),
        (b"<html>", "200 OK", "JSON"),
        (b"[]", "200 OK", "object"),
        (b"{}", "200 OK", "no models"),
    ],
)
async def test_answer_that_is_no_list_is_refused(body: bytes, status: str, problem: str) -> None:
    outcome = await fetched(body, status)
    assert isinstance(outcome, ModelsUnfetched)
    assert problem in str(outcome)


async def test_list_without_an_end_is_refused() -> None:
    assert isinstance(await fetched(b" " * (17 * 1024 * 1024)), BodyTooLarge)


async def test_place_that_cannot_be_reached_is_named() -> None:
    with trio.fail_after(SECONDS), pytest.raises(HttpUnreachable, match=r"127\.0\.0\.1"):
        async with HttpClient() as http:
            await fetch_tables(http, FAMILIES, TODAY, url="http://127.0.0.1:1/api.json")


async def test_silent_place_is_left_in_time(autojump_clock: trio.testing.MockClock) -> None:
    url = "https://example.com/api.json?key=planted"
    http = FakeHttp({f"GET {url}": FakeAnswer(stalls=True)})
    began = trio.current_time()
    with pytest.raises(ZeroClawError, match=r"example\.com.*10 s") as caught:
        await fetch_tables(http, FAMILIES, TODAY, url=url)
    assert trio.current_time() - began == pytest.approx(10)
    assert "planted" not in str(caught.value)


def test_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "models.json").mkdir()
    with pytest.raises(ModelsFileUnwritable):
        save_tables(ModelTables("2099-01-01", {}), tmp_path / "models.json")
    assert [file.name for file in tmp_path.iterdir()] == ["models.json"]
