"""The request of this iteration: window, memories, corrections, steering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import trio
from attrs import evolve

import zeroclaw_api as api
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.events import Steered
from zeroclaw_api.identifiers import MessageId
from zeroclaw_api.messages import Media, Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.stores import AcceptedMessage, TurnRecord
from zeroclaw_runtime.turn.state import Turn
from zeroclaw_runtime.turn.window import trim_if_over

if TYPE_CHECKING:
    from zeroclaw_api.memory import Memory, MemoryEntry, RecallQuery

__all__ = ["build_request", "open_turn", "prepare", "user_items"]

REQUEST_ONLY: Final = MessageId(0)
"""The number of messages that exist in a request and nowhere else."""

RECALL_SECONDS: Final = 5.0

BREADCRUMB: Final = "[earlier turns omitted to fit the context window]"


async def open_turn(turn: Turn, text: str) -> None:
    """Decide once what this turn is told besides its message: the date, some memories."""
    agent = turn.agent
    parts = [f"[Date] {agent.clock.now():%Y-%m-%d}"]
    if agent.memory is not None:
        parts.append(await _remembered(turn, agent.memory, text))
    turn.opening_note = "\n".join(part for part in parts if part) + "\n\n"
    trim_if_over(turn)


async def prepare(turn: Turn) -> ModelRequest:
    """Let steering messages in, then build the request."""
    steering = turn.mailbox.take_steering()
    for accepted in steering:
        _steer(turn, accepted)
    # Showing may wait and be cancelled; by then the turn answers for all of them.
    for accepted in steering:
        await turn.show(Steered(accepted.id))
    turn.requests += 1
    return build_request(turn)


def build_request(turn: Turn, *, last_words: str = "") -> ModelRequest:
    """The request as the first route would get it.

    With `last_words`, which are for this request only, the model is to answer without a call.
    """
    agent = turn.agent
    additions = [*turn.corrections, last_words] if last_words else turn.corrections
    route = agent.routes[0]
    return ModelRequest(
        model=route.model,
        system=agent.system,
        tools=agent.catalogue.specs,
        messages=_view(turn, additions),
        max_output_tokens=route.max_output_tokens,
        may_call_tools=not last_words,
        params=route.params,
    )


def user_items(accepted: AcceptedMessage) -> tuple[Text | Media, ...]:
    """What of an accepted message becomes part of the conversation."""
    command = accepted.command
    return (Text(command.text), *command.media)


async def _remembered(turn: Turn, memory: Memory, text: str) -> str:
    """The memories that fit the message, as a block of text; nothing for a sub-turn."""
    # Loaded here, since an agent without a memory loads none of it.
    from zeroclaw_runtime.context.memory_block import RECALL_LIMIT, categories_for, render_memories

    categories = categories_for(turn.origin)
    if not categories:
        return ""
    query = api.RecallQuery(
        namespace=turn.agent.alias,
        text=text,
        limit=RECALL_LIMIT,
        categories=categories,
        session_id=turn.info.session_id,
    )
    return render_memories(await _recall(turn, memory, query))


async def _recall(turn: Turn, memory: Memory, query: RecallQuery) -> tuple[MemoryEntry, ...]:
    """What is remembered; a memory that fails or dawdles costs its memories, not the turn."""
    try:
        with trio.fail_after(RECALL_SECONDS):
            return await memory.recall(query)
    except (ZeroClawError, trio.TooSlowError) as error:
        turn.warn("recall_failed", problem=str(error) or f"it took over {RECALL_SECONDS:g} s")
        return ()


def _steer(turn: Turn, accepted: AcceptedMessage) -> None:
    message = Message(accepted.id, turn.id, Role.USER, user_items(accepted))
    turn.conversation.add(message)
    turn.message_ids.append(accepted.id)
    turn.journal.note(
        messages=(message,),
        turn=TurnRecord(turn.id, turn.origin, tuple(turn.message_ids), is_open=True),
    )


def _view(turn: Turn, additions: Sequence[str]) -> tuple[Message, ...]:
    """The window with what only this request says; what lies before it stays byte for byte."""
    messages = list(turn.conversation.messages)
    for index in range(len(messages) - 1, -1, -1):
        if messages[index].id == turn.opening_message:
            messages[index] = _prefixed(messages[index], turn.opening_note)
            break
    if turn.conversation.was_trimmed:
        messages[0] = _prefixed(messages[0], BREADCRUMB + "\n\n")
    if additions:
        text = Text("\n\n".join(additions))
        if messages[-1].role is Role.USER:
            messages[-1] = evolve(messages[-1], items=(*messages[-1].items, text))
        else:
            messages.append(Message(REQUEST_ONLY, turn.id, Role.USER, (text,)))
    return tuple(messages)


def _prefixed(message: Message, note: str) -> Message:
    return evolve(message, items=(Text(note), *message.items))
