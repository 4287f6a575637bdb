"""Tests of the client against servers on loopback."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest
import trio
import trio.testing
from raw_servers import Install, SelfSigned, Serving

from zeroclaw_api.services import Http, HttpRequest
from zeroclaw_http import (
    HttpClient,
    HttpConnectionLost,
    HttpMisused,
    HttpProtocolError,
    HttpTimedOut,
    HttpUnreachable,
    InvalidHttpRequest,
    SseReader,
    TlsRefused,
)
from zeroclaw_testing.kits.services import HttpConformance
from zeroclaw_testing.model_server import saying, serve_model

HELLO = b"HTTP/1.1 200 OK\r\nX-Kit: yes\r\nContent-Length: 5\r\n\r\nhello"


async def say_hello(stream: trio.abc.Stream, request: bytes) -> None:
    await stream.send_all(HELLO)


def answer(body: bytes, status: str = "200 OK", headers: bytes = b"") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n".encode()
    return head + headers + b"\r\n" + body


async def serve_kit(stream: trio.abc.Stream, request: bytes) -> None:
    path = request.split(b" ")[1]
    if path == b"/hello":
        await stream.send_all(HELLO)
    elif path == b"/long":
        await stream.send_all(answer(b"x" * 100_000))
    elif path == b"/echo":
        await stream.send_all(answer(request.partition(b"\r\n\r\n")[2]))
    elif path == b"/redirect":
        await stream.send_all(answer(b"", "302 Found", b"Location: /hello\r\n"))
    elif path == b"/stall":
        await stream.send_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
        await stream.receive_some(1)
    else:
        await stream.send_all(answer(b"", "404 Not Found"))


async def fetch(http: Http, url: str, timeout: float = 5.0) -> bytes:  # noqa: ASYNC109
    request = HttpRequest("GET", url, timeout=timeout)
    async with http.send(request) as response:
        return await response.read(1_000_000)


class TestHttpClient(HttpConformance):
    url: ClassVar[str] = ""

    @pytest.fixture(autouse=True)
    def _with_server(self, serving: Serving) -> None:
        self.serving = serving

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Http]:
        async with self.serving(serve_kit) as server, HttpClient() as http:
            # The kit reads it from the instance; each check has its own server.
            self.url = server.url  # type: ignore[misc]
            yield http

    def open_responses(self, http: Http) -> int | None:
        assert isinstance(http, HttpClient)
        return http.open_responses

    def unreachable_url(self) -> str:
        return "http://127.0.0.1:1/"


def test_importing_everything_loads_neither_a_pool_nor_a_context() -> None:
    script = (
        "import zeroclaw_http as z, sys\n"
        "for name in z.__all__: getattr(z, name)\n"
        "z.HttpClient()\n"
        "print([m for m in ('httpx', 'httpcore', 'h11', 'certifi') if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout.strip() == "[]"


async def test_streamed_answer_of_a_model_is_read_as_events() -> None:
    body = b'{"model":"m","stream":true,"messages":[{"role":"user","content":"x"}]}'
    answer = saying("Hel", "lo")
    with trio.fail_after(10):
        async with (
            serve_model(lambda _: answer, models=("m",)) as server,
            HttpClient() as http,
            http.send(
                HttpRequest(
                    "POST",
                    f"{server.url}/chat/completions",
                    {"Content-Type": "application/json"},
                    body,
                )
            ) as response,
        ):
            reader = SseReader()
            events = [e.data async for chunk in response.chunks() for e in reader.feed(chunk)]
    assert response.status == 200
    assert events[-1] == "[DONE]"
    assert sum('"Hel"' in event or '"lo"' in event for event in events) == 2


async def test_connection_is_used_again_after_a_whole_answer(serving: Serving) -> None:
    with trio.fail_after(10):
        async with serving(say_hello) as server, HttpClient() as http:
            for _ in range(3):
                assert await fetch(http, f"{server.url}/x") == b"hello"
            assert (server.connections, len(server.requests)) == (1, 3)


async def test_a_connection_that_is_not_to_be_kept_is_not_used_again(serving: Serving) -> None:
    with trio.fail_after(10):
        async with serving(say_hello) as server, HttpClient() as http:
            for _ in range(2):
                request = HttpRequest("GET", server.url, {"Connection": "close"})
                async with http.send(request) as response:
                    assert await response.read(100) == b"hello"
            assert server.connections == 2


async def test_cookies_are_neither_kept_nor_sent(serving: Serving) -> None:
    async def set_cookie(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.send_all(answer(b"", headers=b"Set-Cookie: a=b; Path=/\r\n"))

    with trio.fail_after(10):
        async with serving(set_cookie) as server, HttpClient() as http:
            for _ in range(2):
                await fetch(http, server.url)
            assert not any(b"cookie" in request.lower() for request in server.requests)


async def test_proxies_of_the_environment_are_ignored(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    with trio.fail_after(10):
        async with serving(say_hello) as server, HttpClient() as http:
            assert await fetch(http, server.url) == b"hello"


async def test_left_answer_closes_its_connection(serving: Serving) -> None:
    async def endless(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.send_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(100_000):
            await stream.send_all(b"1000\r\n" + b"x" * 4096 + b"\r\n")

    with trio.fail_after(10):
        async with serving(endless) as server, HttpClient() as http:
            async with http.send(HttpRequest("GET", server.url)) as response:
                async for chunk in response.chunks():
                    assert set(chunk) == {ord("x")}
                    break
            await server.ends(1)
            assert http.open_responses == 0
            with pytest.raises(HttpMisused):
                await anext(response.chunks())


@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"])
async def test_cancelling_while_it_waits_closes_the_connection(
    serving: Serving, head: bytes
) -> None:
    asked = trio.Event()

    async def stall(stream: trio.abc.Stream, request: bytes) -> None:
        if head:
            await stream.send_all(head)
        asked.set()
        await stream.receive_some(1)

    with trio.fail_after(10):
        async with serving(stall) as server, HttpClient() as http:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(fetch, http, server.url)
                await asked.wait()
                nursery.cancel_scope.cancel()
            await server.ends(1)
            assert http.open_responses == 0


async def test_cancelling_after_any_number_of_steps_leaves_nothing_open(serving: Serving) -> None:
    async def slowly(stream: trio.abc.Stream, request: bytes) -> None:
        for piece in (HELLO[:10], HELLO[10:-3], HELLO[-3:-1], HELLO[-1:]):
            await stream.send_all(piece)
            await trio.lowlevel.checkpoint()

    finished = []

    async def read(http: HttpClient, url: str) -> None:
        finished.append(await fetch(http, url))

    with trio.fail_after(30):
        async with serving(slowly) as server, HttpClient() as http:
            for steps in range(60):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(read, http, server.url)
                    for _ in range(steps):
                        await trio.testing.wait_all_tasks_blocked()
                        await trio.lowlevel.checkpoint()
                    nursery.cancel_scope.cancel()
                assert http.open_responses == 0
                assert await fetch(http, server.url) == b"hello"
            await http.aclose()
            await server.ends(server.connections)
    # Control: the steps reach from before the first byte to after the last.
    assert 0 < len(finished) < 60
    assert set(finished) == {b"hello"}


async def test_requests_beyond_the_limit_wait_their_turn(serving: Serving) -> None:
    first, go_on = trio.Event(), trio.Event()

    async def wait(stream: trio.abc.Stream, request: bytes) -> None:
        first.set()
        await go_on.wait()
        await stream.send_all(HELLO)

    with trio.fail_after(10):
        async with serving(wait) as server, HttpClient(concurrent=1) as http:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(fetch, http, server.url)
                await first.wait()
                with pytest.raises(HttpTimedOut, match="1 requests to it are under way"):
                    await fetch(http, server.url, timeout=0.01)
                go_on.set()
            assert await fetch(http, server.url) == b"hello"
            assert http.open_responses == 0


async def test_one_task_may_hold_several_answers(serving: Serving) -> None:
    with trio.fail_after(10):
        async with (
            serving(say_hello) as server,
            HttpClient() as http,
            http.send(HttpRequest("GET", server.url)) as one,
            http.send(HttpRequest("GET", server.url)) as two,
        ):
            assert await two.read(9) == await one.read(9) == b"hello"


async def test_untrusted_certificate_is_refused(serving: Serving, self_signed: SelfSigned) -> None:
    with trio.fail_after(20):
        async with (
            serving(say_hello, self_signed.server_context) as server,
            HttpClient() as http,
        ):
            with pytest.raises(TlsRefused, match="not trusted: self-signed certificate"):
                await fetch(http, server.url)
            assert server.requests == []


async def test_certificate_of_the_trust_file_is_accepted(
    serving: Serving, self_signed: SelfSigned
) -> None:
    with trio.fail_after(20):
        async with (
            serving(say_hello, self_signed.server_context) as server,
            HttpClient(ca_file=self_signed.certificate) as http,
        ):
            assert await fetch(http, server.url) == b"hello"


async def test_certificate_of_another_name_is_refused(
    serving: Serving, other_self_signed: SelfSigned
) -> None:
    with trio.fail_after(20):
        async with (
            serving(say_hello, other_self_signed.server_context) as server,
            HttpClient(ca_file=other_self_signed.certificate) as http,
        ):
            with pytest.raises(TlsRefused, match=r"not trusted: .*mismatch"):
                await fetch(http, server.url)


async def test_plain_server_behind_https_is_said_to_be_one() -> None:
    async def garbage(stream: trio.SocketStream) -> None:
        await stream.receive_some(1)
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with trio.fail_after(20):
        async with trio.open_nursery() as nursery, HttpClient() as http:
            listeners = await nursery.start(trio.serve_tcp, garbage, 0)
            port = listeners[0].socket.getsockname()[1]
            with pytest.raises(TlsRefused, match="plain HTTP"):
                await fetch(http, f"https://127.0.0.1:{port}")
            nursery.cancel_scope.cancel()


async def test_server_that_speaks_something_else_is_an_error(serving: Serving) -> None:
    async def greet(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.send_all(b"SSH-2.0-OpenSSH_9.9\r\n\r\n")

    with trio.fail_after(10):
        async with serving(greet) as server, HttpClient() as http:
            with pytest.raises(HttpProtocolError):
                await fetch(http, server.url)


async def test_server_that_hangs_up_without_an_answer_is_a_lost_connection(
    serving: Serving,
) -> None:
    async def hang_up(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.aclose()

    with trio.fail_after(10):
        async with serving(hang_up) as server, HttpClient() as http:
            with pytest.raises(HttpConnectionLost, match=r"broke: Server disconnected"):
                await fetch(http, server.url)


async def test_silent_server_times_out(serving: Serving) -> None:
    async def stall(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.receive_some(1)

    with trio.fail_after(10):
        async with serving(stall) as server, HttpClient() as http:
            with pytest.raises(HttpTimedOut, match="nothing came from it"):
                await fetch(http, server.url, timeout=0.05)
            await server.ends(1)


async def test_nobody_there_says_what_failed_in_a_sentence() -> None:
    with trio.fail_after(20):
        async with HttpClient() as http:
            with pytest.raises(HttpUnreachable) as refused:
                await fetch(http, "http://127.0.0.1:1/secret?key=secret")
            with pytest.raises(HttpUnreachable, match="its name is not found"):
                await fetch(http, "http://nobody.invalid/")
    assert str(refused.value) == (
        "Cannot reach http://127.0.0.1:1: connection refused. "
        "Check the address, the network, the server."
    )


@pytest.mark.parametrize(
    ("url", "headers", "method"),
    [
        ("ftp://x/", {}, "GET"),
        ("http://", {}, "GET"),
        ("http://x:y/", {}, "GET"),
        ("/path", {}, "GET"),
        ("http://user:s3cret@x/", {}, "GET"),
        ("http://x/s3cret\n", {}, "GET"),
        ("http://x/", {"Authorization": "Bearer s3cret\r\nX: y"}, "GET"),
        ("http://x/", {"Authorization": "s3crét"}, "GET"),
        ("http://x/", {"s3cret: x": "y"}, "GET"),
        ("http://x/", {"Host": "s3cret"}, "GET"),
        ("http://x/", {"Content-Length": "7"}, "GET"),
        ("http://x/", {"Connection": "s3cret"}, "GET"),
        ("http://x/", {}, "GET /s3cret HTTP/1.1\r\n"),
    ],
)
async def test_request_that_cannot_be_sent_is_refused_without_its_secrets(
    url: str, headers: dict[str, str], method: str
) -> None:
    with trio.fail_after(10):
        async with HttpClient() as http:
            with pytest.raises(InvalidHttpRequest) as refused:
                async with http.send(HttpRequest(method, url, headers)):
                    raise AssertionError("it was sent")
    assert "s3cr" not in str(refused.value)


async def test_error_of_the_caller_passes_as_it_is(serving: Serving) -> None:
    with trio.fail_after(10):
        async with serving(say_hello) as server, HttpClient() as http:
            with pytest.raises(ConnectionResetError, match="mine"):
                async with http.send(HttpRequest("GET", server.url)):
                    raise ConnectionResetError("mine")
            assert http.open_responses == 0


async def test_closed_client_sends_nothing_more(serving: Serving) -> None:
    with trio.fail_after(10):
        async with serving(say_hello) as server:
            async with HttpClient() as http:
                await fetch(http, server.url)
            await server.ends(1)
            with pytest.raises(HttpMisused, match="closed"):
                await fetch(http, server.url)
            await http.aclose()


async def test_closing_the_client_breaks_off_what_is_under_way(serving: Serving) -> None:
    asked = trio.Event()

    async def stall(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.send_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
        asked.set()
        await stream.receive_some(1)

    with trio.fail_after(10):
        async with serving(stall) as server:
            http = HttpClient()

            async def close() -> None:
                await asked.wait()
                await http.aclose()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(close)
                with pytest.raises(HttpConnectionLost):
                    await fetch(http, server.url)
            await server.ends(1)


async def test_idle_origins_are_closed_when_there_are_many(
    serving: Serving, names: Install
) -> None:
    hosts = [f"host{number}.test" for number in range(70)]
    names({host: [["127.0.0.1"]] for host in hosts})
    with trio.fail_after(30):
        async with serving(say_hello) as server, HttpClient() as http:
            for host in hosts:
                assert await fetch(http, f"http://{host}:{server.port}/") == b"hello"
            await server.ends(70 - 64)
            assert server.ended == 70 - 64
            await fetch(http, f"http://{hosts[-1]}:{server.port}/")
            assert server.connections == 70
