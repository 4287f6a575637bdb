"""Tests of key paths in messages."""

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._key_path import LONGEST_QUOTE, dotted, quoted


def test_a_path_is_written_as_in_the_file() -> None:
    assert dotted(("agents", "main", "model")) == "agents.main.model"
    assert dotted(("risk_profiles", "x", "always_ask", 2)) == "risk_profiles.x.always_ask[2]"
    assert dotted(("agents", "my agent")) == 'agents."my agent"'
    assert dotted(("", "a")) == '"".a'


@given(st.text())
def test_a_quoted_name_fits_into_one_printable_line(name: str) -> None:
    assert quoted(name).isprintable()
    assert len(quoted(name)) <= (LONGEST_QUOTE + 1) * 10


def test_a_very_long_name_is_cut_short() -> None:
    assert quoted("k" * 1000) == "k" * LONGEST_QUOTE + "…"
    assert dotted(("k" * 1000,)) == "k" * LONGEST_QUOTE + "…"
