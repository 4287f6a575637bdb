"""Quotes go away exactly as a POSIX shell takes them away; nothing that expands is missed."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.errors import ScriptUnparsable
from zeroclaw_runtime.security.commands.parsing import parse_script
from zeroclaw_runtime.security.commands.script import Construct, Word


def only_word(spelling: str) -> Word:
    (command,) = parse_script(f"prog {spelling}").commands
    (_, word) = command.words
    return word


@pytest.mark.parametrize(
    ("spelling", "text"),
    [
        ("'a b'", "a b"),
        ('"a b"', "a b"),
        ("a\\ b", "a b"),
        ("\"..\"'/secret'", "../secret"),
        ('"..""/secret"', "../secret"),
        (".'.'/secret", "../secret"),
        (".\\./secret", "../secret"),
        ("a\\\nb", "ab"),
        ('"a\\\nb"', "ab"),
        ("'a\\\nb'", "a\\\nb"),
        ('"\\$HOME \\` \\" \\\\ \\a"', '$HOME ` " \\ \\a'),
        ("\\$HOME", "$HOME"),
        ("'$(id)'", "$(id)"),
        ("''", ""),
        ("a$", "a$"),
        ('"$"', "$"),
        ("HEAD~1", "HEAD~1"),
        ("stash@{0}", "stash@{0}"),
        ("{}", "{}"),
        ("a#b", "a#b"),
        ("'*'", "*"),
        ("\\*", "*"),
        ('~"/x"', "~/x"),
        ("[", "["),
        ("if", "if"),
        ("café\u00a0x", "café\u00a0x"),
    ],
)
def test_quotes_are_removed_as_posix_says(spelling: str, text: str) -> None:
    assert only_word(spelling) == Word(text)


@pytest.mark.parametrize(
    ("spelling", "text"),
    [("*", "*"), ("a?", "a?"), ("[a-c]'*'", "[a-c]*"), ("~", "~"), ("~root/x", "~root/x")],
)
def test_words_that_match_files_are_patterns(spelling: str, text: str) -> None:
    assert only_word(spelling) == Word(text, is_pattern=True)


@pytest.mark.parametrize(
    ("spelling", "constructs"),
    [
        ("$a", {Construct.EXPANSION}),
        ('"x$a"', {Construct.EXPANSION}),
        ("${a}", {Construct.EXPANSION}),
        ("${#a}", {Construct.EXPANSION}),
        ('"${a:-b}"', {Construct.EXPANSION}),
        ("${a%%x*}", {Construct.EXPANSION}),
        ("$1", {Construct.EXPANSION}),
        ("$?", {Construct.EXPANSION}),
        ('"$@"', {Construct.EXPANSION}),
        ("$(prog)", {Construct.SUBSTITUTION}),
        ("`prog`", {Construct.SUBSTITUTION}),
        ("$((1 + (2)))", {Construct.ARITHMETIC}),
        ("$'a'", {Construct.ANSI_QUOTE}),
        ('$"a"', {Construct.ANSI_QUOTE}),
        ("{a,b}", {Construct.BRACES}),
        ("{1..3}", {Construct.BRACES}),
        ("~+", {Construct.EXPANSION}),
        ("a=~/x", {Construct.EXPANSION}),
        ("a=b:~/x", {Construct.EXPANSION}),
    ],
)
def test_what_expands_is_unknown_and_named(spelling: str, constructs: set[Construct]) -> None:
    script = parse_script(f"prog {spelling}")
    assert script.constructs == constructs
    assert not script.commands[0].words[1].is_known


@pytest.mark.parametrize(
    "spelling",
    [
        "$(hidden x)",
        '"$(hidden x)"',
        '"`hidden x`"',
        "`echo \\`hidden x\\``",
        "${a:-$(hidden x)}",
        '"${a:-`hidden x`}"',
        "$((1 + $(hidden x)))",
        "a$(b $(hidden x))",
        "$(true && (hidden x))",
        "$(if true; then hidden x; fi)",
        "<<E\n$(hidden x)\nE",
        "<<E\nit's `hidden x`\nE",
        '<<E\n"${a:-$(hidden x)}"\nE',
        "< $(hidden x)",
        "\"$(cat <<'E'\ntext\nE\nhidden x)\"",
    ],
)
def test_commands_within_words_are_listed(spelling: str) -> None:
    script = parse_script(f"prog {spelling}")
    assert ("hidden", "x") in [command.argv for command in script.commands]
    assert script.constructs


@pytest.mark.parametrize(
    "spelling",
    [
        "'a",
        '"a',
        "a\\",
        "`a",
        "$(a",
        "${a",
        "$((1",
        "$((a) | (b))",
        "${!a}",
        "${ a; }",
        "${a@P}",
        "${a:1}",
        "${a/b/c}",
        "\"${a:-'}'}\"",
        "${a:-{b}}",
        "${a:-<(b)}",
        "$[1]",
        "$'a\\'b'",
        "$\\\n(a)",
        "`a\\\nb`",
        "``",
        "$()",
        "@(a|b)",
        "a(b)",
    ],
)
def test_words_that_shells_read_differently_are_refused(spelling: str) -> None:
    with pytest.raises(ScriptUnparsable):
        parse_script(f"prog {spelling}")
