"""Many sessions in one process: events a second, CPU of a turn, memory, first tokens."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from time import process_time

import trio
import trio.testing
from figures import Figure, floor_seconds, options, show
from plain_model import PlainModel, next_done, send, token_times

from zeroclaw_api.session import SubscriberRole
from zeroclaw_runtime import ModelRoute, SessionActor, assemble, open_session

SIZES = (100, 1000)
TURNS = 5
REPEATS = 3
ARRIVALS = 200
ARRIVAL_SECONDS = 0.005
PAGE_BYTES = 4096
EVENTS_OF_A_TURN = 24
"""Accepted, turn started, waiting for the model, twenty tokens, done."""


@asynccontextmanager
async def opened(count: int, model: PlainModel) -> AsyncIterator[list[SessionActor]]:
    agent = assemble("bench", [ModelRoute(model, "m")], system="You help.")
    closing = trio.Event()
    sessions: list[SessionActor] = []

    # A task for each, as a host has it: a thousand nested blocks in one task are no shape for trio.
    async def hold(number: int, task_status: trio.TaskStatus[None]) -> None:
        async with open_session(agent, f"s{number}") as session:
            sessions.append(session)
            task_status.started()
            await closing.wait()

    async with trio.open_nursery() as nursery:
        for number in range(count):
            await nursery.start(hold, number)
        yield sessions
        closing.set()


def resident() -> int:
    """The bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES


def held_bytes() -> int:
    """The bytes that Python objects take, when they are traced."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] if tracemalloc.is_tracing() else resident()


async def memory(count: int) -> tuple[float, float, float]:
    """KiB of a session: idle, with a turn under way and a reader, after that turn."""
    before = held_bytes()
    async with opened(count, PlainModel(stall_at=20)) as sessions:
        idle = held_bytes() - before
        async with AsyncExitStack() as stack:
            for session in sessions:
                await stack.enter_async_context(session.subscribe(SubscriberRole.DRIVER))
                await send(session)
            await trio.testing.wait_all_tasks_blocked()
            active = held_bytes() - before
        for session in sessions:
            session.cancel()
        await trio.testing.wait_all_tasks_blocked()
        after = held_bytes() - before
    return idle / count / 1024, active / count / 1024, after / count / 1024


async def flood(count: int) -> tuple[float, float, int]:
    """All sessions at once: CPU seconds, wall seconds, how many entries were read."""
    read = 0

    async def drive(session: SessionActor) -> None:
        nonlocal read
        async with session.subscribe(SubscriberRole.DRIVER) as reader:
            for _ in range(TURNS):
                await send(session)
                count_of_turn = await next_done(reader)
                read += count_of_turn

    async with opened(count, PlainModel()) as sessions:
        began, cpu = trio.current_time(), process_time()
        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(drive, session)
        return process_time() - cpu, trio.current_time() - began, read


async def first_tokens(count: int, interval: float) -> list[float]:
    """Seconds from sending to the first text; turns begin `interval` apart."""
    waits: list[float] = []

    async def drive(session: SessionActor) -> None:
        async with session.subscribe(SubscriberRole.DRIVER) as reader:
            began = trio.current_time()
            await send(session)
            waits.append((await token_times(reader))[0] - began)

    async with opened(count, PlainModel()) as sessions, trio.open_nursery() as nursery:
        for session in sessions[:ARRIVALS] if interval else sessions:
            nursery.start_soon(drive, session)
            if interval:
                await trio.sleep(interval)
    return waits


def memory_figures() -> Iterator[Figure]:
    """First of all, while nothing that was freed is used again."""
    idle, _, _ = trio.run(memory, SIZES[-1])
    yield Figure(f"resident memory, idle, of {SIZES[-1]} sessions", idle, "KiB")
    tracemalloc.start()
    for count in SIZES:
        idle, active, after = trio.run(memory, count)
        yield Figure(f"objects, idle, of {count} sessions", idle, "KiB")
        yield Figure(f"objects, turn under way, of {count} sessions", active, "KiB")
        yield Figure(f"objects, after a turn, of {count} sessions", after, "KiB")
    tracemalloc.stop()


def speed_figures(count: int) -> Iterator[Figure]:
    floor = floor_seconds()
    cpu, wall, read = min(trio.run(flood, count) for _ in range(REPEATS))
    floor = min(floor, floor_seconds())
    turns = count * TURNS
    events = turns * EVENTS_OF_A_TURN
    item = "a bare channel's item"
    label = f"{count} sessions, {TURNS} turns of 20 tokens"
    yield Figure(f"{label}: events", events / cpu, "/s of CPU")
    yield Figure("  one event", cpu / events * 1e6, "us CPU", floor * 1e6, item)
    yield Figure("  one turn", cpu / turns * 1e3, "ms CPU", floor * 1e3, item)
    yield Figure("  CPU of wall time", 100 * cpu / wall, "%")
    yield Figure("  entries read, the other tokens came merged", 100 * read / events, "%")
    waits = trio.run(first_tokens, count, 0.0)
    yield Figure("  first token, all at once, median", median(waits) * 1e3, "ms")
    yield Figure("  first token, all at once, p95", quantiles(waits, n=20)[-1] * 1e3, "ms")
    waits = trio.run(first_tokens, count, ARRIVAL_SECONDS)
    label = f"  first token, a turn each {ARRIVAL_SECONDS * 1e3:g} ms"
    yield Figure(f"{label}, median", median(waits) * 1e3, "ms")
    yield Figure(f"{label}, p95", quantiles(waits, n=20)[-1] * 1e3, "ms")


def main() -> None:
    chosen = options(__doc__ or "")
    found = list(memory_figures())
    for count in SIZES:
        found += speed_figures(count)
    show("Sessions in one process", found, as_json=chosen.json)


if __name__ == "__main__":
    main()
