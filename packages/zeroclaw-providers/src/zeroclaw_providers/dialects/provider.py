"""A provider over another one, whose model writes its calls as text."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from typing import TYPE_CHECKING

from attrs import evolve

from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.dialects.choice import dialects_of
from zeroclaw_providers.dialects.conversation import as_text, foreign_texts
from zeroclaw_providers.schema_cleaner.memo import Cleaner
from zeroclaw_providers.schema_cleaner.strategies import CONSERVATIVE

if TYPE_CHECKING:
    from zeroclaw_providers.dialects.manner import Manner
    from zeroclaw_providers.dialects.reading import AnswerReader

__all__ = ["DialectProvider"]


class DialectProvider:
    """A `zeroclaw_api.Provider` that reads the calls in the text of another one's answers.

    When it `teaches`, tools are described in the system text, calls and results are text. Else a
    request goes on as it is; only what its model is known to write is read, since servers often
    fail to recognise that. Closing closes the other one.
    """

    def __init__(self, inner: Provider, *, teaches: bool) -> None:
        self._inner = inner
        self._teaches = teaches
        self._clean = Cleaner(CONSERVATIVE)
        # The few models that one entry is asked for.
        self._manners: dict[str, Manner | None] = {}

    def __repr__(self) -> str:
        return f"DialectProvider({self._inner!r}, teaches={self._teaches})"

    @property
    def name(self) -> str:
        """See `Provider.name`."""
        return self._inner.name

    @property
    def capabilities(self) -> ProviderCapabilities:
        """See `Provider.capabilities`; calls come out as such, however the model wrote them."""
        return evolve(self._inner.capabilities, native_tools=True)

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """See `Provider.stream`."""
        manner = self._manner_of(request.model)
        return self._inner.stream(request) if manner is None else self._open(request, manner)

    async def aclose(self) -> None:
        """See `Provider.aclose`."""
        await self._inner.aclose()

    @asynccontextmanager
    async def _open(
        self, request: ModelRequest, manner: Manner
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        from zeroclaw_providers.dialects.reading import AnswerReader

        sent = as_text(request, self._clean, manner.harmless) if self._teaches else request
        async with self._inner.stream(sent) as events:
            if not request.tools or not (self._teaches or _is_harmless(request, manner)):
                yield events
                return
            offered = {spec.name: spec.parameters for spec in request.tools}
            async with aclosing(_read(AnswerReader(manner.dialect, offered), events)) as read:
                yield read

    def _manner_of(self, model: str) -> Manner | None:
        if not self._teaches and not dialects_of(model):
            return None
        if model not in self._manners:
            # Loads every dialect, which most models do not need.
            from zeroclaw_providers.dialects.manner import manner_of

            self._manners[model] = manner_of(model, is_taught=self._teaches)
        return self._manners[model]


async def _read(
    reader: AnswerReader, events: AsyncIterator[StreamEvent]
) -> AsyncGenerator[StreamEvent, None]:
    async for event in events:
        for found in reader.feed(event):
            yield found


def _is_harmless(request: ModelRequest, manner: Manner) -> bool:
    """Whether nothing foreign is in a request that would be a call if it were repeated.

    It goes to the model as it is, since files with such markup have to stay editable; then the
    answer is read as it is as well.
    """
    return not any(manner.harmless.finds(text) for text in foreign_texts(request))
