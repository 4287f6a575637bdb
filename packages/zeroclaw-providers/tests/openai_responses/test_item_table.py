"""Events find their item, however a server names it."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.openai_responses.item_table import ItemTable
from zeroclaw_providers.openai_responses.items import CALL, MESSAGE, OpenItem
from zeroclaw_providers.tool_names import ToolNames


def begun(table: ItemTable, kind: str = CALL, **event: Json) -> OpenItem:
    opened = table.begun(event, kind, 0)
    assert opened is not None
    return opened


def test_an_item_is_known_by_its_id_whatever_its_place() -> None:
    table = ItemTable(ToolNames())
    one = begun(table, output_index=0, item={"id": "a"})
    two = begun(table, output_index=0, item={"id": "b"})
    assert table.known({"item_id": "a", "output_index": 0}, CALL) is one
    assert table.known({"item_id": "b", "output_index": 0}, CALL) is two
    assert table.begun({"item": {"id": "a"}}, CALL, 0) is one
    assert list(table) == [one, two]


def test_an_item_whose_id_changes_is_known_by_its_place() -> None:
    table = ItemTable(ToolNames())
    one = begun(table, output_index=0, item={"id": "a"})
    two = begun(table, output_index=1, item={"id": "b"})
    assert table.known({"item_id": "c", "output_index": 1}, CALL) is two
    assert table.found({"item_id": "d", "output_index": 0}, CALL, 0) is one
    assert table.begun({"output_index": 0}, CALL, 0) is one


def test_an_event_that_names_nothing_is_about_the_latest_of_its_kind() -> None:
    table = ItemTable(ToolNames())
    call = begun(table)
    begun(table, MESSAGE)
    assert table.known({}, CALL) is call
    call.is_done = True
    assert table.known({}, CALL) is None


def test_an_item_of_a_kind_that_nobody_reads_is_none() -> None:
    table = ItemTable(ToolNames())
    event: JsonObject = {"item": {"id": "a"}, "output_index": 0}
    assert table.begun(event, "web_search_call", 0) is None
    assert table.found(event, "web_search_call", 0) is None
    assert list(table) == []


def test_calls_are_counted_with_their_place_in_the_text() -> None:
    table = ItemTable(ToolNames())
    begun(table, item={"id": "a"})
    second = table.begun({"item": {"id": "b"}}, CALL, 5)
    assert second is not None
    assert (second.call, second.calls, second.characters, table.calls) == (1, 1, 5, 2)


@pytest.mark.parametrize(("kind", "most"), [(CALL, 256), (MESSAGE, 4096)])
def test_more_items_than_can_be_meant_are_refused(kind: str, most: int) -> None:
    table = ItemTable(ToolNames())
    for number in range(most):
        begun(table, kind, item={"id": f"i{number}"})
    with pytest.raises(ValueError, match=str(most)):
        table.begun({"item": {"id": "last"}}, kind, 0)
