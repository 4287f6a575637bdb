"""Hold how `invoke` elements are read."""

from __future__ import annotations

import pytest

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls
from zeroclaw_tool_call_parser.invocations import invocations
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call

PARAMETER = '<parameter name="n">1</parameter>'
OFFER = Offer({"f": {"properties": {"n": {"type": "integer"}}}})


def _read(text: str) -> Calls | None:
    return invocations("</x>")(Cursor(text, 0, len(text)), OFFER)


def test_each_element_is_a_call_with_typed_parameters() -> None:
    text = '<invoke name="f"><parameter name="n">1</parameter></invoke>'
    assert _read(f"{text}\n{text}</x>") == (Call("f", {"n": 1}), Call("f", {"n": 1}))


def test_an_attribute_decides_before_the_schema() -> None:
    start = '<invoke name="f"><parameter name="n" string='
    end = ">1</parameter></invoke></x>"
    assert _read(f'{start}"true"{end}') == (Call("f", {"n": "1"}),)
    assert _read(f'{start}"false"{end}') == (Call("f", {"n": 1}),)
    with pytest.raises(ValueError, match="missing"):
        _read(f'{start}"no"{end}')


def test_what_holds_no_element_is_no_markup() -> None:
    assert _read("text</x>") is None


@pytest.mark.parametrize(
    "text",
    [
        '<invoke name="g"></invoke></x>',
        '<invoke name="f"></invoke>text</x>',
        '<invoke name="f">text</invoke></x>',
        f'<invoke name="f">{PARAMETER}{PARAMETER}</invoke></x>',
    ],
)
def test_broken_elements_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        _read(text)
