"""Redirects show the files they touch, here-documents hide nothing that follows them."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.security.commands.parsing import parse_script
from zeroclaw_runtime.security.commands.script import Construct, Redirect, Word


def test_redirects_name_their_files_and_descriptors() -> None:
    (command,) = parse_script("a <i >o 2>>'e r' 4>|*.x 5<>y 2>&1 >&2 <&- 3<<E\nE").commands
    assert command.redirects == (
        Redirect(Word("i"), writes=False, descriptor=0),
        Redirect(Word("o"), writes=True, descriptor=1),
        Redirect(Word("e r"), writes=True, descriptor=2),
        Redirect(Word("*.x", is_pattern=True), writes=True, descriptor=4),
        Redirect(Word("y"), writes=True, descriptor=5),
    )
    assert command.has_here_document


def test_redirects_of_a_group_are_a_command_of_their_own() -> None:
    inner, outer = parse_script("{ sh; } <<E >out\nx\nE").commands
    assert (inner.argv, inner.has_here_document) == (("sh",), True)
    assert (outer.words, outer.redirects) == ((), (Redirect(Word("out"), True, 1),))


@pytest.mark.parametrize(
    ("text", "printed_body"),
    [
        ("cat <<E\na\nE\n", "a\n"),
        ("cat <<E\nE\n", ""),
        ("cat <<'E'\n$a `b` \\\\ \\\nE\n", "$a `b` \\\\ \\\n"),
        ('cat <<E\n\\$a \\`b\\` \\\\ \\x "\nE\n', '$a `b` \\ \\x "\n'),
        ("cat <<E\na\\\nb\nE\n", "ab\n"),
        ("cat <<-E\n\ta\n\t\t b\n\tE\n", "a\n b\n"),
        ("cat <<-'E'\n\ta\\\n\tE\n", "a\\\n"),
        ("cat <<E\n E\nE \nE\n", " E\nE \n"),
        ("cat <<\\E\n$a\nE", "$a\n"),
        ("cat << 'a b'\n$a\na b", "$a\n"),
    ],
)
def test_bodies_become_what_the_program_reads(text: str, printed_body: str) -> None:
    script = parse_script(text)
    assert script.constructs == frozenset()
    assert script.text == f"cat <<'END_OF_INPUT'\n{printed_body}END_OF_INPUT"


@pytest.mark.parametrize(
    ("body", "construct"),
    [
        ("$a", Construct.EXPANSION),
        ("'$a'", Construct.EXPANSION),
        ("\\\\$a", Construct.EXPANSION),
        ("$(a)", Construct.SUBSTITUTION),
        ("`a`", Construct.SUBSTITUTION),
        ("$((1))", Construct.ARITHMETIC),
    ],
)
def test_bodies_that_expand_are_marked(body: str, construct: Construct) -> None:
    assert parse_script(f"cat <<E\n{body}\nE").constructs == {construct}
    assert parse_script(f"cat <<'E'\n{body}\nE").constructs == frozenset()
