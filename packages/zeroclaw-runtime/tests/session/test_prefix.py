"""What a provider can keep in its cache: the prefix of every request, over a long session."""

from __future__ import annotations

from datetime import timedelta
from itertools import count, pairwise

import trio
from attrs import evolve

from zeroclaw_api.events import Done
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.json import canonical_json
from zeroclaw_api.memory import MemoryCategory, MemoryEntry, RecallQuery
from zeroclaw_api.messages import Message, Role
from zeroclaw_api.observer import ModelRequested
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.tool import TurnTool
from zeroclaw_runtime import Agent, Limits, ModelRoute, assemble, open_session
from zeroclaw_runtime.context.prompt import prefix_digest
from zeroclaw_testing import (
    FakeTool,
    InMemoryMemory,
    ManualClock,
    ModelStore,
    RecordingObserver,
    ScriptedProvider,
    Step,
    call,
    say,
    tool_spec,
)

TURNS = 100
SESSION = SessionId("s")
TOOLS: tuple[TurnTool, ...] = (FakeTool(tool_spec("look")), FakeTool(tool_spec("find")))


class RestlessMemory(InMemoryMemory):
    """Remembers something else each time it is asked."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self._numbers = count(1)

    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        """One entry that never came before."""
        number = next(self._numbers)
        entry = MemoryEntry(
            namespace=query.namespace,
            key="fact",
            content=f"recalled-{number}-",
            category=MemoryCategory.CORE,
            at=self._clock.now(),
        )
        await self.remember(entry)
        return (entry,)


def now_and_then_a_call(request: ModelRequest) -> tuple[Step, ...]:
    """Every third turn calls a tool first."""
    last = request.messages[-1]
    if last.role is Role.USER and last.turn_id % 3 == 0:
        return call("look", {"turn": last.turn_id}, text="Let me see.")
    return say(f"answer {last.turn_id}")


class Talk:
    """A hundred turns over a hundred days, with everything that was asked and kept."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self.clock = ManualClock()
        self.provider = ScriptedProvider(always=now_and_then_a_call)
        self.observer = RecordingObserver()
        self.store = ModelStore()
        self.agent: Agent = assemble(
            "cached",
            [ModelRoute(self.provider, "m")],
            system="You are the one who stays.",
            tools=TOOLS,
            limits=limits,
            clock=self.clock,
            memory=RestlessMemory(self.clock),
            observer=self.observer,
        )
        self.dones: list[Done] = []

    async def run(self) -> None:
        """Reopen the session once, in the middle."""
        with trio.fail_after(60):
            for _ in range(2):
                async with open_session(self.agent, SESSION, store=self.store) as session:
                    for number in range(TURNS // 2):
                        self.dones.append(await session.ask(f"question {number}"))
                        self.clock.advance(timedelta(days=1))

    @property
    def requests(self) -> list[ModelRequest]:
        """All requests, in order."""
        return self.provider.requests

    @property
    def digests(self) -> set[str]:
        """What the observer was told of the prefix."""
        seen = self.observer.observations
        return {it.prefix_digest for it in seen if isinstance(it, ModelRequested)}


def prefix_bytes(request: ModelRequest) -> bytes:
    """The fixed part of a request, as any adapter would write it."""
    parts = [request.system]
    for tool in request.tools:
        parts += [tool.name, tool.description, canonical_json(tool.parameters)]
    return "\0".join(parts).encode()


def same_from_the_start(earlier: ModelRequest, later: ModelRequest) -> int:
    """How many messages two requests have in common, from the first on."""
    pairs = enumerate(zip(earlier.messages, later.messages, strict=False))
    changed = (place for place, (one, other) in pairs if repr(one) != repr(other))
    return next(changed, min(len(earlier.messages), len(later.messages)))


def opening(request: ModelRequest) -> int:
    """The place of the message that opened the turn of a request."""
    turn = request.messages[-1].turn_id
    return next(place for place, it in enumerate(request.messages) if it.turn_id == turn)


def shown(messages: tuple[Message, ...]) -> str:
    return "\n".join(message.text for message in messages)


async def test_hundred_turns_with_changing_memories_keep_the_prefix() -> None:
    talk = Talk()
    await talk.run()
    assert len(talk.dones) == TURNS
    assert len({shown((request.messages[opening(request)],)) for request in talk.requests}) >= TURNS
    assert talk.digests == {talk.agent.prefix_digest}
    assert {prefix_bytes(request) for request in talk.requests} == {
        prefix_bytes(talk.requests[0]),
    }
    first = talk.requests[0]
    assert talk.agent.prefix_digest == prefix_digest(first.system, first.tools)


async def test_memories_and_date_are_in_the_opening_message_alone() -> None:
    talk = Talk()
    await talk.run()
    for request in talk.requests:
        place = opening(request)
        others = request.messages[:place] + request.messages[place + 1 :]
        assert "recalled-" not in shown(others)
        assert "[Date]" not in shown(others)
        assert request.messages[place].text.count("recalled-") == 1
    assert "recalled-" not in repr(talk.store.conversation(SESSION))


async def test_rounds_of_one_turn_only_append_to_what_was_sent() -> None:
    talk = Talk()
    await talk.run()
    rounds = [
        (earlier, later)
        for earlier, later in pairwise(talk.requests)
        if earlier.messages[-1].turn_id == later.messages[-1].turn_id
    ]
    assert len(rounds) == TURNS // 3
    for earlier, later in rounds:
        assert same_from_the_start(earlier, later) == len(earlier.messages)


async def test_next_turn_changes_nothing_before_the_turn_that_just_ended() -> None:
    """Only the message that carried the memories is sent without them from then on."""
    talk = Talk()
    await talk.run()
    turns = [
        (earlier, later)
        for earlier, later in pairwise(talk.requests)
        if earlier.messages[-1].turn_id != later.messages[-1].turn_id
    ]
    assert len(turns) == TURNS - 1
    for earlier, later in turns:
        same = same_from_the_start(earlier, later)
        assert same == opening(earlier)
        without = earlier.messages[same].items[1:]
        assert later.messages[same] == evolve(earlier.messages[same], items=without)
        rest = earlier.messages[same + 1 :]
        assert later.messages[same + 1 : same + 1 + len(rest)] == rest


async def test_prefix_stays_while_the_window_moves() -> None:
    talk = Talk(Limits(context_tokens=300))
    await talk.run()
    assert len(talk.requests[-1].messages) < len(talk.store.conversation(SESSION)) / 4
    assert talk.digests == {talk.agent.prefix_digest}
    assert len({prefix_bytes(request) for request in talk.requests}) == 1


async def test_control_another_prefix_has_another_digest() -> None:
    specs = [tool.spec for tool in TOOLS]
    digest = prefix_digest("same", specs)
    assert prefix_digest("same", specs) == digest
    assert prefix_digest("[Date] 2026-01-02 same", specs) != digest
    assert prefix_digest("same", [*specs, tool_spec("third")]) != digest
    assert prefix_digest("same", [evolve(specs[0], description="other"), specs[1]]) != digest


async def test_control_a_changed_message_is_found_at_its_place() -> None:
    talk = Talk()
    await talk.run()
    request = talk.requests[-1]
    changed = list(request.messages)
    changed[7] = evolve(changed[7], items=(*changed[7].items, *changed[7].items))
    assert same_from_the_start(request, evolve(request, messages=tuple(changed))) == 7
