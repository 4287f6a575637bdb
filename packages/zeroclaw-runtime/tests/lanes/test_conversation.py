"""The window grows at its end, losing whole turns at its beginning."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_runtime.context.history import estimate_tokens
from zeroclaw_runtime.lanes.conversation import Conversation


def said(number: int) -> Message:
    return Message(MessageId(number), TurnId(number), Role.USER, (Text("x" * number),))


@given(st.lists(st.booleans(), max_size=40))
def test_count_of_tokens_follows_whatever_happens(plan: list[bool]) -> None:
    conversation = Conversation([said(1), said(2)])
    for number, drops in enumerate(plan, start=3):
        if drops and len(conversation.messages) > 1:
            conversation.start_at(conversation.messages[1].id)
            assert conversation.was_trimmed
        conversation.add(said(number))
        assert conversation.tokens == estimate_tokens(conversation.messages)


def test_everything_before_the_new_start_is_gone() -> None:
    conversation = Conversation([said(1), said(2), said(3)])
    assert not conversation.was_trimmed
    conversation.start_at(MessageId(3))
    assert conversation.messages == [said(3)]
    assert conversation.was_trimmed
