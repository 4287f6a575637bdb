"""Load what secure connections need without stopping the loop."""

from __future__ import annotations

import ssl
import sys
from importlib import import_module
from typing import Final

import trio

from zeroclaw_http.errors import TrustFileUnreadable

__all__ = ["TlsContexts", "preload"]

# One loader: two would only wait for each other's import lock.
_LOADER_THREADS: Final = 1
_NETWORK: Final = "zeroclaw_http._network"


def preload() -> None:
    """Load what the first request needs, on the calling thread.

    For a program that has nothing else to do yet: a client that finds nothing loaded does it on
    a thread of its own, which takes longer.
    """
    import_module(_NETWORK)


class TlsContexts:
    """Loads httpcore, one TLS context when first needed, on a thread of its own limiter.

    `ca_file` is a PEM file with certificates to trust besides the usual ones.
    """

    def __init__(self, ca_file: str | None = None) -> None:
        self._ca_file = ca_file
        self._loader = trio.CapacityLimiter(_LOADER_THREADS)
        self._once = trio.Lock()
        self._loaded = _NETWORK in sys.modules
        self._trusting: ssl.SSLContext | None = None

    async def load_client(self) -> None:
        """Import httpcore, which takes a hundred times longer than a request on loopback."""
        if self._loaded:
            return
        async with self._once:
            if not self._loaded:
                await trio.to_thread.run_sync(preload, limiter=self._loader)
                self._loaded = True

    async def context(self) -> ssl.SSLContext:
        """The context that checks certificates; built once. Raises `TrustFileUnreadable`."""
        async with self._once:
            if self._trusting is None:
                self._trusting = await trio.to_thread.run_sync(
                    _build, self._ca_file, limiter=self._loader
                )
        return self._trusting

    def context_without_trust(self) -> ssl.SSLContext:
        """A context that trusts nobody, for origins that are asked without TLS: it costs little."""
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _build(ca_file: str | None) -> ssl.SSLContext:
    import certifi

    context = ssl.create_default_context(cafile=certifi.where())
    if ca_file is not None:
        try:
            context.load_verify_locations(cafile=ca_file)
        except OSError as error:
            raise TrustFileUnreadable(
                path=ca_file, problem=error.strerror or str(error) or type(error).__name__
            ) from error
    return context
