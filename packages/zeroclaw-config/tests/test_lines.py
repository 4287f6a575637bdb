"""Tests of the search for a key's line."""

import tomllib
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._lines import key_lines, line_of

DOCUMENT = '''\
# [not.a.table]
a = 1

[x."y.z"]  # comment
'k 1' = """
[no]
b = 2"""
list = [
  1,  # two
  { in = 3 },
]
[[t]]
[[t]]
n.m = 1979-05-27 07:32:00
[[t.u]]
v = [[], ['''

DOCUMENT += """""]]
"""
EXPECTED: dict[KeyPath, int] = {
    ("a",): 2,
    ("x",): 4,
    ("x", "y.z"): 4,
    ("x", "y.z", "k 1"): 5,
    ("x", "y.z", "list"): 8,
    ("x", "y.z", "list", 0): 9,
    ("x", "y.z", "list", 1): 10,
    ("x", "y.z", "list", 1, "in"): 10,
    ("t",): 12,
    ("t", 0): 12,
    ("t", 1): 13,
    ("t", 1, "n"): 14,
    ("t", 1, "n", "m"): 14,
    ("t", 1, "u"): 15,
    ("t", 1, "u", 0): 15,
    ("t", 1, "u", 0, "v"): 16,
    ("t", 1, "u", 0, "v", 0): 16,
    ("t", 1, "u", 0, "v", 1): 16,
    ("t", 1, "u", 0, "v", 1, 0): 16,
}

KEYS = st.text(st.sampled_from('ab_-."\\ #[]=é'), max_size=4)
VALUES = st.sampled_from(
    [
        "1",
        "true",
        "-1e5",
        "1979-05-27 07:32:00",
        '"a # [b] = \\" c"',
        "'c:\\'",
        '"""\n[a]\nb = 1 \\"""" # c\n""""',
        "'''\n# '' '\n'''",
        "[]",
        "[ 1, # ]\n 2,\n]",
        "[[1], ['x'], {a = 1, 'b' = {c = 2}}]",
        "{}",
        '{ "x y" = 1, z.y = [ {q = 1} ] }',
    ]
)
NOISE = st.sampled_from(["", "\n", "# [x]\n", "  \t\n\n# a = 1\n"])
TABLES = st.lists(
    st.tuples(
        NOISE,
        st.lists(KEYS, min_size=1, max_size=3),
        st.booleans(),
        st.dictionaries(KEYS, st.tuples(NOISE, VALUES), max_size=3),
    ),
    max_size=4,
)


def written(key: str) -> str:
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


def paths(value: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every path in a parsed document."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))


def test_every_form_of_key_is_found_on_its_line() -> None:
    assert key_lines(DOCUMENT) == EXPECTED
    assert key_lines(DOCUMENT.replace("\n", "\r\n")) == EXPECTED


def test_a_missing_key_gets_the_line_of_its_table() -> None:
    assert line_of(("x", "y.z", "gone", "too"), EXPECTED) == 4
    assert line_of(("gone",), EXPECTED) is None
    assert line_of((), EXPECTED) is None


@given(TABLES)
def test_the_finder_knows_the_line_where_a_key_was_put(
    tables: list[tuple[str, list[str], bool, dict[str, tuple[str, str]]]],
) -> None:
    text = ""
    put: dict[KeyPath, int] = {}
    for noise, keys, repeated, pairs in tables:
        header = ".".join(map(written, keys))
        part = noise + (f"[[{header}]]\n" if repeated else f"[{header}]\n")
        lines: dict[str, int] = {}
        for key, (before, value) in pairs.items():
            part += before
            lines[key] = (text + part).count("\n") + 1
            part += f"{written(key)} = {value}\n"
        try:
            tree: object = tomllib.loads(text + part)
        except tomllib.TOMLDecodeError:
            continue  # It repeats what is there already.
        text += part
        path: KeyPath = ()
        for key in keys:
            path += (key,)
            assert isinstance(tree, dict)
            tree = tree[key]
            if isinstance(tree, list):
                path += (len(tree) - 1,)
                tree = tree[-1]
        put |= {(*path, key): line for key, line in lines.items()}
    found = key_lines(text)
    assert {path: found[path] for path in put} == put
    assert set(found) == set(paths(tomllib.loads(text)))


@given(st.text(st.sampled_from("[]{}=.,'\"\\ab1 #\n\r\té")) | st.text())
def test_a_text_that_is_no_document_ends_the_search(text: str) -> None:
    assert all(line >= 1 for line in key_lines(text).values())
