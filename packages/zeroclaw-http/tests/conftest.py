"""Lends raw servers, certificates, resolvers to the tests of the client."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from raw_servers import (
    Handler,
    Install,
    Names,
    RawServer,
    SelfSigned,
    Serving,
    make_self_signed,
)


@pytest.fixture
def serving() -> Serving:
    """Gives `serving(handler, tls=None)`, a server on loopback for as long as its block lasts."""

    @asynccontextmanager
    async def serve(
        handler: Handler, tls: ssl.SSLContext | None = None
    ) -> AsyncIterator[RawServer]:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listeners[0].socket.getsockname()[1]
        scheme = "http" if tls is None else "https"
        server = RawServer("127.0.0.1", port, scheme, handler)

        async def connection(stream: trio.SocketStream) -> None:
            if tls is None:
                await server.serve(stream)
            else:
                secured = trio.SSLStream(stream, tls, server_side=True, https_compatible=True)
                await server.serve(secured)

        opening = trio.open_nursery()
        nursery = await opening.__aenter__()
        nursery.start_soon(trio.serve_listeners, connection, listeners)
        try:
            yield server
        finally:
            nursery.cancel_scope.cancel()
            await opening.__aexit__(None, None, None)

    return serve


@pytest.fixture(scope="session")
def self_signed(tmp_path_factory: pytest.TempPathFactory) -> SelfSigned:
    """For `kit.test` and 127.0.0.1."""
    return make_self_signed(tmp_path_factory.mktemp("ours"), "DNS:kit.test,IP:127.0.0.1")


@pytest.fixture(scope="session")
def other_self_signed(tmp_path_factory: pytest.TempPathFactory) -> SelfSigned:
    """For `other.test` alone."""
    return make_self_signed(tmp_path_factory.mktemp("other"), "DNS:other.test")


@pytest.fixture
def names() -> Install:
    """Gives `names(table)`, which installs a resolver for the test's own loop."""

    def install(table: dict[str, list[list[str]]]) -> Names:
        resolver = Names(table)
        trio.socket.set_custom_hostname_resolver(resolver)
        return resolver

    return install
