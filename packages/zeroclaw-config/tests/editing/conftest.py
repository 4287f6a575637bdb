"""Lends documents of every layout to the tests of edits."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import strategies as st

KEYS = st.sampled_from(["a", "b", "c", "d", "e", '"x.y"', "'é'", "0"])
SIMPLE = st.sampled_from(
    [
        *("1", "-2.5", "true", "nan", "0x1F", "1979-05-27T07:32:00Z", "07:32:00"),
        *('"s # x"', "'lit ] }'", '"""\nmany # lines\n"""', "'''\nraw\n'''", '"\\u00e9\\""'),
    ]
)
COMMENTS = st.sampled_from(["", "", "  # behind", "\t#behind = [1]"])
ABOVE = st.lists(st.sampled_from(["# a comment", "", "  # [not.a.header]", "# k = 1"]), max_size=3)


def _lists(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def joined(items: list[str], form: int) -> str:
        if form == 0:
            return "[" + ", ".join(items) + "]"
        if form == 1:
            return "[ # first\n" + "".join(f"  {item}, # each\n" for item in items) + "]"
        return "[" + ",".join(f"\n{item}" for item in items) + "\n# last\n]"

    return st.builds(joined, st.lists(values, max_size=3), st.integers(0, 2))


def _tables(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(dotted_keys(2), values), max_size=3, unique_by=lambda p: p[0][0])
    return pairs.map(lambda some: "{" + ", ".join(f"{k} = {v}" for k, v in some) + " }")


def dotted_keys(most: int) -> st.SearchStrategy[str]:
    """One key or several with dots."""
    return st.lists(KEYS, min_size=1, max_size=most).map(".".join)


VALUES = st.recursive(SIMPLE, lambda inner: _lists(inner) | _tables(inner), max_leaves=5)


def _is_valid(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


@st.composite
def _documents(draw: st.DrawFn) -> str:
    pairs = st.tuples(dotted_keys(2), st.just(" = "), VALUES, COMMENTS).map("".join)
    headers = st.tuples(
        st.sampled_from(["[%s]", "[%s]", "[[%s]]", "[ %s ]"]), dotted_keys(3), COMMENTS
    ).map(lambda parts: parts[0] % parts[1] + parts[2])
    text = ""
    for statement in draw(st.lists(pairs | pairs | headers, max_size=8)):
        more = text + "".join(f"{line}\n" for line in draw(ABOVE)) + statement + "\n"
        text = more if _is_valid(more) else text
    text += "".join(f"{line}\n" for line in draw(ABOVE))
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@pytest.fixture(scope="session")
def documents() -> st.SearchStrategy[str]:
    """Valid documents with comments, dotted keys, inline tables, lists of tables, CRLF."""
    return _documents()
