"""The provider: one streaming request to a language model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from attrs import field, frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Message
from zeroclaw_api.stream import StreamEvent

if TYPE_CHECKING:
    from zeroclaw_api.tool import ToolSpec

__all__ = ["ListedModels", "ListsModels", "ModelRequest", "Provider", "ProviderCapabilities"]


@frozen
class ProviderCapabilities:
    """What a provider can do with the models it serves."""

    native_tools: bool = True
    vision: bool = False


@frozen
class ModelRequest:
    """One request: a fixed prefix (system text, tools), then the conversation.

    `system` and `tools` stay the same over a session, so that a provider's cache of the prefix
    holds; what changes (memories, the date) is in a user message. The first message is a user's,
    and every call is answered by the tool message right after it; user messages may be adjacent,
    and an adapter joins them where its endpoint insists.
    Where `may_call_tools` is false the tools stay in the prefix and no call is wanted.
    `params` are the provider's own settings, passed on as they are.
    """

    model: str
    system: str
    tools: tuple[ToolSpec, ...]
    messages: tuple[Message, ...]
    max_output_tokens: int
    may_call_tools: bool = True
    params: JsonObject = field(factory=dict, hash=False)


@frozen
class ListedModels:
    """The models that an endpoint has, in its own order; `other_names` lead to some of them too.

    An `is_open` list is given to anybody, so that it says nothing of a key.
    """

    names: tuple[str, ...]
    other_names: frozenset[str] = frozenset()
    is_open: bool = False

    def has(self, model: str) -> bool:
        """Whether a request for the model would find one."""
        return model in self.names or model in self.other_names


@runtime_checkable
class ListsModels(Protocol):
    """What a provider is whose endpoint tells which models it has.

    It is not every provider: some endpoints tell nothing. Whoever checks or lists models asks it.
    """

    async def models(self) -> ListedModels:
        """Ask, which costs nothing. Raises `ProviderError`."""


class Provider(Protocol):
    """A client of one endpoint that serves language models.

    It is not a policy: retries over several endpoints, budgets, trimming lie above it; bytes
    and HTTP lie below it. The turn calls it, many turns at once. Text dialects of tool calls
    end inside it: what comes out is `StreamEvent`s.
    Fake: `zeroclaw_testing.ScriptedProvider`. Kit: `zeroclaw_testing.kits.provider`.
    """

    @property
    def name(self) -> str:
        """For messages and logs, such as `openrouter.default`."""

    @property
    def capabilities(self) -> ProviderCapabilities:
        """What it can do; constant over its life."""

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """Send the request; iterate what comes back, up to and including one `Finish`.

        Entering sends; both entering and iterating wait and may raise `ProviderError`. Leaving,
        at any moment and by cancellation too, closes the connection at once. The iterator must
        hold no nursery or cancel scope across a `yield`.
        """

    async def aclose(self) -> None:
        """Give connections back. Called once, when no stream is open; bounded by the caller."""
