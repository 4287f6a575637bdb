"""Tests of the connections to one origin behind the address guard."""

import ssl

import pytest
import trio
from raw_servers import Install, SelfSigned, Serving

from zeroclaw_api.services import HttpRequest
from zeroclaw_http import (
    AddressPolicy,
    AddressRefused,
    HostPatterns,
    HttpClient,
    HttpUnreachable,
    InvalidHttpRequest,
    TlsRefused,
)

HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"


async def say_hello(stream: trio.abc.Stream, request: bytes) -> None:
    await stream.send_all(HELLO)


def allowing(*hosts: str) -> AddressPolicy:
    return AddressPolicy(private_hosts=HostPatterns.parse(hosts))


async def fetch(http: HttpClient, url: str) -> bytes:
    async with http.send(HttpRequest("GET", url, timeout=5)) as response:
        return await response.read(100)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "rebound.test", "127.1", "[::1]"])
async def test_guarded_request_to_loopback_is_never_sent(
    serving: Serving, names: Install, host: str
) -> None:
    names({"rebound.test": [["127.0.0.1"]], "localhost": [["127.0.0.1"]]})
    with trio.fail_after(10):
        async with serving(say_hello) as server, HttpClient(guard=AddressPolicy()) as http:
            with pytest.raises(AddressRefused):
                await fetch(http, f"http://{host}:{server.port}/")
            assert server.connections == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "rebound.test"])
async def test_control_unguarded_request_to_loopback_is_sent(
    serving: Serving, names: Install, host: str
) -> None:
    names({"rebound.test": [["127.0.0.1"]], "localhost": [["127.0.0.1"]]})
    with trio.fail_after(10):
        async with serving(say_hello) as server, HttpClient() as http:
            assert await fetch(http, f"http://{host}:{server.port}/") == b"hello"


async def test_name_is_looked_up_once_and_its_answer_dialled(
    serving: Serving, names: Install
) -> None:
    # A second look-up would get an address that nobody may dial.
    resolver = names({"kit.test": [["127.0.0.1"], ["169.254.169.254"]]})
    with trio.fail_after(10):
        async with serving(say_hello) as server, HttpClient(guard=allowing("kit.test")) as http:
            url = f"http://kit.test:{server.port}/path?q"
            assert await fetch(http, url) == b"hello"
            assert resolver.asked == ["kit.test"]
            # The open connection is not used once the name leads elsewhere.
            with pytest.raises(AddressRefused, match="metadata"):
                await fetch(http, url)
            assert len(server.requests) == 1
            head = server.requests[0]
            assert head.startswith(b"GET /path?q HTTP/1.1\r\n")
            assert f"Host: kit.test:{server.port}\r\n".encode() in head


async def test_next_address_is_dialled_when_one_refuses(serving: Serving, names: Install) -> None:
    names({"kit.test": [["::1", "127.0.0.1"]], "gone.test": [["::1"]]})
    with trio.fail_after(10):
        async with (
            serving(say_hello) as server,
            HttpClient(guard=allowing("kit.test", "gone.test")) as http,
        ):
            assert await fetch(http, f"http://kit.test:{server.port}/") == b"hello"
            with pytest.raises(HttpUnreachable, match=r"http://gone\.test"):
                await fetch(http, f"http://gone.test:{server.port}/")


async def test_pinned_handshake_is_about_the_name(
    serving: Serving, names: Install, self_signed: SelfSigned
) -> None:
    names({"kit.test": [["127.0.0.1"]]})
    seen: list[str | None] = []

    def note(stream: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        seen.append(name)

    self_signed.server_context.sni_callback = note
    with trio.fail_after(20):
        async with (
            serving(say_hello, self_signed.server_context) as server,
            HttpClient(guard=allowing("kit.test"), ca_file=self_signed.certificate) as http,
        ):
            assert await fetch(http, f"https://kit.test:{server.port}/") == b"hello"
    assert seen == ["kit.test"]


@pytest.mark.parametrize("host", ["kit.test", "KIT.test", "kit.test."])
async def test_judged_name_is_the_one_that_is_told(
    serving: Serving, names: Install, self_signed: SelfSigned, host: str
) -> None:
    resolver = names({"kit.test": [["127.0.0.1"]]})
    told: list[str | None] = []

    def note(stream: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        told.append(name)

    self_signed.server_context.sni_callback = note
    with trio.fail_after(20):
        async with (
            serving(say_hello, self_signed.server_context) as server,
            HttpClient(guard=allowing("kit.test"), ca_file=self_signed.certificate) as http,
        ):
            assert await fetch(http, f"https://{host}:{server.port}/") == b"hello"
    assert resolver.asked == told == ["kit.test"]
    assert f"Host: kit.test:{server.port}\r\n".encode() in server.requests[0]


@pytest.mark.parametrize(
    "place",
    [
        *("kit.test\\@127.0.0.1", "kit.test@127.0.0.1", "127.0.0.1\\.kit.test", "[::1%25lo]"),
        *("127.0.0.1%2f.kit.test", "127.0.0.1\t.kit.test", "[::1%lo]", "[::1]kit.test"),
    ],
)
async def test_place_that_readers_disagree_about_is_never_dialled(
    names: Install, place: str
) -> None:
    resolver = names({})
    with trio.fail_after(10):
        async with HttpClient(guard=allowing("*")) as http:
            with pytest.raises(InvalidHttpRequest):
                await fetch(http, f"http://{place}/")
    assert resolver.asked == []


async def test_address_in_place_of_a_name_is_checked_by_its_certificate(
    serving: Serving, self_signed: SelfSigned, other_self_signed: SelfSigned
) -> None:
    for certificate in (self_signed, other_self_signed):
        guard = allowing("127.0.0.1")
        with trio.fail_after(20):
            async with (
                serving(say_hello, certificate.server_context) as server,
                HttpClient(guard=guard, ca_file=certificate.certificate) as http,
            ):
                if certificate is self_signed:
                    assert await fetch(http, server.url) == b"hello"
                else:
                    with pytest.raises(TlsRefused, match="mismatch"):
                        await fetch(http, server.url)


async def test_redirect_to_a_private_address_is_only_told(serving: Serving, names: Install) -> None:
    async def redirect(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.send_all(
            b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"
        )

    names({"kit.test": [["127.0.0.1"]]})
    with trio.fail_after(10):
        async with serving(redirect) as server, HttpClient(guard=allowing("kit.test")) as http:
            request = HttpRequest("GET", f"http://kit.test:{server.port}/", timeout=5)
            async with http.send(request) as response:
                assert response.status == 302
            with pytest.raises(AddressRefused):
                await fetch(http, response.headers["location"])
