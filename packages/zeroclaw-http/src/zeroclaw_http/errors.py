"""What can go wrong while speaking HTTP.

The tree, below `ZeroClawError`::

    HttpError                  a request failed; `origin` says where
    ├── HttpUnreachable            no connection: name not found, refused, no route
    ├── HttpTimedOut               nothing happened for longer than the limit
    ├── TlsRefused                 no secure connection: certificate, version, plain HTTP
    ├── HttpConnectionLost         the connection broke after it was made
    ├── HttpProtocolError          the other side does not speak HTTP as it should
    ├── BodyTooLarge               the body is longer than the caller wants
    ├── AddressRefused             the address guard does not let this request out
    ├── InvalidHttpRequest         the request itself cannot be sent
    └── HttpMisused                the client or a response is used after its end
    TrustFileUnreadable        the file with further certificates cannot be used
    InvalidHostPatterns        entries of a list of hosts cannot be understood
    StreamTooLarge             a stream has a piece beyond all reason
    ├── LineTooLong                one line
    └── EventTooLarge              one event

An origin is scheme, host, port: paths, queries, headers may hold secrets, so no error has them.
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = [
    "AddressRefused",
    "BodyTooLarge",
    "EventTooLarge",
    "HttpConnectionLost",
    "HttpError",
    "HttpMisused",
    "HttpProtocolError",
    "HttpTimedOut",
    "HttpUnreachable",
    "InvalidHostPatterns",
    "InvalidHttpRequest",
    "LineTooLong",
    "StreamTooLarge",
    "TlsRefused",
    "TrustFileUnreadable",
]


class HttpError(ZeroClawError):
    """A request failed. `origin` is scheme, host, port; `problem` a clause in English."""

    error_key = "http"
    template = "The request to {origin} failed: {problem}."

    origin: str
    problem: str


class HttpUnreachable(HttpError):
    """No connection could be made; the same request may succeed later."""

    error_key = "http_unreachable"
    template = "Cannot reach {origin}: {problem}. Check the address, the network, the server."


class HttpTimedOut(HttpError):
    """Nothing happened for longer than the request allows."""

    error_key = "http_timed_out"
    template = "{origin} took too long: {problem}. Try again, or allow more time."


class TlsRefused(HttpError):
    """No secure connection: nothing was sent."""

    error_key = "tls_refused"
    template = "No secure connection to {origin}: {problem}. Check its certificate or the scheme."


class HttpConnectionLost(HttpError):
    """The connection ended too early; the other side may have acted on the request."""

    error_key = "http_connection_lost"
    template = "The connection to {origin} broke: {problem}. Try again."


class HttpProtocolError(HttpError):
    """The answer is no proper HTTP, or not in a form that was asked for."""

    error_key = "http_protocol"
    template = "{origin} does not answer in proper HTTP: {problem}. Check that it is a web server."


class BodyTooLarge(HttpError):
    """The body goes on beyond `limit` bytes; what came before is discarded."""

    error_key = "http_body_too_large"
    template = "The answer of {origin} is longer than {limit} bytes: {problem}."

    limit: int


class AddressRefused(HttpError):
    """The address guard lets no request out to this host; asking again is useless."""

    error_key = "address_refused"
    template = "Requests to {origin} are refused: {problem}."


class InvalidHttpRequest(HttpError):
    """The request cannot be sent as it is; nothing was sent."""

    error_key = "http_invalid_request"
    template = "The request to {origin} cannot be sent: {problem}."


class HttpMisused(HttpError):
    """The client or a response is used after its end: a mistake in the calling code."""

    error_key = "http_misused"
    template = "The connection to {origin} is used wrongly: {problem}."


class TrustFileUnreadable(ZeroClawError):
    """The file with further trusted certificates is missing, or holds none."""

    error_key = "http_trust_file"
    template = "Cannot trust the certificates in {path}: {problem}. It has to be a PEM file."

    path: str
    problem: str


class InvalidHostPatterns(ZeroClawError):
    """Entries of a list of hosts that are no host; all of them are named."""

    error_key = "http_host_patterns"
    template = "Not a host, nor *.domain: {entries}. Give names without scheme, port or path."

    entries: str


class StreamTooLarge(ZeroClawError):
    """A stream has a piece of more than `limit` bytes; no more of it can be read."""

    error_key = "http_stream"
    template = "A piece of the stream is longer than {limit} bytes."

    limit: int


class LineTooLong(StreamTooLarge):
    """One line of a stream has no end in sight."""

    error_key = "http_line_too_long"
    template = "A line of the stream is longer than {limit} bytes."


class EventTooLarge(StreamTooLarge):
    """The data lines of one event are too long together."""

    error_key = "http_event_too_large"
    template = "An event of the stream is longer than {limit} bytes."
