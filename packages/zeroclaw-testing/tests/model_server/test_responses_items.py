"""Tests of the items of a scripted response."""

from __future__ import annotations

import pytest

from zeroclaw_testing.model_server.responses_items import OutputItem


@pytest.mark.parametrize(
    ("kind", "item_id"), [("message", "msg_3"), ("reasoning", "rs_3"), ("function_call", "fc_3")]
)
def test_each_kind_of_item_has_ids_of_its_own(kind: str, item_id: str) -> None:
    item = OutputItem(kind, 3)
    events = [*item.begin(), *item.add("a"), *item.end()]
    assert {event["item_id"] for event in events if "item_id" in event} == {item_id}
    assert {event["output_index"] for event in events} == {3}
    assert item.document()["id"] == item_id


def test_an_item_is_empty_until_its_end() -> None:
    message, call = OutputItem("message", 0), OutputItem("function_call", 1, "look", "x")
    for item in (message, call):
        list(item.add("{}"))
    assert message.document("in_progress")["content"] == []
    assert message.document()["content"] == [
        {"type": "output_text", "text": "{}", "annotations": []}
    ]
    assert call.document() == {
        "id": "fc_1",
        "type": "function_call",
        "status": "completed",
        "arguments": "{}",
        "call_id": "x",
        "name": "look",
    }


def test_further_fields_are_known_at_the_end_only() -> None:
    item = OutputItem("reasoning", 0)
    item.extra = {"encrypted_content": "AA=="}
    assert "encrypted_content" not in item.document("in_progress")
    (done,) = item.end()
    assert done["item"] == {
        "id": "rs_0",
        "type": "reasoning",
        "summary": [],
        "encrypted_content": "AA==",
    }
