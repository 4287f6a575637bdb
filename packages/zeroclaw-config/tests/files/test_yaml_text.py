"""Tests of reading YAML as nested texts."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.yaml_text import DEEPEST, YamlText, yaml_mapping


def read(text: str) -> tuple[Mapping[str, YamlText], Mapping[KeyPath, int]]:
    notes = Notes("f")
    result = yaml_mapping(text, notes)
    assert result is not None, notes.problems
    assert not notes
    return result


def refusal(text: str) -> str:
    notes = Notes("f")
    assert yaml_mapping(text, notes) is None
    (problem,) = notes.problems
    return str(problem)


def test_scalars_are_the_texts_that_were_written() -> None:
    values, _ = read("a: 1.10\nb: no\nc: 0o17\nd: 2026-11-30\ne: 'null'\nf: null\ng:\nh: ~\n")
    assert values == {
        "a": "1.10",
        "b": "no",
        "c": "0o17",
        "d": "2026-11-30",
        "e": "null",
        "f": None,
        "g": None,
        "h": None,
    }


def test_every_key_has_its_line() -> None:
    values, lines = read("a: 1\nb:\n  - x: y\n    z: [p,\n        q]\n")
    assert values == {"a": "1", "b": [{"x": "y", "z": ["p", "q"]}]}
    assert lines[("b", 0, "z")] == 4
    assert lines[("b", 0, "z", 1)] == 5
    notes = Notes("f")
    shifted = yaml_mapping("a: 1", notes, first_line=7)
    assert shifted == ({"a": "1"}, {("a",): 7})


def test_an_empty_text_maps_nothing() -> None:
    assert read("") == ({}, {})
    assert read("# only a comment\n") == ({}, {})


@pytest.mark.parametrize(
    "attack",
    [
        "a: !!python/object/apply:os.system ['touch planted']",
        "!!python/object/new:os.system [x]",
        "a: !!python/name:os.system",
        "a: !!binary aGk=",
        "a: !local x",
        "!!map\na: b",
        "!!set {a}",
    ],
)
def test_a_tag_is_refused_before_anything_is_made_of_it(attack: str) -> None:
    assert "has a tag" in refusal(attack)


def test_control_the_unsafe_loader_would_have_run_the_tag() -> None:
    made = yaml.load("!!python/object/apply:len ['four']", Loader=yaml.UnsafeLoader)  # noqa: S506
    assert made == 4


def test_a_bomb_of_aliases_is_refused_at_once() -> None:
    rows = ["a0: &a0 [x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 40)]
    began = time.perf_counter()
    assert "line 2: the file has an alias" in refusal("\n".join(rows))
    assert time.perf_counter() - began < 1


def test_control_the_safe_loader_would_follow_an_alias() -> None:
    assert yaml.safe_load("a: &x [y]\nb: *x") == {"a": ["y"], "b": ["y"]}
    assert "has an alias" in refusal("a: &x [y]\nb: *x")
    assert "has an alias" in refusal("a: &x {<<: *x}")


@pytest.mark.parametrize("text", ["a: 1\nb: 2\na: 3", "x: {a: 1, a: 2}", "x:\n- {a: 1, 'a': 2}"])
def test_a_key_that_occurs_twice_is_refused_with_its_line(text: str) -> None:
    problem = refusal(text)
    assert "a occurs twice" in problem
    assert f"line {text.count(chr(10)) + 1}" in problem
    assert yaml.safe_load(text)


def test_nesting_is_bounded_long_before_the_stack() -> None:
    def nested(depth: int) -> str:
        return "a: " + "[" * depth + "]" * depth

    assert read(nested(DEEPEST - 1))
    assert f"more than {DEEPEST} levels" in refusal(nested(DEEPEST))
    for bomb in (nested(100_000), "- " * 100_000, "{a: " * 100_000):
        assert "levels" in refusal(bomb) or "nesting depth" in refusal(bomb)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[a]", "must map keys to values"),
        ("just text", "must map keys to values"),
        ("? [a]\n: b", "a key in its front matter that is no text"),
        ("? {a: b}\n: c", "a key in its front matter that is no text"),
        ("a: b\n--- \nc: d", "second document"),
        ("a: 'b", "is not YAML in its front matter"),
        ("a: b: c", "line 1: the file is not YAML"),
        ("a: \x01", "a character in its front matter that YAML does not allow"),
        ("a: \ud800", "a character in its front matter that YAML does not allow"),
        ("\ta: b", "is not YAML in its front matter"),
    ],
)
def test_what_maps_nothing_says_why(text: str, problem: str) -> None:
    assert problem in refusal(text)


PIECES = st.sampled_from(
    [
        *"abc:-?[]{},&*!|>'\"%@`# \n\t\\",
        "a: ",
        "- ",
        "\n  ",
        "---\n",
        "...\n",
        "!!str ",
        "&a ",
        "*a",
    ]
)


@given(st.text() | st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_read_or_noted(text: str) -> None:
    notes = Notes("f")
    result = yaml_mapping(text, notes)
    assert (result is None) == bool(notes)
    assert all("\n" not in str(problem) for problem in notes.problems)


WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=9)
TREES = st.recursive(
    WORDS, lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner), max_leaves=5
)


@given(st.dictionaries(WORDS, TREES))
def test_what_was_dumped_is_read_back(tree: dict[str, YamlText]) -> None:
    written = yaml.safe_dump(tree, default_style='"', allow_unicode=True)
    # The dumper adds the tags of its own types where the style alone does not tell them.
    assert "!!" not in written
    assert read(written)[0] == tree


def test_the_reader_in_python_gives_the_same() -> None:
    script = (
        "import yaml; yaml.__with_libyaml__ = False\n"
        "from zeroclaw_config.files.yaml_text import yaml_mapping\n"
        "from zeroclaw_config.files.notes import Notes\n"
        "print(yaml_mapping('a: [1, {b: c}]\\nd: ~', Notes('f')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(read("a: [1, {b: c}]\nd: ~"))


def test_yaml_is_loaded_by_reading_it_alone() -> None:
    script = (
        "import sys, zeroclaw_config; zeroclaw_config.load_config\n"
        "from zeroclaw_config.files import agents, skills, sops\n"
        "from zeroclaw_config.files.notes import Notes\n"
        "from zeroclaw_config.files.front_matter import split\n"
        "split('plain', Notes('f')); print('yaml' in sys.modules)\n"
        "split('---\\na: b\\n---', Notes('f')); print('yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]


def test_half_a_character_is_refused_by_either_reader() -> None:
    script = (
        "import yaml; yaml.__with_libyaml__ = False\n"
        "from zeroclaw_config.files.yaml_text import yaml_mapping\n"
        "from zeroclaw_config.files.notes import Notes\n"
        "print(yaml_mapping(chr(34).join(['a: ', chr(92) + 'ud800', '']), Notes('f')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "None"
    assert "front matter" in refusal('a: "\\ud800"')
