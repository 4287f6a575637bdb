"""The protocol's client, which asks for one answer, allows the agent nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import BadStream, ProviderError, ProviderRateLimited
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.processes import ProcessExit
from zeroclaw_api.stream import Finish, FinishReason, ReasoningDelta, StreamEvent, TextDelta
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.programs.acp import FRAME_BYTES, AcpDialogue, AcpPrompt
from zeroclaw_providers.programs.vendors import VENDORS

HELLO: JsonObject = {"protocolVersion": 1, "authMethods": [{"id": "cached_token"}]}


def dialogue(*, has_key: bool = False) -> AcpDialogue:
    prompt = AcpPrompt("what is it?", Path("/some/folder"), has_key)
    return AcpDialogue(Failures("grok_cli.home", "m"), VENDORS["grok_cli"], prompt)


def sent(talk: AcpDialogue) -> list[dict[str, Json]]:
    return [json.loads(line) for line in talk.outgoing().splitlines()]


def line(message: object) -> bytes:
    return json.dumps(message).encode() + b"\n"


def answer(number: int, result: object) -> bytes:
    return line({"jsonrpc": "2.0", "id": number, "result": result})


def update(kind: str, content: object, method: str = "session/update") -> bytes:
    said = {"sessionUpdate": kind, "content": content}
    return line({"jsonrpc": "2.0", "method": method, "params": {"sessionId": "s", "update": said}})


def text(words: str, kind: str = "agent_message_chunk") -> bytes:
    return update(kind, {"type": "text", "text": words})


OPENING = (answer(1, HELLO), answer(2, {}), answer(3, {"sessionId": "s"}))


def opened() -> AcpDialogue:
    """A dialogue whose prompt was sent."""
    talk = dialogue()
    assert fed(talk, OPENING) == []
    talk.outgoing()
    return talk


def fed(talk: AcpDialogue, chunks: Iterable[bytes]) -> list[StreamEvent]:
    return [event for chunk in chunks for event in talk.feed(chunk)]


def test_session_is_opened_step_by_step_for_one_prompt() -> None:
    talk = dialogue()
    (first,) = sent(talk)
    assert (first["method"], first["id"], first["jsonrpc"]) == ("initialize", 1, "2.0")
    assert first["params"] == {
        "protocolVersion": 1,
        "clientCapabilities": {
            "fs": {"readTextFile": False, "writeTextFile": False},
            "terminal": False,
        },
    }
    fed(talk, [answer(1, HELLO)])
    (second,) = sent(talk)
    assert second["method"] == "authenticate"
    assert second["params"] == {"methodId": "cached_token", "_meta": {"headless": True}}
    fed(talk, [answer(2, {})])
    (third,) = sent(talk)
    assert third["method"] == "session/new"
    assert third["params"] == {"cwd": "/some/folder", "mcpServers": []}
    fed(talk, [answer(3, {"sessionId": "s"})])
    (fourth,) = sent(talk)
    assert (fourth["method"], fourth["id"]) == ("session/prompt", 4)
    assert fourth["params"] == {
        "sessionId": "s",
        "prompt": [{"type": "text", "text": "what is it?"}],
    }
    assert not talk.ends_input


@pytest.mark.parametrize(
    ("offered", "has_key", "taken"),
    [
        (["xai.api_key", "cached_token"], True, "xai.api_key"),
        (["xai.api_key", "cached_token"], False, "cached_token"),
        (["xai.oauth"], True, "xai.oauth"),
    ],
)
def test_way_to_log_in_is_one_that_needs_nobody(
    offered: list[str], has_key: bool, taken: str
) -> None:
    talk = dialogue(has_key=has_key)
    talk.outgoing()
    fed(
        talk, [answer(1, {"protocolVersion": 1, "authMethods": [{"id": each} for each in offered]})]
    )
    (asked,) = sent(talk)
    assert asked["params"] == {"methodId": taken, "_meta": {"headless": True}}


def test_agent_that_needs_no_login_is_asked_for_a_session() -> None:
    talk = dialogue()
    talk.outgoing()
    fed(talk, [answer(1, {"protocolVersion": 1, "authMethods": []})])
    assert sent(talk)[0]["method"] == "session/new"


@pytest.mark.parametrize(
    "said",
    [
        answer(1, {"authMethods": [{"id": "xai.api_key"}, {"id": "browser"}]}),
        line({"id": 1, "error": {"code": -32000, "message": "Authentication required"}}),
    ],
)
def test_missing_login_says_how_to_log_in(said: bytes) -> None:
    with pytest.raises(CredentialsMissing, match="run `grok login` once"):
        fed(dialogue(), [said])


def test_other_version_of_the_protocol_is_refused() -> None:
    with pytest.raises(BadStream, match="another version"):
        fed(dialogue(), [answer(1, {"protocolVersion": 2})])


def test_session_without_an_id_is_refused() -> None:
    with pytest.raises(BadStream, match="opened no session"):
        fed(dialogue(), [*OPENING[:2], answer(3, {})])


def test_chunks_of_text_and_thoughts_are_events() -> None:
    talk = opened()
    assert fed(
        talk,
        [
            text("hm", "agent_thought_chunk"),
            text("Hel"),
            text("echo", "user_message_chunk"),
            text("ignored", "tool_call"),
            update("agent_message_chunk", {"type": "image", "data": "AA=="}),
            update("plan", []),
            update("agent_message_chunk", {"type": "text", "text": "lo"}, "x/session/update"),
            line({"jsonrpc": "2.0", "method": "session/other", "params": {}}),
        ],
    ) == [ReasoningDelta("hm"), TextDelta("Hel"), TextDelta("lo")]
    assert not talk.is_done


def test_text_before_the_prompt_is_no_answer() -> None:
    assert fed(dialogue(), [OPENING[0], text("welcome"), *OPENING[1:]]) == []


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("end_turn", FinishReason.STOP),
        ("max_tokens", FinishReason.LENGTH),
        ("max_turn_requests", FinishReason.LENGTH),
        ("refusal", FinishReason.REFUSAL),
        ("cancelled", FinishReason.ERROR),
        ("new_reason", FinishReason.STOP),
    ],
)
def test_reason_to_stop_reaches_the_end(word: str, reason: FinishReason) -> None:
    talk = opened()
    assert fed(talk, [text("a"), answer(4, {"stopReason": word}), text("b")]) == [
        TextDelta("a"),
        TextDelta("b"),
    ]
    assert talk.is_done
    assert [*talk.close()] == [Finish(reason, word)]


@pytest.mark.parametrize("request_id", [9, "nine", None])
@pytest.mark.parametrize("method", ["session/request_permission", "x/session/request_permission"])
def test_permission_is_refused_once(request_id: Json, method: str) -> None:
    talk = opened()
    options = [
        {"optionId": "yes", "kind": "allow_once"},
        {"optionId": "always", "kind": "allow_always"},
        {"optionId": "no", "kind": "reject_once"},
    ]
    asked = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {"options": options}}
    assert fed(talk, [line(asked)]) == []
    (reply,) = sent(talk)
    assert reply["id"] == request_id
    assert reply["result"] == {"outcome": {"outcome": "selected", "optionId": "no"}}


def test_permission_that_cannot_be_refused_is_cancelled() -> None:
    talk = opened()
    options = [{"optionId": "yes", "kind": "allow_once"}, "nonsense"]
    method = "session/request_permission"
    fed(talk, [line({"id": 1, "method": method, "params": {"options": options}})])
    assert sent(talk)[0]["result"] == {"outcome": {"outcome": "cancelled"}}


@pytest.mark.parametrize(
    "method", ["fs/read_text_file", "fs/write_text_file", "terminal/create", "anything"]
)
def test_no_method_is_offered_to_the_agent(method: str) -> None:
    talk = opened()
    fed(talk, [line({"jsonrpc": "2.0", "id": "q", "method": method, "params": {"path": "/"}})])
    (reply,) = sent(talk)
    assert reply["id"] == "q"
    assert "result" not in reply
    assert reply["error"] == {"code": -32601, "message": "This client has no methods."}


def test_error_of_the_agent_is_classified() -> None:
    error = {"code": 429, "message": "slow down"}
    with pytest.raises(ProviderRateLimited, match="slow down"):
        fed(opened(), [line({"jsonrpc": "2.0", "id": 4, "error": error})])


def test_answer_to_nobody_is_ignored() -> None:
    talk = opened()
    assert fed(talk, [answer(3, {"stopReason": "end_turn"}), answer(99, {})]) == []
    assert not talk.is_done


@pytest.mark.parametrize(
    "said", [b"not-json-SECRET\n", b"[1]\n", b'"SECRET"\n', b"[" * 99999 + b"\n"]
)
def test_line_that_is_no_message_is_not_repeated(said: bytes) -> None:
    with pytest.raises(BadStream, match="no JSON object") as caught:
        fed(opened(), [said])
    assert "SECRET" not in str(caught.value)


def test_endless_line_is_refused() -> None:
    talk = opened()
    with pytest.raises(BadStream, match=f"longer than {FRAME_BYTES} bytes"):
        fed(talk, [b'{"a":"', *(b"x" * 65536 for _ in range(17))])


def test_bytes_that_are_no_text_are_replaced() -> None:
    damaged = text("a?b").replace(b"?", b"\xff")
    assert fed(opened(), [damaged]) == [TextDelta("a\ufffdb")]


def test_end_before_the_answer_is_an_error_with_the_log() -> None:
    with pytest.raises(ProviderError, match="exit code 2 \\(it crashed\\)"):
        [*opened().cut_off(ProcessExit(2, None), "it crashed")]


def test_end_after_the_answer_is_none() -> None:
    talk = opened()
    fed(talk, [answer(4, {"stopReason": "end_turn"})])
    assert [*talk.cut_off(ProcessExit(2, None), "")] == [Finish(FinishReason.STOP, "end_turn")]


@given(st.integers(1, 40))
def test_pieces_of_the_bytes_make_no_difference(size: int) -> None:
    whole = b"".join(
        [*OPENING, text("h\xe9"), b"\r\n\n", text("€"), answer(4, {"stopReason": "end_turn"})]
    )
    talk = dialogue()
    pieces = [whole[start : start + size] for start in range(0, len(whole), size)]
    assert fed(talk, pieces) == [TextDelta("h\xe9"), TextDelta("€")]
    assert talk.is_done


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "id",
                        "method",
                        "params",
                        "result",
                        "error",
                        "update",
                        "content",
                        "options",
                        "authMethods",
                        "sessionUpdate",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_no_message_ends_in_anything_but_a_provider_error(message: object) -> None:
    talk = opened()
    with suppress(ProviderError):
        fed(talk, [line(message)])
    assert talk.outgoing() == b"" or isinstance(message, dict)
