"""A change is shown whole, or it is said why not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.change_preview import change_preview


def test_change_is_a_unified_diff() -> None:
    assert change_preview("a.txt", b"one\ntwo\n", b"one\n2\n") == (
        "--- a.txt (now)\n+++ a.txt (then)\n@@ -1,2 +1,2 @@\n one\n-two\n+2"
    )


def test_missing_line_end_is_said() -> None:
    assert "\\ no line end" in change_preview("a", b"one", b"two\n")
    assert "\\ no line end" not in change_preview("a", b"one\n", b"two\n")


def test_what_cannot_be_compared_is_said_in_words() -> None:
    assert change_preview("a", b"x", b"x") == "a stays as it is"
    assert "not text" in change_preview("a", b"\xff", b"x")
    long = b"\n".join(b"%d" % n for n in range(2000))
    assert "too many to compare" in change_preview("a", long, long + b"x")


@given(st.lists(st.text("ab \r\u2028", max_size=3)), st.lists(st.text("ab", max_size=3)))
def test_every_new_line_is_in_the_preview(old: list[str], new: list[str]) -> None:
    before, after = "\n".join(old).encode(), "\n".join(new).encode()
    shown = change_preview("a", before, after)
    if before != after:
        gone = set(old)
        assert all(line in gone or f"+{line}" in shown for line in new)
