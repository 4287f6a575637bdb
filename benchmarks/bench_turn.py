"""What one turn costs, by its steps."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path

import trio
from figures import Figure, cpu_of, floor_seconds, options, show
from plain_model import PlainModel, next_done, send

from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.tool import ToolContext, ToolOutput, ToolSpec
from zeroclaw_runtime import Agent, ModelRoute, assemble, function_tool, open_session

TURNS = 300
PROFILED_LINES = 40
READS = frozenset({Effect.READ})
STEPS = {
    "session/actor.py": ("process", "_begin"),
    "turn/prepare.py": ("open_turn", "prepare"),
    "turn/call.py": ("call",),
    "turn/consume.py": ("consume",),
    "turn/interpret.py": ("interpret",),
    "turn/admit.py": ("admit",),
    "turn/invoke.py": ("invoke",),
    "turn/settle.py": ("open_round", "close_round"),
    "turn/finish.py": ("answer", "conclude"),
    "lanes/journal.py": ("commit",),
}


class Look:
    """A tool that does nothing, in the loop's own thread."""

    spec = ToolSpec(
        name="look",
        description="Look at a place.",
        parameters={"type": "object", "properties": {"place": {"type": "string"}}},
        risk=Risk.LOW,
        effects=READS,
    )

    async def run(self, _context: ToolContext, _args: JsonObject) -> ToolOutput:
        """Say at once that all is well."""
        await trio.lowlevel.checkpoint()
        return ToolOutput.of_text("ok")


def look(place: str) -> str:
    """Look at a place, on a worker thread."""
    return "ok" if place else "nothing"


def agent(*, pieces: int, tool: str) -> Agent:
    """An agent whose every turn says so many pieces, after a call of the tool, if any."""
    tools = {
        "none": (),
        "async": (Look(),),
        "thread": (function_tool(look, risk=Risk.LOW, effects=READS),),
    }
    model = PlainModel(pieces, calls_first=tool != "none")
    return assemble("bench", [ModelRoute(model, "m")], system="You help.", tools=tools[tool])


async def run_turns(subject: Agent, turns: int) -> None:
    """Turn after turn in one session that somebody reads."""
    async with (
        open_session(subject, "s") as session,
        session.subscribe(SubscriberRole.DRIVER) as reader,
    ):
        for _ in range(turns):
            await send(session)
            await next_done(reader)


def cost(subject: Agent) -> float:
    """CPU seconds of one turn."""
    return cpu_of(partial(trio.run, run_turns, subject, TURNS)) / TURNS


def figures() -> Iterator[Figure]:
    floor = floor_seconds()
    one = cost(agent(pieces=1, tool="none"))
    twenty = cost(agent(pieces=20, tool="none"))
    hundreds = cost(agent(pieces=500, tool="none"))
    called = cost(agent(pieces=20, tool="async"))
    threaded = cost(agent(pieces=20, tool="thread"))
    floor = min(floor, floor_seconds())
    item = "a bare channel's item"
    rows = [
        ("a turn of one token", one),
        ("a turn of twenty tokens", twenty),
        ("each further token", (hundreds - one) / 499),
        ("a turn of twenty tokens after one call", called),
        ("the call, with its second request", called - twenty),
        ("the same call on a worker thread", threaded - twenty),
    ]
    for label, seconds in rows:
        yield Figure(label, seconds * 1e6, "us CPU", floor * 1e6, item)


def profiled(path: Path) -> list[Figure]:
    """Profile turns with one call; a list of what costs most goes into a file."""
    profile = cProfile.Profile()
    subject = agent(pieces=20, tool="async")
    profile.enable()
    trio.run(run_turns, subject, TURNS)
    profile.disable()
    text = StringIO()
    stats = pstats.Stats(profile, stream=text)
    stats.sort_stats("tottime").print_stats(PROFILED_LINES)
    path.write_text(text.getvalue())
    whole = sum(entry.tottime for entry in stats.get_stats_profile().func_profiles.values())
    shares = [(f"  of it {label}", 100 * seconds / whole) for label, seconds in _steps(stats)]
    return [Figure(label, share, "%") for label, share in shares]


def _steps(stats: pstats.Stats) -> Iterator[tuple[str, float]]:
    """The seconds of each step of a turn, with all that it calls."""
    entries: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = stats.stats  # type: ignore[attr-defined]
    for ending, names in STEPS.items():
        for (file, _, name), (_, _, _, cumulative, _) in entries.items():
            if file.endswith(f"zeroclaw_runtime/{ending}") and name in names:
                yield f"{ending} {name}", cumulative


def main() -> None:
    chosen = options(__doc__ or "")
    found = list(figures())
    if chosen.profile:
        found += profiled(Path(chosen.profile))
    show("One turn", found, as_json=chosen.json)


if __name__ == "__main__":
    main()
