"""One session over a script, played to its `Done`, for tests of a single room of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import trio
from attrs import define, field

from zeroclaw_api.events import (
    AskUser,
    ConfirmRequest,
    Done,
    Event,
    NewToken,
    ToolError,
    ToolFinished,
    TurnWarning,
)
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.messages import Message, Role, Text, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import Choice, Question, Reply
from zeroclaw_api.session import ArrivalPolicy, ProcessMessage, SubscriberRole
from zeroclaw_api.stores import SessionStore
from zeroclaw_runtime import Agent, ModelRoute, SessionActor, open_session
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import Round, ScriptedProvider
from zeroclaw_testing.stores import ModelStore

Body = TypeVar("Body")

S = SessionId("s")
YES = Reply(Choice.APPROVE, LOCAL_USER)
NO = Reply(Choice.DENY, LOCAL_USER)


@define
class Script:
    """A scripted provider with the route that leads to it."""

    provider: ScriptedProvider
    route: ModelRoute

    @property
    def last_messages(self) -> tuple[Message, ...]:
        """The messages of the last request."""
        return self.provider.requests[-1].messages


def script(*rounds: Round, always: Round | None = None, name: str = "scripted.test") -> Script:
    """A route to a model that answers with these rounds; it has no price."""
    provider = ScriptedProvider(rounds, always=always, name=name)
    return Script(provider, ModelRoute(provider, "model"))


def message(text: str = "hi", arrival: ArrivalPolicy | None = None) -> ProcessMessage:
    """A message of the local user."""
    return ProcessMessage(text, LOCAL_USER, TurnOrigin.INTERACTIVE, arrival=arrival)


@define
class Play:
    """What one turn showed to its driver."""

    events: list[Event] = field(factory=list)

    def of(self, kind: type[Body]) -> list[Body]:
        """The bodies of one kind, in order."""
        return [event.body for event in self.events if isinstance(event.body, kind)]

    @property
    def done(self) -> Done:
        """The end of the turn: exactly one, last."""
        (done,) = self.of(Done)
        assert self.events[-1].body is done
        return done

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "".join(token.text for token in self.of(NewToken))

    @property
    def warnings(self) -> list[str]:
        """The keys of all warnings."""
        return [warning.key for warning in self.of(TurnWarning)]

    @property
    def results(self) -> list[ToolResult]:
        """The results of calls that ran, in the order they ended."""
        return [f.outcome for f in self.of(ToolFinished) if isinstance(f.outcome, ToolResult)]

    @property
    def refusals(self) -> list[ToolError]:
        """What became of calls that never ran."""
        return [f.outcome for f in self.of(ToolFinished) if isinstance(f.outcome, ToolError)]


async def follow(
    session: SessionActor,
    command: ProcessMessage,
    answers: Iterable[Reply | Callable[[Question], Reply]] = (),
) -> Play:
    """Process a message as its driver, answer its questions in order, read to its `Done`."""
    play = Play()
    waiting = iter(answers)
    async with session.subscribe(SubscriberRole.DRIVER) as events:
        message_id = await session.process(command)
        async for event in events:
            assert isinstance(event, Event)
            play.events.append(event)
            body = event.body
            if isinstance(body, ConfirmRequest | AskUser):
                answer = next(waiting, None)
                if answer is not None:
                    reply = answer(body.question) if callable(answer) else answer
                    session.answer(body.question.id, reply)
            if isinstance(body, Done) and message_id in body.message_ids:
                return play
    raise AssertionError("the session closed before the end of the turn")


async def play(
    agent: Agent,
    *texts: str,
    answers: Iterable[Reply | Callable[[Question], Reply]] = (),
    store: SessionStore | None = None,
    seconds: float = 20.0,
) -> Play:
    """Open a session, play one turn for each text, give back the last one."""
    found = Play()
    waiting = iter(answers)
    with trio.fail_after(seconds):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            for text in texts or ("hi",):
                found = await follow(session, message(text), waiting)
    return found


def said(request_messages: Iterable[Message]) -> str:
    """All text of a request's messages, results included."""
    parts = []
    for entry in request_messages:
        for item in entry.items:
            if isinstance(item, Text | ToolResult):
                parts.append(item.text)
    return "\n".join(parts)


def shape(store: ModelStore) -> list[tuple[Role, int]]:
    """The durable conversation, as roles with the number of items."""
    return [(entry.role, len(entry.items)) for entry in store.conversation(S)]
