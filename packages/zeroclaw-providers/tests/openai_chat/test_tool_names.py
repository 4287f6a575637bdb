"""Tool names travel in legal letters, there, back."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_providers.openai_chat.tool_names import ToolNames, legal_name


def test_a_legal_name_stays_as_it_is() -> None:
    assert legal_name("file_read") == "file_read"


@given(st.sets(st.text(max_size=80), max_size=8))
def test_every_name_becomes_legal_and_comes_back(names: set[str]) -> None:
    table = ToolNames.of(names)
    for name in names:
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", legal_name(name))
        assert table.ours(legal_name(name)) == name


def test_a_name_nobody_offered_stays_as_the_model_said_it() -> None:
    assert ToolNames.of(["a"]).ours("b") == "b"
