"""Tests of the parser around the parser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config import ConfigError, ConfigSyntax, SchemaNotMigrated, SchemaTooNew
from zeroclaw_config._toml import DEEPEST, parsed, require_schema_version


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a = 1\nb = \n", 2, 5),
        ("a = 1\na = 2\n", 2, 6),
        ("[a]\n[a]\n", 2, 3),
        ('a = 1\nb = "x', 2, None),
        ("a = 0" + "9" * 5000, 1, 6),
        ("a = 1" + "9" * 5000, None, None),
    ],
)
def test_a_syntax_error_names_its_place(text: str, line: int | None, column: int | None) -> None:
    with pytest.raises(ConfigSyntax) as caught:
        parsed(text, "c.toml")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith("c.toml is not TOML")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("depth", [DEEPEST + 1, 100_000])
def test_what_is_nested_too_deeply_is_refused(depth: int) -> None:
    with pytest.raises(ConfigSyntax, match="levels deep"):
        parsed("a = " + "[" * depth + "]" * depth, "c.toml")


def test_what_is_nested_as_deeply_as_allowed_is_taken() -> None:
    depth = DEEPEST - 1
    assert parsed("a = " + "[" * depth + "]" * depth, "c.toml")


@given(st.text(st.sampled_from("[]{}=.,'\"\\ab1-:#\n\r\t")) | st.text())
def test_any_text_is_a_document_or_a_syntax_error(text: str) -> None:
    outcome: object
    try:
        outcome = parsed(text, "c.toml")
    except ConfigSyntax as error:
        outcome = str(error)
    assert isinstance(outcome, dict) or outcome


@pytest.mark.parametrize(
    ("version", "kind", "words"),
    [
        ("", SchemaNotMigrated, "missing"),
        ("schema_version = 2", SchemaNotMigrated, "is 2"),
        ("schema_version = -1", SchemaNotMigrated, "below 0"),
        ('schema_version = "3"', SchemaNotMigrated, "not a number"),
        ("schema_version = 3.0", SchemaNotMigrated, "not a number"),
        ("schema_version = true", SchemaNotMigrated, "not a number"),
        ("schema_version = 4", SchemaTooNew, "newer version"),
        ("schema_version = 0x1" + "f" * 9000, SchemaTooNew, "newer version"),
    ],
)
def test_another_form_of_the_file_is_one_clear_error(
    version: str, kind: type[ConfigError], words: str
) -> None:
    with pytest.raises(kind, match=words):
        require_schema_version(parsed(version, "c.toml"), "c.toml")


def test_the_current_form_of_the_file_is_taken() -> None:
    require_schema_version({"schema_version": 3}, "c.toml")
