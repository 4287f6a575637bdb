"""Each comment is found with its key, each table with its lines."""

from __future__ import annotations

from zeroclaw_config.migration.source_comments import (
    Block,
    blocks_of,
    comments_of,
    masked,
    preamble_length,
)

TEXT = '''\
# whole

# of a
a = "# no" # beside a
b = """
# no
[no]
"""
c = [ # beside c
  "[no]",
  # of the second
  2,
]

# of t
[t.u] # beside t
d = '#' # beside d
[[v]]
# of e
e = 1
# end
'''


def test_comments_are_found_with_their_keys() -> None:
    found = [(c.line, c.text, c.path, c.is_trailing) for c in comments_of(TEXT)]
    assert found == [
        (1, "# whole", ("a",), False),
        (3, "# of a", ("a",), False),
        (4, "# beside a", ("a",), True),
        (9, "# beside c", ("c",), True),
        (11, "# of the second", ("c", 1), False),
        (15, "# of t", ("t", "u"), False),
        (16, "# beside t", ("t", "u"), True),
        (17, "# beside d", ("t", "u", "d"), True),
        (19, "# of e", ("v", 0, "e"), False),
        (21, "# end", None, False),
    ]


def test_tables_have_the_comments_above_them() -> None:
    assert blocks_of(TEXT) == [Block("t", 14, 18), Block("v", 18, 23)]


def test_lines_of_a_string_are_no_comments() -> None:
    text = "a = '''\n\n# no'''\n[b]\n"
    assert blocks_of(text) == [Block("b", 4, 6)]


def test_a_text_without_tables_has_no_block() -> None:
    assert blocks_of("a = 1\n") == []
    assert comments_of("") == []


def test_a_blank_line_parts_the_preamble() -> None:
    assert preamble_length(TEXT) == 2
    assert preamble_length("# of a\na = 1\n") == 0


def test_strings_with_comments_are_masked_in_length() -> None:
    assert masked('a = "[" # x') == "a = xxx xxx"
