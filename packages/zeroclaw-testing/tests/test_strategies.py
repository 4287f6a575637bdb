"""The strategies reach every kind of value."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import Phase, find, given, settings

from zeroclaw_api.events import Event, EventBody
from zeroclaw_api.json import JsonObject, canonical_json, parse_json_object
from zeroclaw_api.messages import Item
from zeroclaw_testing.strategies import event_bodies, event_streams, json_objects, message_items


@pytest.mark.parametrize("kind", get_args(EventBody))
def test_every_kind_of_event_body_is_drawn(kind: type) -> None:
    found = find(event_bodies(), lambda body: isinstance(body, kind), settings=_PATIENT)
    assert isinstance(found, kind)


@pytest.mark.parametrize("kind", get_args(Item))
def test_every_kind_of_message_item_is_drawn(kind: type) -> None:
    found = find(message_items(), lambda item: isinstance(item, kind), settings=_PATIENT)
    assert isinstance(found, kind)


@given(json_objects())
def test_drawn_objects_are_json(value: JsonObject) -> None:
    assert parse_json_object(canonical_json(value)) == value


@given(event_streams(after_seq=3))
def test_drawn_streams_have_no_gap(events: tuple[Event, ...]) -> None:
    expected = 4
    for event in events:
        assert event.first_seq == expected
        expected = event.seq + 1


_PATIENT = settings(max_examples=5000, database=None, phases=[Phase.generate])
