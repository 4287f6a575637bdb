"""The text that is run says what was judged, whatever shell reads it."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from real_shells import SHELLS, Laboratory, laboratory
from script_spellings import KnownScript, known_scripts

from zeroclaw_runtime.security.commands.parsing import parse_script


@pytest.fixture(scope="module")
def laboratory_here(tmp_path_factory: pytest.TempPathFactory) -> Laboratory:
    return laboratory(tmp_path_factory.mktemp("laboratory"))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("r\\\nm  'x'", "rm x"),
        ("a;b # c", "a\nb"),
        ("a&&b||c|d", "a && b || c | d"),
        ("a && # why\n\n b", "a && b"),
        ('A="x ls" rm -rf notes', "A='x ls' rm -rf notes"),
        ("A= a", "A= a"),
        ('echo "it\'s"', "echo 'it'\\''s'"),
        ("echo ''", "echo ''"),
        ("ls \"a b\"*.[ch] ~/x '~'", "ls 'a b'*.[ch] ~/x '~'"),
        ("'A=b' c", "'A=b' c"),
        ("'if' x", "'if' x"),
        ("'time' x", "'time' x"),
        (" -x", "'-x'"),
        ("2>&1 a >f 2>/dev/null <in", "a 2>&1 >f 2>/dev/null <in"),
        ("a 1>f 0<in 3<>x", "a >f <in 3<>x"),
        ("cat <<E ; rm x\na\\$b\nE", "cat <<'END_OF_INPUT'\na$b\nEND_OF_INPUT\nrm x"),
        ("cat <<-E\n\ta\n\tE\n", "cat <<'END_OF_INPUT'\na\nEND_OF_INPUT"),
        (
            "cat <<'E' && b\nEND_OF_INPUT\nE",
            "cat <<'END_OF_INPUT_1' && b\nEND_OF_INPUT\nEND_OF_INPUT_1",
        ),
        ("", ""),
    ],
)
def test_each_script_has_one_printed_form(text: str, printed: str) -> None:
    assert parse_script(text).text == printed


@pytest.mark.parametrize("text", ["echo $a", "(a)", "a & b", "! a", "time a"])
def test_scripts_with_constructs_stay_as_given(text: str) -> None:
    assert parse_script(text).text == text


@given(known_scripts())
def test_the_printed_form_says_the_same_again(script: KnownScript) -> None:
    printed = parse_script(script.text)
    again = parse_script(printed.text)
    assert again.commands == printed.commands
    assert again.text == printed.text


# Making a failing list of scripts smaller would start shells for minutes.
@settings(max_examples=10, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(scripts=st.lists(known_scripts(), min_size=6, max_size=6))
def test_real_shells_run_what_was_judged(
    laboratory_here: Laboratory, scripts: list[KnownScript]
) -> None:
    given_texts = [script.text for script in scripts]
    printed = [parse_script(text).text for text in given_texts]
    expected = [sorted(script.runs) for script in scripts]
    originals = laboratory_here.runs(SHELLS[0], given_texts)
    for shell in SHELLS:
        assert laboratory_here.runs(shell, given_texts) == originals
        assert laboratory_here.runs(shell, printed) == originals
        assert all(laboratory_here.accepts(shell, printed))
    # The last two fields are the values of variables.
    assert [sorted(record[:-2] for record in records) for records in originals] == expected


PATTERNS = [
    "prog *",
    "prog i? [i]n '[i]n' [!x]n [^x]n i\\n*",
    "prog ~ ~/x ~nobody_of_that_name/x '~' \\~",
    "prog {} a{b}c {a",
    "prog \"i\"* 'i'* i* '*'i",
    "prog [[:alpha:]]n [a-z]'n' [']']",
    "prog i* > out; prog o*",
    "FOO=* BAR='~' prog",
    "FOO=i*; prog",
    "prog a=i* --x=~/y HEAD~1 a:b",
    'prog \\[i]n [i\\]n "[i"]n',
    "prog ?? ???",
    "reads < i[n]",
]


def test_patterns_find_the_same_files_in_the_printed_form(laboratory_here: Laboratory) -> None:
    scripts = [parse_script(text) for text in PATTERNS]
    assert [script.constructs for script in scripts] == [frozenset()] * len(PATTERNS)
    for shell in SHELLS:
        assert laboratory_here.runs(shell, PATTERNS) == laboratory_here.runs(
            shell, [script.text for script in scripts]
        )


def test_control_a_wrong_printed_form_runs_something_else(laboratory_here: Laboratory) -> None:
    right, wrong = "prog 'a b'", "prog a b"
    assert laboratory_here.runs(SHELLS[0], [right]) != laboratory_here.runs(SHELLS[0], [wrong])
