"""Run the conformance kits on the kernel itself: what it asks of others, it keeps."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from zeroclaw_api.host import RuntimeAdapter
from zeroclaw_api.processes import Processes
from zeroclaw_api.services import Clock, Validator
from zeroclaw_api.session import Session
from zeroclaw_api.stores import SessionStore
from zeroclaw_api.tool import BlockingTool, Tool, TurnTool
from zeroclaw_runtime import (
    DockerHost,
    InMemorySessionStore,
    ModelRoute,
    NativeHost,
    SubsetValidator,
    SystemClock,
    assemble,
    function_tool,
    open_processes,
    open_session,
)
from zeroclaw_testing.kits.host import HostConformance
from zeroclaw_testing.kits.processes import ProcessesConformance
from zeroclaw_testing.kits.services import ClockConformance, ValidatorConformance
from zeroclaw_testing.kits.session import SessionConformance
from zeroclaw_testing.kits.stores import SessionStoreConformance
from zeroclaw_testing.kits.tool import BlockingToolConformance, ToolConformance
from zeroclaw_testing.scripted_provider import ScriptedProvider


class TestSession(SessionConformance):
    @asynccontextmanager
    async def open_with(
        self, provider: ScriptedProvider, tools: tuple[TurnTool, ...]
    ) -> AsyncIterator[Session]:
        agent = assemble("main", [ModelRoute(provider, "model")], tools=tools)
        async with open_session(agent, "kit") as session:
            yield session


class TestInMemorySessionStore(SessionStoreConformance):
    def make(self) -> SessionStore:
        return InMemorySessionStore()


class TestNativeHost(HostConformance):
    def make(self) -> RuntimeAdapter:
        return NativeHost()


class TestDockerHost(HostConformance):
    def make(self) -> RuntimeAdapter:
        return DockerHost("debian:12")


class TestSubsetValidator(ValidatorConformance):
    def make(self) -> Validator:
        return SubsetValidator()


class TestSystemClock(ClockConformance):
    def make(self) -> Clock:
        return SystemClock()


class TestForkServerRoom(ProcessesConformance):
    def open(self) -> AbstractAsyncContextManager[Processes]:
        return open_processes("forkserver")


@pytest.mark.bubblewrap
@pytest.mark.skipif(
    shutil.which("bwrap") is None and "CI" not in os.environ, reason="bwrap is not installed"
)
class TestBubblewrapRoom(ProcessesConformance):
    def open(self) -> AbstractAsyncContextManager[Processes]:
        return open_processes("bubblewrap")


def double(number: int = 2) -> int:
    """Twice a number."""
    return 2 * number


async def triple(number: int = 2) -> int:
    """Three times a number."""
    return 3 * number


class TestBlockingFunctionTool(BlockingToolConformance):
    def make(self) -> BlockingTool:
        tool = function_tool(double)
        assert isinstance(tool, BlockingTool)
        return tool


class TestAsyncFunctionTool(ToolConformance):
    def make(self) -> Tool:
        tool = function_tool(triple)
        assert isinstance(tool, Tool)
        return tool
