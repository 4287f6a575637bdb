"""Turn the errors of the libraries below into ours."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

import trio

from zeroclaw_http.errors import (
    HttpConnectionLost,
    HttpError,
    HttpProtocolError,
    HttpTimedOut,
    HttpUnreachable,
    InvalidHttpRequest,
    TlsRefused,
)

__all__ = ["failure", "foreign_errors", "translated"]

# By name, so that httpcore is loaded by its first request only. A class that is not listed goes by
# the nearest one above it.
_OURS: Final[dict[str, type[HttpError]]] = {
    "ConnectError": HttpUnreachable,
    "ConnectTimeout": HttpTimedOut,
    "ConnectionNotAvailable": HttpUnreachable,
    "LocalProtocolError": InvalidHttpRequest,
    "NetworkError": HttpConnectionLost,
    "PoolTimeout": HttpTimedOut,
    "ProtocolError": HttpProtocolError,
    "ProxyError": HttpUnreachable,
    "ReadError": HttpConnectionLost,
    "ReadTimeout": HttpTimedOut,
    "RemoteProtocolError": HttpProtocolError,
    "TimeoutException": HttpTimedOut,
    "UnsupportedProtocol": InvalidHttpRequest,
    "WriteError": HttpConnectionLost,
    "WriteTimeout": HttpTimedOut,
}
_SAID: Final = {
    "ConnectTimeout": "no connection came about",
    "PoolTimeout": "no connection was free",
    "ReadTimeout": "nothing came from it",
    "WriteTimeout": "it took nothing more of the request",
    # These would quote headers, which may hold keys.
    "LocalProtocolError": "HTTP has no form for it",
    "UnsupportedProtocol": "only http:// and https:// are spoken",
}
# The library takes a connection that ends too early for a breach of protocol.
_CUT_OFF: Final = ("peer closed connection", "Server disconnected")
_MOST_CAUSES: Final = 16
_MOST_CHARACTERS: Final = 200


@cache
def foreign_errors() -> tuple[type[Exception], ...]:
    """Whatever the libraries below raise. Name it in an `except` only: it loads them."""
    import httpcore

    return (
        httpcore.TimeoutException,
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.ProxyError,
        httpcore.UnsupportedProtocol,
        httpcore.ConnectionNotAvailable,
        trio.BrokenResourceError,
        trio.ClosedResourceError,
        OSError,
    )


@contextmanager
def translated(origin: str) -> Iterator[None]:
    """Raise ours in the place of whatever the libraries below raise."""
    try:
        yield
    except foreign_errors() as error:
        raise failure(error, origin) from error


def failure(error: Exception, origin: str) -> HttpError:
    """Our error for one of httpcore, ssl, trio or the operating system."""
    names = [cls.__name__ for cls in type(error).__mro__]
    listed = next((name for name in names if name in _OURS), None)
    kind = _OURS[listed] if listed else _kind_of_plain(error)
    causes = list(_causes(error))
    if kind is HttpUnreachable and any(isinstance(cause, ssl.SSLError) for cause in causes):
        kind = TlsRefused
    if listed == "RemoteProtocolError" and str(error).startswith(_CUT_OFF):
        kind = HttpConnectionLost
    problem = _SAID.get(listed or "") or _problem(causes)
    return kind(origin=origin, problem=problem[:_MOST_CHARACTERS])


def _kind_of_plain(error: Exception) -> type[HttpError]:
    match error:
        case ssl.SSLError():
            return TlsRefused
        case TimeoutError():
            return HttpTimedOut
        case trio.BrokenResourceError() | trio.ClosedResourceError() | ConnectionResetError():
            return HttpConnectionLost
        case BrokenPipeError() | ConnectionAbortedError():
            return HttpConnectionLost
        case OSError():
            return HttpUnreachable
        case _:
            return HttpProtocolError


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, then what it came from, at most so many steps back."""
    current: BaseException | None = error
    for _ in range(_MOST_CAUSES):
        if current is None:
            return
        yield current
        if isinstance(current, BaseExceptionGroup):
            current = current.exceptions[0]
        else:
            current = current.__cause__ or current.__context__


def _problem(causes: list[BaseException]) -> str:
    """The most telling clause among an error's causes."""
    for cause in causes:
        match cause:
            case ssl.SSLCertVerificationError(verify_message=str() as said):
                return f"its certificate is not trusted: {said}"
            case ssl.SSLError(reason="WRONG_VERSION_NUMBER" | "RECORD_LAYER_FAILURE"):
                return "it does not answer in TLS, perhaps in plain HTTP"
            case ssl.SSLError(reason=str() as reason):
                return f"TLS failed: {reason.lower().replace('_', ' ')}"
            case ssl.SSLError():
                # Its number is not one of the operating system.
                continue
            case socket.gaierror():
                return f"its name is not found ({cause.strerror})"
            case OSError(errno=int() as number) if number > 0:
                return os.strerror(number).lower()
    texts = (str(cause).strip().rstrip(".") for cause in causes)
    return next((text for text in texts if text), type(causes[0]).__name__)
