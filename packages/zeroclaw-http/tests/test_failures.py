"""Tests of turning the errors of the libraries below into ours."""

import inspect
import socket
import ssl

import httpcore
import pytest
import trio

from zeroclaw_http import (
    HttpConnectionLost,
    HttpError,
    HttpProtocolError,
    HttpTimedOut,
    HttpUnreachable,
    InvalidHttpRequest,
    TlsRefused,
)
from zeroclaw_http.failures import failure, translated

ORIGIN = "http://kit.test"


def exceptions_of(module: object) -> list[type[Exception]]:
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Exception)
    ]


def made(kind: type[Exception]) -> Exception:
    """An instance without calling its constructor, each of which wants something else."""
    error = kind.__new__(kind)
    error.args = ("it failed",)
    return error


EXPECTED: dict[str, type[HttpError]] = {
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


@pytest.mark.parametrize("kind", exceptions_of(httpcore))
def test_every_error_below_has_one_of_ours(kind: type[Exception]) -> None:
    assert type(failure(made(kind), ORIGIN)) is EXPECTED[kind.__name__]


@pytest.mark.parametrize("kind", exceptions_of(httpcore))
def test_no_error_of_the_libraries_below_gets_out(kind: type[Exception]) -> None:
    with pytest.raises(HttpError) as raised, translated(ORIGIN):
        raise made(kind)
    assert raised.value.origin == ORIGIN
    assert isinstance(raised.value.__cause__, kind)


def test_control_walk_sees_the_errors_of_the_library() -> None:
    assert len(exceptions_of(httpcore)) >= 14


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ConnectionRefusedError(111, "Connection refused"), HttpUnreachable),
        (ConnectionResetError(104, "reset"), HttpConnectionLost),
        (BrokenPipeError(32, "pipe"), HttpConnectionLost),
        (TimeoutError(110, "timed out"), HttpTimedOut),
        (OSError(113, "No route to host"), HttpUnreachable),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), HttpUnreachable),
        (ssl.SSLError(1, "bad"), TlsRefused),
        (ssl.SSLCertVerificationError(1, "bad"), TlsRefused),
        (trio.BrokenResourceError("gone"), HttpConnectionLost),
        (trio.ClosedResourceError("gone"), HttpConnectionLost),
    ],
)
def test_errors_of_the_system_have_one_of_ours(error: Exception, kind: type[HttpError]) -> None:
    with pytest.raises(HttpError) as raised, translated(ORIGIN):
        raise error
    assert type(raised.value) is kind


def test_error_of_ours_passes_untouched() -> None:
    ours = HttpUnreachable(origin=ORIGIN, problem="x")
    with pytest.raises(HttpUnreachable) as raised, translated(ORIGIN):
        raise ours
    assert raised.value is ours


def test_cause_deep_below_says_what_happened() -> None:
    error = httpcore.ConnectError("all attempts to connect failed")
    error.__cause__ = OSError("all attempts failed")
    error.__cause__.__cause__ = ExceptionGroup(
        "", [OSError(111, "error connecting to ('::1', 1)"), OSError(113, "x")]
    )
    assert failure(error, ORIGIN).problem == "connection refused"


def test_untrusted_certificate_is_told_from_a_closed_port() -> None:
    error = httpcore.ConnectError("x")
    error.__cause__ = trio.BrokenResourceError()
    error.__cause__.__cause__ = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.__cause__.__cause__.verify_message = "certificate has expired"
    ours = failure(error, ORIGIN)
    assert isinstance(ours, TlsRefused)
    assert ours.problem == "its certificate is not trusted: certificate has expired"


def test_errors_that_quote_headers_are_not_repeated() -> None:
    error = httpcore.LocalProtocolError("Illegal header value b'Bearer s3cret\\n'")
    assert "s3cret" not in str(failure(error, ORIGIN))


def test_circle_of_causes_comes_to_an_end() -> None:
    one, two = httpcore.ReadError(""), OSError()
    one.__cause__, two.__cause__ = two, one
    assert failure(one, ORIGIN).problem == "ReadError"
    assert len(failure(httpcore.ReadError("x" * 9999), ORIGIN).problem) <= 200
