"""What click says of itself is said in the language that is spoken."""

from __future__ import annotations

from io import StringIO

import click
import pytest
from click.testing import CliRunner

from zeroclaw.commands.click_words import InOtherWords, SpokenContext, reworded
from zeroclaw.commands.group import group
from zeroclaw.locales.language import speaking

CHINESE = "zh-CN"


@click.command()
@click.argument("name")
@click.option("--kind", type=click.Choice(["a", "b"]), help="Which.")
@click.option("--number", type=int)
@click.option("--loud", is_flag=True, expose_value=False)
@click.option("--key", required=True)
@click.version_option("1.0")
def tool(name: str, kind: str, number: int, key: str) -> None:
    """Do it."""


tool.context_class = SpokenContext

REFUSED = [
    [],
    ["x"],
    ["x", "--key"],
    ["x", "--key", "k", "--kind", "c"],
    ["x", "--key", "k", "--number", "c"],
    ["x", "--key", "k", "--loud=1"],
    ["x", "--key", "k", "y"],
    ["x", "--key", "k", "y", "z"],
    ["x", "--knid", "a"],
    ["x", "--zzzz"],
]


def refusal(arguments: list[str]) -> click.UsageError:
    with pytest.raises(click.UsageError) as caught:
        tool.main(arguments, prog_name="tool", standalone_mode=False)
    return caught.value


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_each_refusal_of_click_is_known_with_its_facts(arguments: list[str]) -> None:
    english = refusal(arguments).format_message()
    with speaking(CHINESE):
        said = reworded(english)
    assert said != english
    assert not said.isascii()
    for name in ("Missing", "Invalid", "requires", "does not", "Got ", "No such", "Did you mean"):
        assert name not in said


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_english_is_left_as_click_says_it(arguments: list[str]) -> None:
    english = refusal(arguments).format_message()
    assert reworded(english) == english


def test_what_click_was_not_known_to_say_stays_english() -> None:
    with speaking(CHINESE):
        assert reworded("Something new happened.") == "Something new happened."


def test_a_command_that_is_misspelt_is_told_with_what_was_meant() -> None:
    with speaking(CHINESE):
        assert reworded("No such command 'x'.") == "没有命令 'x'。"
        said = reworded("No such command 'agnet'. Did you mean 'agent'?")
    assert "'agnet'" in said
    assert "'agent'" in said
    assert "Did you mean" not in said


def test_help_has_its_headings_in_the_language() -> None:
    with speaking(CHINESE):
        shown = CliRunner().invoke(tool, ["--help"]).output
    for word in ("Usage:", "Options:", "Show this", "Show the version"):
        assert word not in shown
    assert "用法" in shown
    assert "Usage:" in CliRunner().invoke(tool, ["--help"]).output


def test_an_error_shows_usage_hint_and_what_is_wrong() -> None:
    error = refusal(["x", "--zzzz"])
    with speaking(CHINESE):
        shown = StringIO()
        InOtherWords(error).show(shown)
    lines = shown.getvalue().splitlines()
    assert lines[0].endswith("tool [OPTIONS] NAME")
    assert "tool --help" in lines[1]
    assert lines[2] == ""
    assert "'--zzzz'" in lines[3]
    assert "Error" not in shown.getvalue()


def test_an_error_without_context_is_one_line() -> None:
    with speaking(CHINESE):
        shown = StringIO()
        InOtherWords(click.UsageError("No such command 'x'.")).show(shown)
    assert shown.getvalue() == "错误：没有命令 'x'。\n"


def test_the_whole_command_refuses_in_the_language_asked_for() -> None:
    with speaking("en"):
        done = CliRunner().invoke(group, ["--lang", CHINESE, "config", "get"])
    assert done.exit_code == 2
    assert "Missing argument" not in done.output
    assert "KEY" in done.output


def test_a_language_that_is_not_there_is_wrong_usage() -> None:
    done = CliRunner().invoke(group, ["--lang", "xx", "status"])
    assert done.exit_code == 2
    assert "zh-CN" in done.output
