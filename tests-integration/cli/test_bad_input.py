"""Whatever a model or a tool comes back with, the command says so, then goes on another day."""

from __future__ import annotations

import json
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest
import trio
from attrs import frozen
from command_line import Finished
from homes import SECRET, calls, configured, only_sentence, secret_of
from side_by_side import side_by_side

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Cut,
    HttpAnswer,
    InBandError,
    ModelServer,
    Raw,
    Repeat,
    calling,
    cut_call,
    html_page,
    saying,
    serve_model,
)

SECONDS: Final = 120
ALL_SECONDS: Final = 300
TEN_MEGABYTES: Final = 10_000_000


@frozen
class Trouble:
    """A server that fails a request, what the user reads then, what was shown before."""

    uri: Callable[[Path], AbstractAsyncContextManager[str]]
    words: tuple[str, ...]
    out: bytes = b""


@frozen
class Aftermath:
    """A message that failed, then one in the same session once the server is well again."""

    failed: Finished
    healed: Finished
    next_request: str


@asynccontextmanager
async def at(uri: str) -> AsyncIterator[str]:
    yield uri


@asynccontextmanager
async def answering(answers: tuple[Answer, ...]) -> AsyncIterator[str]:
    async with serve_model() as server:
        server.answer(*answers)
        yield server.url


@asynccontextmanager
async def plain_server_behind_https() -> AsyncIterator[str]:
    async with serve_model() as server:
        yield server.url.replace("http:", "https:")


@asynccontextmanager
async def self_signed(folder: Path) -> AsyncIterator[str]:
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 "
        "-subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    )
    await trio.run_process(command.split(), cwd=folder, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    listeners = await trio.open_ssl_over_tcp_listeners(0, context, host="127.0.0.1")
    listener = listeners[0].transport_listener
    assert isinstance(listener, trio.SocketListener)
    port = listener.socket.getsockname()[1]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, _shake_hands, listeners)
        yield f"https://127.0.0.1:{port}/v1"
        nursery.cancel_scope.cancel()


async def _shake_hands(stream: trio.SSLStream[trio.SocketStream]) -> None:
    try:
        await stream.do_handshake()
    except trio.BrokenResourceError:
        # The client hangs up: that is what is wanted of it.
        return
    finally:
        await trio.aclose_forcefully(stream)


def of_server(*answers: Answer, words: tuple[str, ...], out: bytes = b"") -> Trouble:
    return Trouble(lambda _: answering(answers), words, out)


HALF: Final = TextDelta("Half an")
BAD_CALL: Final = calling(*cut_call(0, "wire-1", "calculator", '{"expression": 1'))

TROUBLES: Final[dict[str, Trouble]] = {
    "a port nobody listens on": Trouble(
        lambda _: at("http://127.0.0.1:9/v1"),
        ("Cannot reach custom.home", "refused", "http://127.0.0.1:9", "Check its address"),
    ),
    "a name nobody knows": Trouble(
        lambda _: at("http://nowhere.invalid/v1"),
        ("Cannot reach custom.home", "its name is not found", "nowhere.invalid", "Check"),
    ),
    "a certificate nobody signed": Trouble(
        self_signed, ("Cannot reach custom.home", "certificate is not trusted", "https://127.0.0.1")
    ),
    "plain HTTP behind https": Trouble(
        lambda _: plain_server_behind_https(),
        ("Cannot reach custom.home", "does not answer in TLS", "https://127.0.0.1"),
    ),
    "a refused key": of_server(
        HttpAnswer(401, message=f"Incorrect API key provided: {SECRET}.", code="invalid_api_key"),
        words=("custom.home refused the key", "HTTP 401", "Check the key in your config"),
    ),
    "an unknown model": of_server(
        HttpAnswer(404, message="No such model.", code="model_not_found"),
        words=(
            "some-model",
            "HTTP 404: No such model. Check",
        ),
    ),
    "a page in place of an answer": of_server(
        html_page(200, "Welcome"), words=("an HTML page (200 Welcome)", "check its address")
    ),
    "a page of a proxy": of_server(
        html_page(), words=("HTTP 502: an HTML page (502 Bad Gateway). Try again later",)
    ),
    "an error with status 200": of_server(
        HttpAnswer(200, message="The engine fell over."),
        words=(
            "custom.home",
            "some-model: The engine fell over. Try again later",
        ),
    ),
    "an error inside the stream": of_server(
        Completion((InBandError("The engine fell over."),)),
        words=(
            "custom.home",
            "some-model: The engine fell over. Try again later",
        ),
    ),
    "an error that gives orders to the terminal": of_server(
        Completion((InBandError("The engine \x1b]0;fell\x07 over."),)),
        words=("some-model: The engine ", "fell", " over. Try again later"),
    ),
    "an error after half an answer": of_server(
        Completion((HALF, InBandError("The engine fell over."))),
        words=("The engine fell over. Try again later",),
        out=b"Half an\n",
    ),
    "a connection closed before the answer": of_server(
        Completion((Cut(),)), words=("broken answer", "closed", "Try again")
    ),
    "a connection closed in the answer": of_server(
        Completion((HALF, Cut())), words=("broken answer", "closed", "Try again"), out=b"Half an\n"
    ),
    "a connection reset in the answer": of_server(
        Completion((HALF, Cut(reset=True))),
        words=("broken answer", "reset", "Try again"),
        out=b"Half an\n",
    ),
    "an answer without its end": of_server(
        Completion((HALF,), end_marker=False),
        words=("the connection ended before the answer did. Try again",),
        out=b"Half an\n",
    ),
    "calls that are never JSON": of_server(
        BAD_CALL,
        BAD_CALL,
        BAD_CALL,
        words=("cannot be used; try again", "calculator", "not one JSON object"),
    ),
    "one line of ten megabytes": of_server(
        Completion((TextDelta("x" * TEN_MEGABYTES), Finish(FinishReason.STOP))),
        words=("broken answer", "longer than 8388608 bytes"),
    ),
    "ten megabytes of text": of_server(
        Completion((Repeat(TextDelta("x" * 50_000), 200), Finish(FinishReason.STOP))),
        words=("broken answer", "more than 8388608 characters"),
    ),
}


async def aftermath_of(trouble: Trouble, home: Path) -> Aftermath:
    said = ("agent", "--session", "s", "-m")
    async with trouble.uri(home) as uri:
        failed = await configured(home, uri).run(*said, "The first thing.")
    async with serve_model() as server:
        server.answer(saying("Well again."))
        healed = await configured(home, server.url).run(*said, "The second thing.")
        bodies = [request.body.decode() for request in server.requests]
    return Aftermath(failed, healed, "".join(bodies))


@pytest.fixture(scope="module")
def aftermaths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Aftermath]:
    return side_by_side(
        {
            name: partial(aftermath_of, trouble, tmp_path_factory.mktemp("home"))
            for name, trouble in TROUBLES.items()
        },
        ALL_SECONDS,
    )


@pytest.mark.parametrize("name", TROUBLES)
def test_trouble_with_the_model_is_told_in_one_sentence(
    name: str, aftermaths: dict[str, Aftermath]
) -> None:
    trouble, failed = TROUBLES[name], aftermaths[name].failed
    sentence = only_sentence(failed)
    for words in trouble.words:
        assert words in sentence
    # What the model said before it failed has been shown; the progress is not checked here.
    if "megabytes of text" not in name:
        assert failed.out == trouble.out


@pytest.mark.parametrize("name", TROUBLES)
def test_session_goes_on_after_trouble_with_the_model(
    name: str, aftermaths: dict[str, Aftermath]
) -> None:
    after = aftermaths[name]
    assert (after.healed.code, after.healed.answer) == (0, "Well again.\n")
    assert after.healed.told == ""
    assert "The first thing." in after.next_request
    assert "The second thing." in after.next_request


async def test_malformed_calls_are_corrected_twice_before_the_turn_fails(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(BAD_CALL, BAD_CALL, saying("Without tools, then."))
            done = await configured(tmp_path, server.url).run("agent", "-m", "Hi.")
            requests = server.requests
    assert (done.code, done.answer) == (0, "Without tools, then.\n")
    assert len(requests) == 3
    assert "asked to correct them" in done.told


async def test_broken_characters_in_a_stream_are_replaced(tmp_path: Path) -> None:
    broken = b'data: {"choices":[{"index":0,"delta":{"content":"caf\xe9"}}]}\n\n'
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(
                Completion((TextDelta("A "), Raw(broken), Finish(FinishReason.STOP))),
                saying("Another."),
            )
            line = configured(tmp_path, server.url)
            done = await line.run("agent", "--session", "s", "-m", "Hi.")
            after = await line.run("agent", "--session", "s", "-m", "Again.")
    assert (done.code, done.answer, done.told) == (0, "A caf\N{REPLACEMENT CHARACTER}\n", "")
    assert (after.code, after.answer) == (0, "Another.\n")


def last_result(server: ModelServer) -> str:
    request = server.requests[-1].json
    assert request is not None
    content = dig(request, "messages", -1, "content")
    assert isinstance(content, str)
    return content


async def test_command_that_prints_ten_megabytes_is_cut_for_the_model(tmp_path: Path) -> None:
    shell = {"command": f"head -c {TEN_MEGABYTES} /dev/zero | tr '\\0' x"}
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(calls("shell", shell), saying("That was much."))
            done = await configured(tmp_path, server.url).run("agent", "-m", "Print a lot.")
            result = last_result(server)
    assert (done.code, done.answer) == (0, "That was much.\n")
    assert len(result) < 200_000
    assert len(done.err) < 10_000


async def test_binary_file_is_described_to_the_model(tmp_path: Path) -> None:
    workspace = tmp_path / "agents/main/workspace"
    workspace.mkdir(parents=True)
    (workspace / "picture").write_bytes(bytes(range(256)) * 10)
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(calls("file_read", {"path": "picture"}), saying("It is no text."))
            done = await configured(tmp_path, server.url).run("agent", "-m", "Read it.")
            result = last_result(server)
    assert (done.code, done.answer) == (0, "It is no text.\n")
    assert "picture is a binary file of 2560 bytes" in result
    assert "error: picture is a binary file" in done.told


async def test_file_in_another_encoding_is_read_with_a_note(tmp_path: Path) -> None:
    workspace = tmp_path / "agents/main/workspace"
    workspace.mkdir(parents=True)
    (workspace / "old.txt").write_bytes(b"caf\xe9 au lait\n")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(calls("file_read", {"path": "old.txt"}), saying("Coffee."))
            done = await configured(tmp_path, server.url).run("agent", "-m", "Read it.")
            result = last_result(server)
    assert (done.code, done.answer) == (0, "Coffee.\n")
    assert "caf\N{REPLACEMENT CHARACTER} au lait" in result
    assert "not UTF-8 (first at byte 3)" in result


def test_control_a_leaked_key_or_a_traceback_is_found() -> None:
    for err in (f"zeroclaw: {SECRET} is wrong.\n", "Traceback\nzeroclaw: It failed.\n", ""):
        with pytest.raises(AssertionError):
            only_sentence(Finished(1, b"", err.encode()))
    assert secret_of(Finished(0, json.dumps({"key": SECRET}).encode(), b""))
