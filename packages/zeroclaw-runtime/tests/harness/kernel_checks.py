"""The seven invariants as pure functions over records: each returns what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from kernel_fakes import MEMORY_MARK, RequestRecord

from zeroclaw_api.events import (
    Done,
    Event,
    Gap,
    NewToken,
    Outcome,
    Status,
    StatusUpdate,
    TurnStarted,
    TurnWarning,
)
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, canonical_json
from zeroclaw_api.messages import Message, Reasoning, ResultStatus, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import CallState, Commit
from zeroclaw_testing.model_server.strict import strict_problems

__all__ = [
    "call_problems",
    "crash_problems",
    "done_problems",
    "execution_problems",
    "failover_problems",
    "injection_problems",
    "process_problems",
    "reader_problems",
    "request_problems",
    "sequence_problems",
    "token_problems",
    "turn_split_problems",
    "unanswered",
    "unkept",
    "window_problems",
]

DATE_MARK = "[Date] 2031-07-09"
REQUEST_ONLY = MessageId(0)


# --- 1: every call has exactly one result --------------------------------------------------------


def call_problems(messages: Sequence[Message], *, may_be_open: bool = False) -> list[str]:
    """Calls without exactly one result in the message right after them.

    With `may_be_open` the last message may hold calls that still run.
    """
    problems: list[str] = []
    seen: Counter[CallId] = Counter()
    expected: tuple[CallId, ...] = ()
    for message in messages:
        results = tuple(result.call_id for result in message.tool_results)
        if results != expected:
            problems.append(f"message {message.id} answers {results}, not {expected}")
        if bool(results) != (message.role is Role.TOOL):
            problems.append(f"message {message.id} is a {message.role} with results {results}")
        expected = tuple(call.id for call in message.tool_calls)
        if expected and message.role is not Role.ASSISTANT:
            problems.append(f"message {message.id} is a {message.role} with calls {expected}")
        seen.update(expected)
    if expected and not may_be_open:
        problems.append(f"the calls {expected} have no result")
    problems += [f"call {call_id} occurs {n} times" for call_id, n in seen.items() if n > 1]
    return problems


def request_problems(request: ModelRequest) -> list[str]:
    """What a strict provider would refuse of a request, written as a chat completion.

    Adjacent messages of one role are joined first, as an adapter does.
    """
    written: list[Json] = []
    problems = call_problems(request.messages)
    # Thinking cannot be written in this form: an adapter leaves it out.
    sent = [m for m in request.messages if not m.items or not _only_thinks(m)]
    for role, group in groupby(sent, key=lambda message: message.role):
        messages = list(group)
        if role is Role.TOOL:
            written += [
                {"role": "tool", "tool_call_id": str(result.call_id), "content": result.text}
                for message in messages
                for result in message.tool_results
            ]
        elif any(message.tool_calls for message in messages[:-1]):
            problems.append(f"message {messages[0].id} is followed by another of the model")
        else:
            written.append(_written(role, messages))
    return problems + list(strict_problems(written))


def _only_thinks(message: Message) -> bool:
    return all(isinstance(item, Reasoning) for item in message.items)


def _written(role: Role, messages: Sequence[Message]) -> Json:
    form: dict[str, Json] = {"role": str(role)}
    calls = messages[-1].tool_calls
    text = "".join(message.text for message in messages)
    if text or not calls:
        form["content"] = text
    if calls:
        form["tool_calls"] = [
            {
                "id": str(call.id),
                "type": "function",
                "function": {"name": call.name, "arguments": canonical_json(call.args)},
            }
            for call in calls
        ]
    return form


# --- 2: what was shown is what is kept -----------------------------------------------------------


def token_problems(events: Sequence[Event], messages: Sequence[Message]) -> list[str]:
    """Finished turns whose shown text is not the text of their assistant messages."""
    over = [e.turn_id for e in events if isinstance(e.body, Done)]
    problems = []
    for turn_id in over:
        shown = "".join(
            e.body.text for e in events if e.turn_id == turn_id and isinstance(e.body, NewToken)
        )
        kept = "".join(
            m.text for m in messages if m.turn_id == turn_id and m.role is Role.ASSISTANT
        )
        if shown != kept:
            problems.append(f"turn {turn_id} showed {shown[:80]!r} and kept {kept[:80]!r}")
    return problems


def failover_problems(events: Sequence[Event], requests: Sequence[RequestRecord]) -> list[str]:
    """Second tries that began after a token of the first had been released."""
    problems = []
    spoken: dict[TurnId | None, bool] = {}
    for event in events:
        match event.body:
            case NewToken(text) if text:
                spoken[event.turn_id] = True
            case StatusUpdate(Status.WAITING_FOR_MODEL):
                spoken[event.turn_id] = False
            case StatusUpdate(Status.CORRECTING) | TurnWarning(key="failed_over" | "model_retried"):
                if spoken.get(event.turn_id):
                    problems.append(f"event {event.seq} tries again after text was shown")
    for earlier, later in pairwise(requests):
        same_turn = (earlier.life, earlier.turn_id) == (later.life, later.turn_id)
        if same_turn and earlier.broke and earlier.has_spoken:
            problems.append(f"turn {later.turn_id} asked again after {earlier.said!r} broke off")
    return problems


# --- 3: turns stay whole -------------------------------------------------------------------------


def turn_split_problems(messages: Sequence[Message]) -> list[str]:
    """Turns whose messages do not stand together, or that do not open with a user."""
    problems = []
    begun: set[TurnId] = set()
    for turn_id, group in groupby(messages, key=lambda message: message.turn_id):
        first = next(group)
        if turn_id in begun:
            problems.append(f"turn {turn_id} is split by another before message {first.id}")
        if first.role is not Role.USER:
            problems.append(f"turn {turn_id} opens with a {first.role}")
        begun.add(turn_id)
    return problems


def window_problems(window: Sequence[Message], history: Sequence[Message]) -> list[str]:
    """A window that is not the end of history, or does not begin where a turn does."""
    kept = [message for message in window if message.id != REQUEST_ONLY]
    if not kept:
        return ["the window is empty"]
    places = {message.id: place for place, message in enumerate(history)}
    start = places.get(kept[0].id)
    if start is None:
        # Nothing of this turn is durable yet, so it can only stand alone.
        alone = {message.turn_id for message in kept} == {kept[0].turn_id}
        return [] if alone else [f"the window begins with the unknown message {kept[0].id}"]
    problems = []
    if start and history[start - 1].turn_id == history[start].turn_id:
        problems.append(f"the window splits turn {kept[0].turn_id} at message {kept[0].id}")
    known = [message.id for message in kept if message.id in places]
    if known != [message.id for message in history[start : start + len(known)]]:
        problems.append(f"the window {known} is not a stretch of history")
    return problems


# --- 4: one Done ---------------------------------------------------------------------------------


def done_problems(events: Sequence[Event]) -> list[str]:
    """Turns that do not run from one `TurnStarted` to one `Done`; messages named twice."""
    problems = []
    open_turn: TurnId | None = None
    over: set[TurnId] = set()
    named: Counter[MessageId] = Counter()
    for event in events:
        turn_id = event.turn_id
        if turn_id is None:
            continue
        if isinstance(event.body, TurnStarted):
            if open_turn is not None:
                problems.append(f"turn {turn_id} starts before turn {open_turn} is done")
            open_turn = turn_id
        if turn_id in over:
            problems.append(f"event {event.seq} of turn {turn_id} follows its Done")
        elif turn_id != open_turn:
            problems.append(f"event {event.seq} is of turn {turn_id}, which has not started")
        if isinstance(event.body, Done):
            over.add(turn_id)
            open_turn = None
            named.update(event.body.message_ids)
    return problems + [f"message {m} is named by {n} Done" for m, n in named.items() if n > 1]


def unanswered(events: Sequence[Event], accepted: Collection[MessageId]) -> list[str]:
    """Accepted messages that no `Done` names."""
    named = {m for e in events if isinstance(e.body, Done) for m in e.body.message_ids}
    return [f"message {m} is named by no Done" for m in sorted(set(accepted) - named)]


# --- 5: no process outlives its turn -------------------------------------------------------------


def process_problems(alive_at_done: Sequence[tuple[TurnId, int, int]]) -> list[str]:
    """Turns at whose `Done` a process was alive or a tool still ran."""
    return [
        f"at the Done of turn {turn_id} {alive} processes were alive, {tools} tools ran"
        for turn_id, alive, tools in alive_at_done
        if alive or tools
    ]


# --- 6: what is injected stays in the request ----------------------------------------------------


def injection_problems(
    requests: Sequence[RequestRecord],
    messages: Sequence[Message],
    events: Sequence[Event | Gap],
    *,
    remembers: Mapping[tuple[int, TurnId], bool],
) -> list[str]:
    """Requests without their note, or a note anywhere else than in its turn's request.

    `remembers` says, by life and turn, which requests have memories, as far as it is known.
    """
    problems = []
    for record in requests:
        noted = [
            (message.turn_id, message.role, item.text)
            for message in record.request.messages
            for item in message.items
            if isinstance(item, Text) and DATE_MARK in item.text
        ]
        if [(turn_id, role) for turn_id, role, _ in noted] != [(record.turn_id, Role.USER)]:
            problems.append(f"a request of turn {record.turn_id} has the notes {noted}")
        found = sum(MEMORY_MARK in text for _, _, text in noted)
        expected = remembers.get((record.life, record.turn_id))
        if expected is not None and found != expected:
            problems.append(f"a request of turn {record.turn_id} has {found} memory blocks")
        if DATE_MARK in record.request.system or MEMORY_MARK in record.request.system:
            problems.append(f"the system text of turn {record.turn_id} is not constant")
    for place in (*messages, *events):
        if MEMORY_MARK in (text := repr(place)) or "[Date]" in text:
            problems.append(f"something injected was kept in {text[:200]}")
    return problems


# --- 7: a crash loses nothing --------------------------------------------------------------------


def sequence_problems(events: Sequence[Event]) -> list[str]:
    """Gaps and duplicates in the numbers of a whole log."""
    problems = []
    last = 0
    for event in events:
        if event.first_seq != last + 1:
            problems.append(f"event {event.first_seq} follows event {last}")
        last = event.seq
    return problems


def reader_problems(seen: Sequence[Event | Gap], after_seq: int, role: SubscriberRole) -> list[str]:
    """What one reader was given twice, out of order or not at all without being told."""
    problems = []
    last = after_seq
    for entry in seen:
        if entry.first_seq != last + 1:
            problems.append(f"the {role} got event {entry.first_seq} after event {last}")
        if isinstance(entry, Gap) and role is SubscriberRole.DRIVER:
            problems.append(f"a driver lost events {entry.first_seq} to {entry.seq}")
        last = entry.seq
    return problems


def execution_problems(executions: Mapping[CallId, int]) -> list[str]:
    """Calls that really ran more than once, over all lives."""
    return [f"call {call_id} ran {n} times" for call_id, n in executions.items() if n > 1]


def unkept(messages: Sequence[Message], accepted: Mapping[MessageId, str]) -> list[str]:
    """Accepted messages that history does not hold as they were said."""
    kept = {message.id: message.text for message in messages if message.role is Role.USER}
    return [
        f"message {message_id} said {text!r} and is kept as {kept.get(message_id)!r}"
        for message_id, text in accepted.items()
        if kept.get(message_id) != text
    ]


def crash_problems(
    before: Sequence[Commit], messages: Sequence[Message], events: Sequence[Event]
) -> list[str]:
    """What a reopened session made of the turn that a crash had cut off.

    `before` is what was durable at the crash; `messages` and `events` are the whole of later.
    """
    turn = next((commit.turns[-1] for commit in reversed(before) if commit.turns), None)
    if turn is None or not turn.is_open:
        return []
    return list(_interrupted(turn.turn_id, before, messages, events))


def _interrupted(
    turn_id: TurnId, before: Sequence[Commit], messages: Sequence[Message], events: Sequence[Event]
) -> Iterator[str]:
    ends = [e.body for e in events if e.turn_id == turn_id and isinstance(e.body, Done)]
    if [done.outcome for done in ends] != [Outcome.INTERRUPTED]:
        yield f"the interrupted turn {turn_id} ended as {ends}"
    states = {
        record.call_id: record
        for commit in before
        for record in commit.calls
        if record.turn_id == turn_id
    }
    settled = {
        result.call_id for commit in before for m in commit.messages for result in m.tool_results
    }
    results = {result.call_id: result for m in messages for result in m.tool_results}
    for call_id, record in states.items():
        result = results.get(call_id)
        if result is None:
            yield f"call {call_id} of the interrupted turn {turn_id} has no result"
        elif call_id in settled or record.state is CallState.FINISHED:
            continue
        elif record.state is CallState.STARTED:
            if (result.status, result.text) != (
                ResultStatus.ERROR,
                "interrupted; may have happened",
            ):
                yield f"call {call_id} may have happened, and its result says {result.text!r}"
        elif result.status is not ResultStatus.CANCELLED:
            yield f"call {call_id} had not started, and its result says {result.status}"
