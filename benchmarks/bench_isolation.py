"""Whether the opening of a thousand sessions holds up the stream of another."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from statistics import median, quantiles
from typing import TypeAlias

import trio
from figures import Figure, options, show
from plain_model import PlainModel, send, token_times

from zeroclaw_api.session import SubscriberRole
from zeroclaw_runtime import Agent, ModelRoute, assemble, open_session

OTHERS = 1000
INTERVAL = 0.005
TOKENS = 200

Noise: TypeAlias = Callable[[Agent], Awaitable[None]]


async def nothing(_agent: Agent) -> None:
    """No other session."""
    await trio.lowlevel.checkpoint()


async def one_by_one(agent: Agent) -> None:
    """One task opens all, as something that accepts connections does; each gets a message."""

    async def hold(number: int, task_status: trio.TaskStatus[None]) -> None:
        async with open_session(agent, f"o{number}") as session:
            await send(session)
            task_status.started()
            await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        for number in range(OTHERS):
            await nursery.start(hold, number)


async def at_once(agent: Agent) -> None:
    """A task for each opens it at the same moment: the worst that a restart can bring."""

    async def open_one(number: int) -> None:
        async with open_session(agent, f"o{number}") as session:
            await send(session)

    async with trio.open_nursery() as nursery:
        for number in range(OTHERS):
            nursery.start_soon(open_one, number)


async def bare_sleeps(_noise: Noise) -> list[float]:
    """When a task that only sleeps wakes: the floor of any stream here."""
    times = []
    for _ in range(TOKENS):
        await trio.sleep(INTERVAL)
        times.append(trio.current_time())
    return times


async def stream_beside(noise: Noise) -> list[float]:
    """When the tokens of a steady stream arrive while others are set up."""
    steady = assemble("steady", [ModelRoute(PlainModel(TOKENS, interval=INTERVAL), "m")])
    others = assemble("others", [ModelRoute(PlainModel(1), "m")])
    async with (
        open_session(steady, "steady") as session,
        session.subscribe(SubscriberRole.DRIVER) as reader,
        trio.open_nursery() as nursery,
    ):
        await send(session)
        nursery.start_soon(noise, others)
        times = await token_times(reader)
        nursery.cancel_scope.cancel()
    return times


def figures() -> Iterator[Figure]:
    measures = [
        ("a task that only sleeps", bare_sleeps, nothing, True),
        ("the stream alone", stream_beside, nothing, True),
        (f"while {OTHERS} sessions are opened, one by one", stream_beside, one_by_one, True),
        ("the same without Python's collector", stream_beside, one_by_one, False),
        (f"while {OTHERS} sessions are opened at once", stream_beside, at_once, True),
        ("the same without Python's collector", stream_beside, at_once, False),
    ]
    floor = None
    for label, run, noise, collects in measures:
        gc.collect()
        if not collects:
            gc.disable()
        times = trio.run(run, noise)
        gc.enable()
        late = [later - earlier for earlier, later in pairwise(times)]
        floor = floor or max(late)
        yield Figure(f"{label}: median gap", median(late) * 1e3, "ms")
        yield Figure("  p95 gap", quantiles(late, n=20)[-1] * 1e3, "ms")
        yield Figure("  longest gap", max(late) * 1e3, "ms", floor * 1e3, "a bare sleep's longest")


def main() -> None:
    chosen = options(__doc__ or "")
    title = f"Gaps of a stream with a token each {INTERVAL * 1e3:g} ms"
    show(title, list(figures()), as_json=chosen.json)


if __name__ == "__main__":
    main()
