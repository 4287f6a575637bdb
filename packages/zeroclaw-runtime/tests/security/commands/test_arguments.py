"""How words are taken apart into options, values, operands."""

import pytest

from zeroclaw_runtime.security.commands.arguments import (
    FOREIGN,
    may_be_option,
    read_arguments,
)
from zeroclaw_runtime.security.commands.programs.rule import (
    ProgramRule,
    Reading,
    Style,
    options,
)
from zeroclaw_runtime.security.commands.script import Word

RULE = ProgramRule(options=options("-a -b -f=< -o? -c=; -# --all --file=< --color? --two=="))


def read(text: str, rule: ProgramRule = RULE) -> Reading:
    return read_arguments([Word(word) for word in text.split()], rule)


@pytest.mark.parametrize(
    ("text", "names", "values", "operands"),
    [
        ("-ab x", ["-a", "-b"], [], ["x"]),
        ("-abfx y", ["-a", "-b", "-f"], ["x"], ["y"]),
        ("-f x y", ["-f"], ["x"], ["y"]),
        ("x -f y z", ["-f"], ["y"], ["x", "z"]),
        ("--file=x", ["--file"], ["x"], []),
        ("--file x", ["--file"], ["x"], []),
        ("--color x", ["--color"], [], ["x"]),
        ("--color=x", ["--color"], ["x"], []),
        ("-ox y", ["-o"], ["x"], ["y"]),
        ("--two x y z", ["--two"], ["x", "y"], ["z"]),
        ("-a -- -b", ["-a"], [], ["-b"]),
        ("-c x -b", ["-c"], ["x"], ["-b"]),
        ("-20 x", [], [], ["x"]),
        ("- x", [], [], ["-", "x"]),
        ("-f -b", ["-f"], ["-b"], []),
    ],
)
def test_known_options_are_taken_apart(
    text: str, names: list[str], values: list[str], operands: list[str]
) -> None:
    reading = read(text)
    assert [given.name for given in reading.options] == names
    assert [word.text for given in reading.options for word in given.values] == values
    assert [word.text for word in reading.operands] == operands
    assert reading.unknown == ()


@pytest.mark.parametrize(
    "text", ["-x", "-ax", "--al", "--fil=x", "--all=x", "--file", "-f", "---all", "-2x", "--two x"]
)
def test_an_option_that_is_not_listed_exactly_is_unknown(text: str) -> None:
    assert read(text).unknown == (text.split()[0],)


def test_a_pattern_may_become_an_option_unless_options_are_over() -> None:
    star = Word("*", is_pattern=True)
    assert read_arguments([star], RULE).loose == ("*",)
    assert read_arguments([Word("-f"), star], RULE).loose == ("*",)
    assert read_arguments([Word("--"), star], RULE).loose == ()
    assert read_arguments([Word("./*", is_pattern=True)], RULE).loose == ()
    assert read_arguments([Word("-*", is_pattern=True)], RULE).unknown == ("-*",)
    assert may_be_option(FOREIGN)
    assert not may_be_option(Word("*"))


def test_names_with_a_dot_are_no_options_where_the_rule_says_so() -> None:
    rule = ProgramRule(dotted_names_are_no_options=True)
    found = [
        read_arguments([Word(text, is_pattern=True)], rule).loose
        for text in ("*.pyc", "*", "?rf", "[-]r.f")
    ]
    assert found == [(), ("*",), ("?rf",), ()]


def test_words_of_one_dash_are_whole_options() -> None:
    rule = ProgramRule(style=Style.WORDS, options=options("-name= -print"))
    assert [given.name for given in read("x -name -print -print", rule).options] == [
        "-name",
        "-print",
    ]
    assert read("-printf", rule).unknown == ("-printf",)


def test_go_options_have_one_dash_or_two() -> None:
    rule = ProgramRule(style=Style.GO, options=options("-run= -v"))
    reading = read("-run=x --run y --v -exec=x", rule)
    assert [given.name for given in reading.options] == ["-run", "-run", "-v"]
    assert reading.unknown == ("-exec=x",)


def test_the_first_letters_of_tar_take_their_values_in_turn() -> None:
    rule = ProgramRule(style=Style.TAR, options=options("-c -f= -C=/"))
    reading = read("cfC a b d", rule)
    assert [(g.name, *(w.text for w in g.values)) for g in reading.options] == [
        ("-c",),
        ("-f", "a"),
        ("-C", "b"),
    ]
    assert [word.text for word in reading.operands] == ["d"]
    assert read("cI a", rule).unknown == ("-I",)


def test_reading_stops_at_an_operand_where_the_rule_says_so() -> None:
    rule = ProgramRule(stops_at_operand=True, options=options("-a"))
    assert read("-a x -z", rule).end == 1
    assert read("-a -- x", rule).end == 2
    assert read("-a", rule).end == 1
    assert read("-a x -z", rule).unknown == ()
