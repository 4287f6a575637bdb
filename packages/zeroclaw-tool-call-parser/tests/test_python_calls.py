"""Hold that literal arguments are read as Python reads them, without running anything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.python_calls import python_call
from zeroclaw_tool_call_parser.strict_json import Json

OFFER = Offer({"f": {}})
LITERALS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


def _read(text: str) -> Call:
    return python_call(Cursor(text, 0, len(text)), OFFER)


@given(st.dictionaries(st.sampled_from("abc"), LITERALS))
def test_every_literal_is_read_as_it_was_written(arguments: dict[str, Json]) -> None:
    text = ", ".join(f"{key} = {value!r}" for key, value in arguments.items())
    assert _read(f"f({text})") == Call("f", arguments)
    for end in range(len(text) + 2):
        with pytest.raises(EOFError):
            _read(f"f({text})"[:end])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"'\x41\u00e9\U0001F600\q\''", "Aé\U0001f600\\q'"),
        ("true", True),
        ("(1, 2,)", [1, 2]),
        ("-.5e1", -5.0),
        ("{'a': [],}", {"a": []}),
    ],
)
def test_spellings_beside_the_usual_are_read(text: str, value: Json) -> None:
    assert _read(f"f(a={text})") == Call("f", {"a": value})


@pytest.mark.parametrize(
    "text",
    [
        *("f(1)", "f(a=b)", "f(a=g())", "f(a=1, a=2)", "f(a=1 b=2)", "f(a='x\n')", "f(**a)"),
        *("f(a=1+1)", "f(a='\\ud800')", "f(a=1e999)", "f(a={1: 2})", "f a", "(a=1)", "g()"),
        *("f(a=" + "[" * 100, "f(a=nan)", "f(a=f'x')", "f(a=" + "9" * 4_500 + ")"),
    ],
)
def test_all_but_literals_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        _read(text + " ")
