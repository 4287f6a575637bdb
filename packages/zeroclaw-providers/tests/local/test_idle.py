"""Whenever requests come or go, no server ends under one of them, nor stays without any."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Final, TypeAlias, assert_never

import pytest
import trio
from attrs import define, field
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock, wait_all_tasks_blocked

from zeroclaw_api.errors import ProviderUnreachable
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.processes import Command, ProcessExit, ResidentProgram
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.local.provider import LocalModel, LocalProvider
from zeroclaw_testing import FakeAnswer, FakeHttp, FakeOutcome, FakeRunningProcess

IDLE: Final = 10.0
SAID: Final = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
REQUEST: Final = ModelRequest("m", "", (), (SAID,), max_output_tokens=9)
ANSWER: Final = FakeAnswer(
    headers={"content-type": "text/event-stream"},
    chunks=(
        b'data: {"choices": [{"delta": {"content": "hi"}, "finish_reason": "stop"}]}\n\n',
        b"data: [DONE]\n\n",
    ),
)


class Server(FakeRunningProcess):
    """A `ResidentProgram` in the time of the test."""

    def __init__(self, command: Command, number: int) -> None:
        ready = f'{{"port": {number}}}\n'.encode()
        super().__init__(command, FakeOutcome(ready, hangs=True), number)
        self.end_time = math.inf
        self.is_killed = False
        self.is_dead = False

    @property
    def is_ended(self) -> bool:
        """Whether its owner, or whoever started it, put an end to it."""
        return self.is_killed or trio.current_time() >= self.end_time

    @property
    def is_running(self) -> bool:
        return not self.is_ended and not self.is_dead

    def end_after(self, seconds: float) -> bool:
        if self.is_ended:
            return False
        self.end_time = trio.current_time() + seconds
        return True

    async def kill(self) -> ProcessExit:
        self.is_killed = True
        return await super().kill()

    def die(self) -> None:
        """End by itself, which nobody is told."""
        self.is_dead = True
        self.end_now()


@define(eq=False)
class Machine:
    """Starts servers, and is the way to them."""

    started: list[Server] = field(factory=list)

    async def start(self, command: Command) -> ResidentProgram:
        await trio.lowlevel.checkpoint()
        self.started.append(Server(command, len(self.started) + 1))
        return self.started[-1]

    def answer(self, request: HttpRequest) -> FakeAnswer:
        number = int(request.url.split(":")[2].partition("/")[0])
        if not self.started[number - 1].is_running:
            raise ProviderUnreachable(provider="local.home", model="m", detail="nobody is there")
        return ANSWER

    @property
    def running(self) -> list[Server]:
        return [server for server in self.started if server.is_running]

    def provider(self, file: Path) -> LocalProvider:
        http, model = FakeHttp(handler=self.answer), LocalModel(file, idle_seconds=IDLE)
        return LocalProvider(http, self, "local.home", model, find_engine=lambda: file.parent)


@define(eq=False)
class Asker:
    """One request, whose answer is read when it is told to go on."""

    provider: LocalProvider
    machine: Machine
    go_on: trio.Event = field(factory=trio.Event)
    servers: list[Server] = field(factory=list)

    async def ask(self) -> None:
        async with self.provider.stream(REQUEST) as events:
            self.servers += self.machine.running
            await self.go_on.wait()
            assert [event async for event in events]
            assert not self.is_disturbed

    @property
    def is_disturbed(self) -> bool:
        """Whether it has not just one server, or one that somebody else put an end to."""
        (server,) = self.servers or (None,)
        return server is None or (server.is_ended and not server.is_dead)


class Do(Enum):
    """What happens next, unless time passes."""

    ASK = auto()
    GO_ON = auto()
    DIE = auto()


Move: TypeAlias = Do | float
MOVES: Final = st.lists(
    st.sampled_from((*Do, Do.ASK, IDLE / 2, math.nextafter(IDLE, 0), IDLE, 3 * IDLE)), max_size=25
)


async def play(moves: Sequence[Move], machine: Machine, file: Path, clock: MockClock) -> None:
    """Play the moves; after each of them, just what should run runs."""
    provider = machine.provider(file)
    under_way: list[Asker] = []
    ends_at, starts = -math.inf, 0
    async with trio.open_nursery() as nursery:
        for move in moves:
            match move:
                case Do.ASK:
                    starts += trio.current_time() >= ends_at
                    ends_at = math.inf
                    under_way.append(Asker(provider, machine))
                    nursery.start_soon(under_way[-1].ask)
                case Do.GO_ON:
                    if under_way:
                        served = under_way.pop(0)
                        served.go_on.set()
                        is_last = not any(one.servers == served.servers for one in under_way)
                        if is_last and machine.running == served.servers:
                            ends_at = trio.current_time() + IDLE
                case Do.DIE:
                    for server in machine.running:
                        server.die()
                    ends_at = -math.inf
                case float():
                    clock.jump(move)
                case _:
                    assert_never(move)
            await wait_all_tasks_blocked()
            assert len(machine.started) == starts
            assert len(machine.running) == (trio.current_time() < ends_at)
            assert not any(asker.is_disturbed for asker in under_way)
        for asker in under_way:
            asker.go_on.set()
    await provider.aclose()
    assert not machine.running


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that looks like a model."""
    made = tmp_path_factory.mktemp("models") / "some.gguf"
    made.write_bytes(b"GGUF and more")
    return made


def played(moves: Sequence[Move], file: Path) -> Machine:
    machine, clock = Machine(), MockClock()
    trio.run(play, moves, machine, file, clock, clock=clock)
    return machine


@given(moves=MOVES)
def test_server_runs_as_long_as_it_is_used_or_was_lately(moves: list[Move], file: Path) -> None:
    played(moves, file)


def test_request_at_the_last_moment_is_served_by_the_same_server(file: Path) -> None:
    moves: list[Move] = [Do.ASK, Do.GO_ON, math.nextafter(IDLE, 0), Do.ASK, 3 * IDLE, Do.GO_ON]
    assert len(played(moves, file).started) == 1


def test_request_after_the_end_is_served_by_another_server(file: Path) -> None:
    assert len(played([Do.ASK, Do.GO_ON, IDLE, Do.ASK, Do.GO_ON], file).started) == 2


def test_server_that_died_under_one_request_is_replaced_for_the_next(file: Path) -> None:
    assert len(played([Do.ASK, Do.DIE, Do.ASK, Do.GO_ON, Do.GO_ON], file).started) == 2
