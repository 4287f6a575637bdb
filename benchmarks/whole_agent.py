"""An agent of real pieces: HTTP, a provider, the core tools, the database in a file."""

from __future__ import annotations

import math
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import process_time

import trio
from attrs import frozen
from bare_clients import Run
from plain_model import send

from zeroclaw_api.events import Done, Event, NewToken, Outcome
from zeroclaw_api.factory import ToolServices
from zeroclaw_api.processes import Processes
from zeroclaw_api.risk import Autonomy, RiskProfile
from zeroclaw_api.session import SubscriberRole, Subscription
from zeroclaw_api.stores import SessionStore
from zeroclaw_http import HttpClient
from zeroclaw_memory import open_sessions
from zeroclaw_providers import OpenAIChatProvider
from zeroclaw_runtime import (
    Agent,
    InMemorySessionStore,
    Limits,
    ModelRoute,
    NativeHost,
    SessionActor,
    SystemClock,
    assemble,
    open_session,
    open_workspace,
)
from zeroclaw_testing import FixedSecrets, InMemoryBlobs, PlainWords
from zeroclaw_tools.factory import CoreToolSettings, core

__all__ = ["Whole", "ask_whole", "whole", "whole_flood"]

ITERATIONS = 12
"""More than the tool calls of a turn, so that no limit ends it."""


@frozen
class Whole:
    """An agent with its store."""

    agent: Agent
    store: SessionStore


@asynccontextmanager
async def whole(root: str, folder: Path, *, in_memory: bool) -> AsyncIterator[Whole]:
    """The agent whose model is at `root`; `in_memory` leaves the database out."""
    workspace_folder = folder / "workspace"
    workspace_folder.mkdir(exist_ok=True)
    with open_workspace(str(workspace_folder)) as workspace:
        async with HttpClient() as http, open_sessions(folder / "state.db") as store:
            services = ToolServices(
                http=http,
                host=NativeHost(),
                environment={"PATH": os.environ.get("PATH", os.defpath)},
                workspace=workspace,
                blobs=InMemoryBlobs(),
                secrets=FixedSecrets(),
                clock=SystemClock(),
                words=PlainWords(),
            )
            agent = assemble(
                "main",
                [ModelRoute(OpenAIChatProvider(http, f"{root}/v1", "a-key", "custom.bench"), "m")],
                system="You help.",
                tools=core.build(CoreToolSettings(), services, "main"),
                profile=RiskProfile(level=Autonomy.FULL),
                limits=Limits(iterations=ITERATIONS),
            )
            yield Whole(agent, InMemorySessionStore() if in_memory else store)


@asynccontextmanager
async def opened(subject: Whole, count: int) -> AsyncIterator[list[SessionActor]]:
    closing = trio.Event()
    sessions: list[SessionActor] = []

    async def hold(number: int, task_status: trio.TaskStatus[None]) -> None:
        async with open_session(subject.agent, f"s{number}", store=subject.store) as session:
            sessions.append(session)
            task_status.started()
            await closing.wait()

    async with trio.open_nursery() as nursery:
        for number in range(count):
            await nursery.start(hold, number)
        yield sessions
        closing.set()


async def first_text_of(reader: Subscription) -> float | None:
    """Read to the end of a turn; when its first text came, None when it failed."""
    first = None
    async for event in reader:
        match event:
            case Event(body=NewToken()) if first is None:
                first = trio.current_time()
            case Event(body=Done() as done):
                return first if done.outcome is Outcome.ANSWERED else None
            case _:
                continue
    raise AssertionError("the session ended without a Done")


async def whole_flood(root: str, count: int, folder: Path, *, in_memory: bool) -> Run:
    """A turn in each of so many sessions at once, each with a reader, to its `Done`."""
    firsts: list[float] = []

    async def drive(session: SessionActor) -> None:
        async with session.subscribe(SubscriberRole.DRIVER) as reader:
            began = trio.current_time()
            await send(session)
            first = await first_text_of(reader)
            firsts.append(math.inf if first is None else first - began)

    async with whole(root, folder, in_memory=in_memory) as subject:
        await ask_whole(subject, 1, "warm")
        async with opened(subject, count) as sessions:
            began, cpu = trio.current_time(), process_time()
            async with trio.open_nursery() as nursery:
                for session in sessions:
                    nursery.start_soon(drive, session)
            return Run(process_time() - cpu, trio.current_time() - began, tuple(firsts))


async def ask_whole(
    subject: Whole, turns: int, prefix: str, processes: Processes | None = None
) -> None:
    """One turn in each of so many fresh sessions, one after the other."""
    for number in range(turns):
        async with open_session(
            subject.agent, f"{prefix}{number}", store=subject.store, processes=processes
        ) as session:
            done = await session.ask("Hello there.")
            assert done.final_text, done.detail
