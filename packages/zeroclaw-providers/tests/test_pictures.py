"""The latest pictures go along, each once, none that the endpoint refuses."""

from __future__ import annotations

import trio

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import Media, Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_providers.pictures import PictureLimits, picture_bytes
from zeroclaw_testing import InMemoryBlobs

LIMITS = PictureLimits(frozenset({"image/png"}), 10, 2)


def picture(letter: str, size: int = 3, mime: str = "image/png") -> Media:
    return Media(mime, letter * 64, size)


def request(*media: Media) -> ModelRequest:
    messages = (
        Message(MessageId(1), TurnId(1), Role.USER, (Text("Look."), *media)),
        Message(MessageId(2), TurnId(1), Role.ASSISTANT, (ToolCall(CallId(1), "see", {}),)),
        Message(
            MessageId(3),
            TurnId(1),
            Role.TOOL,
            (ToolResult(CallId(1), ResultStatus.SUCCESS, (picture("f"),)),),
        ),
    )
    return ModelRequest("m", "", (), messages, 10)


def test_latest_of_users_and_tools_are_wanted() -> None:
    assert LIMITS.wanted(request(picture("a"), picture("b"))) == (picture("b"), picture("f"))
    assert LIMITS.wanted(request(picture("a"), picture("a"))) == (picture("a"), picture("f"))


def test_too_large_or_of_another_type_is_not_wanted() -> None:
    refused = (picture("a", size=11), picture("b", mime="image/gif"))
    assert LIMITS.wanted(request(*refused)) == (picture("f"),)


async def test_bytes_come_from_the_store_as_far_as_it_has_them() -> None:
    blobs = InMemoryBlobs()
    with trio.fail_after(5):
        there, gone = await blobs.put(b"abc", "image/png"), picture("b")
        assert await picture_bytes((there, gone), blobs) == {there.sha256: b"abc"}
        assert await picture_bytes((there,), None) == {}
