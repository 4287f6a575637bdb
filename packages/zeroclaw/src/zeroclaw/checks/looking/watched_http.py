"""Notes what the answers to one provider tell besides what was asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from urllib.parse import urlsplit

from attrs import define, field

from zeroclaw_api.services import Http, HttpRequest, HttpResponse

__all__ = ["WatchedHttp", "origin_of"]


@define(eq=False)
class WatchedHttp:
    """An `Http` that knows where it last asked, with the time that the last answer told."""

    _http: Http = field(repr=False)
    origin: str | None = field(default=None, init=False)
    date: datetime | None = field(default=None, init=False)

    def send(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpResponse]:
        """See `Http.send`."""
        return self._watched(request)

    @asynccontextmanager
    async def _watched(self, request: HttpRequest) -> AsyncIterator[HttpResponse]:
        self.origin = origin_of(request.url)
        async with self._http.send(request) as response:
            self.date = _date(response.headers.get("date")) or self.date
            yield response


def origin_of(url: str) -> str:
    """The beginning of a URL up to its host, since what follows may be secret."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _date(text: str | None) -> datetime | None:
    if not text:
        return None
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
