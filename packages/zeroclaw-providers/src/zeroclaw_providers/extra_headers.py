"""Sends the headers that a section adds to every request of its endpoint."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Final

from attrs import evolve, field, frozen

from zeroclaw_api.factory import ExtendedSettings, ModelSettings, ProviderServices
from zeroclaw_api.services import Http, HttpRequest, HttpResponse

__all__ = [
    "HeadedHttp",
    "header_name",
    "header_secrets",
    "header_value",
    "with_extra_headers",
    "without_extra_headers",
]

TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
RESERVED: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "api-key",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
        "x-api-key",
        "x-goog-api-key",
    }
)
"""What follows from the request, or from the key."""

SHORTEST_SECRET: Final = 4
"""Characters; a shorter value is no secret, and masking it would leave no error readable."""
SHORTEST_WORD: Final = 8
"""Characters of a word in a value that is masked for itself, as what follows `Basic`."""


def header_name(name: str) -> str:
    """The name. Raises ValueError when a section may not add such a header."""
    if not TOKEN.fullmatch(name):
        raise ValueError(
            "a header has only ASCII letters, digits and signs such as `-` in its name"
        )
    if name.lower() in RESERVED:
        raise ValueError("this header is not yours to set: leave it out; a key goes into api_key")
    return name


def header_value(value: str) -> str:
    """The value without blanks around it. Raises ValueError, which does not quote it."""
    text = value.strip()
    if not text:
        raise ValueError("a header needs a value")
    if not (text.isascii() and text.isprintable()):
        raise ValueError("the value of a header has only ASCII letters, digits, signs and spaces")
    return text


@frozen(eq=False)
class HeadedHttp:
    """An `Http` whose requests have more headers; those that a request has itself win."""

    http: Http = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)

    def send(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpResponse]:
        """See `Http.send`."""
        own = {name.lower() for name in request.headers}
        more = {name: value for name, value in self.headers.items() if name.lower() not in own}
        return self.http.send(evolve(request, headers={**more, **request.headers}))


def with_extra_headers(services: ProviderServices, settings: ModelSettings) -> ProviderServices:
    """What to build the provider of these settings with."""
    headers = settings.sent_headers if isinstance(settings, ExtendedSettings) else {}
    return evolve(services, http=HeadedHttp(services.http, headers)) if headers else services


def without_extra_headers(http: Http) -> Http:
    """For whoever is asked for credentials: the headers are meant for the endpoint alone."""
    return http.http if isinstance(http, HeadedHttp) else http


def header_secrets(http: Http) -> tuple[str, ...]:
    """What no error may hold of the headers that are added."""
    values = tuple(http.headers.values()) if isinstance(http, HeadedHttp) else ()
    words = (word for value in values for word in value.split() if len(word) >= SHORTEST_WORD)
    return (*(value for value in values if len(value) >= SHORTEST_SECRET), *words)
