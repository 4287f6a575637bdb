"""The window of history is cut by whole turns; the newest always stays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import (
    Item,
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_runtime.context.history import (
    MEDIA_BYTES,
    Trim,
    estimate_tokens,
    message_bytes,
    trim_to_tokens,
)


def conversation(turns: list[list[int]]) -> list[Message]:
    """One message for each number: that many characters of text."""
    found: list[Message] = []
    for turn, lengths in enumerate(turns, start=1):
        for place, length in enumerate(lengths):
            role = Role.USER if place == 0 else Role.ASSISTANT
            text = Text("x" * length)
            found.append(Message(MessageId(len(found) + 1), TurnId(turn), role, (text,)))
    return found


conversations = st.lists(
    st.lists(st.integers(0, 200), min_size=1, max_size=4), min_size=1, max_size=8
).map(conversation)


@given(conversations, st.integers(-10, 700))
def test_trimming_keeps_the_most_whole_turns_that_fit(messages: list[Message], limit: int) -> None:
    trim = trim_to_tokens(messages, limit)
    dropped = 0 if trim is None else trim.dropped
    kept = messages[dropped:]
    assert kept[0].role is Role.USER
    assert kept[-1] is messages[-1]
    turns = {message.turn_id for message in kept}
    assert not turns & {message.turn_id for message in messages[:dropped]}
    assert len(turns) == 1 or estimate_tokens(kept) <= limit
    if trim is not None:
        assert trim.kept_turns == len(turns)
        assert trim.start == kept[0].id
        next_turn = [m for m in messages[:dropped] if m.turn_id == messages[dropped - 1].turn_id]
        assert estimate_tokens(next_turn + kept) > limit


def test_what_fits_is_left_as_it_is() -> None:
    assert trim_to_tokens(conversation([[1, 1], [1, 1]]), 1000) is None
    assert trim_to_tokens([], 10) is None


def test_the_newest_turn_stays_even_when_it_alone_is_too_large() -> None:
    messages = conversation([[10], [1000, 1000]])
    assert trim_to_tokens(messages, 5) == Trim(MessageId(2), dropped=1, kept_turns=1)
    assert trim_to_tokens(messages[1:], 5) is None


def test_every_kind_of_item_weighs_what_is_sent_of_it() -> None:
    call = ToolCall(CallId(1), "read", {"a": "ü"}, wire_id="never counted")
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("ü"),), data={"not": "sent"})
    items: dict[Item, int] = {
        Text("ü"): 2,
        Reasoning("ab", "p"): 2,
        Reasoning("", "p", {"s": 1}): len('{"s":1}'),
        Media("image/png", "0" * 64, 10_000_000): MEDIA_BYTES,
        call: len(b'read{"a":"\xc3\xbc"}'),
        result: 2,
    }
    for item, size in items.items():
        assert message_bytes(Message(MessageId(1), TurnId(1), Role.USER, (item,))) == size


def test_text_that_came_in_broken_can_be_measured() -> None:
    broken = Message(MessageId(1), TurnId(1), Role.USER, (Text("a\ud800b"),))
    assert message_bytes(broken) >= 3
