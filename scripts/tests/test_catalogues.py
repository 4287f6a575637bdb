"""Tests of the compiler of catalogues."""

import pytest
from catalogues import (
    CatalogueError,
    compiled,
    differences,
    error_templates,
    facts_of,
    fluent,
    main,
    phrases_in,
)
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import ZeroClawError

CHOICE = """\
files =
    { $count ->
        [0] no files
        [1] one file in { $place }
       *[other] { $count } files in { $place }
    }
"""

TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]) | st.sampled_from("\b{}[*.'\" ")
)
"""What a line may hold; a carriage return or another line's end is no text of ours."""
FACTS = st.sampled_from(["{name}", "{path}", "{{", "}}"])


def escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


@st.composite
def templates(draw: st.DrawFn) -> str:
    """Templates as code has them: no blanks or empty lines at either end, which Fluent drops."""
    pieces = st.lists(TEXT.map(escaped) | FACTS, min_size=1, max_size=6).map("".join)
    lines = draw(st.lists(pieces.map(str.rstrip), min_size=1, max_size=5))
    text = "\n".join(lines).strip("\n")
    return text or "x"


@given(templates())
def test_what_is_written_is_read_as_it_was(template: str) -> None:
    text = fluent([("some_key", template), ("other_key", "x")])
    assert compiled(text, "here") == {"some_key": template, "other_key": "x"}


@pytest.mark.parametrize(
    "template",
    [
        "plain",
        "{fact} and {{text}}",
        "  begins with blanks\n    and goes on so",
        "[like a variant\n*[other] not\n.attribute\n}}",
        "\b\nExamples:\n  tool {{this}}\n\n\b\nExit codes",
        "first\n\n\n  fourth",
        'quoted "text" with \\ and {{"{fact}"}}',
        "# no comment\n# here\n-no term\nkey = value",
    ],
)
def test_templates_that_look_like_fluent_stay_text(template: str) -> None:
    assert compiled(fluent([("some_key", template)]), "here") == {"some_key": template}


@pytest.mark.parametrize(
    ("text", "template"),
    [
        ("k = Some text.", "Some text."),
        ("k = { $one } of { $two }", "{one} of {two}"),
        ('k = {"  "}text{" "}', "  text "),
        ('k = {"{"}text{"}"}', "{{text}}"),
        ('k = {"\\u0008"}x', "\bx"),
        ("k =\n    first\n    second", "first\nsecond"),
        ("# A comment.\n\n## Another.\n### A third.\nk = x", "x"),
    ],
)
def test_each_allowed_form_becomes_a_template(text: str, template: str) -> None:
    assert compiled(text, "here") == {"k": template}


def test_a_choice_becomes_one_template_for_each_form() -> None:
    assert compiled(CHOICE, "here") == {
        "files": {
            "by": "count",
            "when": {"0": "no files", "1": "one file in {place}"},
            "else": "{count} files in {place}",
        }
    }


def test_text_around_a_choice_is_in_each_of_its_forms() -> None:
    text = "k = { $a } has { $n ->\n    [one_day] a day\n   *[other] { $n }\n } left"
    with_name = {"by": "n", "when": {"one_day": "{a} has a day left"}, "else": "{a} has {n} left"}
    assert compiled(text, "here") == {"k": with_name}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("k = { other }", "something else"),
        ("k = { -term }", "something else"),
        ("k = { NUMBER($n) }", "something else"),
        ("k = { 5 }", "something else"),
        ("k = { { $n } }", "something else"),
        ("k = { NUMBER($n) ->\n   *[other] x\n }", "chooses by something else"),
        ("k = { $n ->\n    [one] x\n   *[other] y\n }", "plural category"),
        ("k = { $n ->\n   *[o] x\n }{ $m ->\n   *[o] y\n }", "something else"),
        ("k = { $n ->\n   *[o] { $m ->\n       *[o] y\n    }\n }", "something else"),
        ("k = x\n    .attribute = y", "no message"),
        ("-term = x", "no message"),
        ("k = x\nk = y", "twice"),
        ("k x y", "no message"),
        ("k =", "no message"),
        ("k = { $n", "no message"),
    ],
)
def test_each_other_form_is_refused_with_its_place(text: str, problem: str) -> None:
    with pytest.raises(CatalogueError, match=rf"here: .*{problem}|here.*{problem}"):
        compiled(text, "here")


def test_facts_are_those_of_any_form_and_of_the_choice() -> None:
    assert facts_of("{a} of {{b}}") == {"a"}
    assert facts_of(compiled(CHOICE, "here")["files"]) == {"count", "place"}


def test_languages_differ_in_keys_or_in_unknown_facts() -> None:
    english = compiled("a = { $x }\nb = y\nc = z", "en")
    other = compiled("a = { $x } { $y }\nc = z\nd = w", "xx")
    assert differences(english, other) == [
        "b is missing",
        "d is not in English",
        "a uses y, which English does not",
    ]
    assert differences(english, english) == []
    # A language need not say every fact.
    assert differences(english, compiled("a = x\nb = y\nc = z", "xx")) == []


def test_phrases_of_code_are_found_with_their_english() -> None:
    code = 'Phrase("a", "one {x}", x=1)\nother("b", "c")\nf(Phrase("d", "e"))'
    assert list(phrases_in(code)) == [("a", "one {x}"), ("d", "e")]
    with pytest.raises(CatalogueError, match="line 2"):
        list(phrases_in('x = "a"\nPhrase(x, "one")'))


def test_errors_are_found_with_package_and_template() -> None:
    found = error_templates()
    assert found["zeroclaw"]["wrong_usage"] == "{problem}."
    assert "zeroclaw_testing" not in found


def test_checking_writes_nothing_and_finds_nothing_stale(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err


def test_errors_that_no_distribution_has_are_left_out() -> None:
    class PassingError(ZeroClawError):
        """An error of a test."""

        error_key = "passing"
        template = "It passes."

    keys = {key for templates in error_templates().values() for key in templates}
    assert PassingError.error_key not in keys
    assert ZeroClawError.error_key in keys
