"""No value is taken for a flag, no flag for a value."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner, Result

from zeroclaw.commands.strict_options import TAKES_NUMBERS, StrictOptions


@click.command(cls=StrictOptions, context_settings=TAKES_NUMBERS)
@click.option("-m", "--message")
@click.option("--json", "as_json", is_flag=True)
@click.argument("words", nargs=-1)
def numbers(message: str | None, as_json: bool, words: tuple[str, ...]) -> None:
    click.echo(f"{message} {as_json} {' '.join(words)}")


@click.command(cls=StrictOptions)
@click.option("-m", "--message")
@click.option("--json", "as_json", is_flag=True)
def plain(message: str | None, as_json: bool) -> None:
    click.echo(f"{message} {as_json}")


def run(command: click.Command, *words: str) -> Result:
    return CliRunner().invoke(command, words)


@pytest.mark.parametrize("words", [("-m", "--json"), ("--message", "-m", "x")])
def test_flag_is_no_value_of_the_option_before_it(words: tuple[str, ...]) -> None:
    done = run(plain, *words)
    assert done.exit_code == 2
    assert f"Option '{words[0]}' requires an argument." in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--message=--json",), "--json False\n"),
        (("-m", "--jso"), "--jso False\n"),
        (("-m", "-5"), "-5 False\n"),
        (("--json", "-m", "x"), "x True\n"),
    ],
)
def test_value_that_is_no_flag_is_taken_as_it_is(words: tuple[str, ...], said: str) -> None:
    assert run(plain, *words).stdout == said


def test_control_click_itself_swallows_the_flag() -> None:
    command = click.Command("c", params=plain.params, callback=plain.callback)
    assert run(command, "-m", "--json").stdout == "--json False\n"


@pytest.mark.parametrize("number", ["-1001234567890", "-100:42", "-0.5", "-1", "-.5"])
def test_argument_may_be_a_negative_number(number: str) -> None:
    assert run(numbers, "KEY", number, "--json").stdout == f"None True KEY {number}\n"


@pytest.mark.parametrize("word", ["--jsn", "-x", "--message2=5"])
def test_misspelt_flag_is_still_refused(word: str) -> None:
    done = run(numbers, "KEY", word)
    assert done.exit_code == 2
    assert f"No such option '{word.partition('=')[0]}'." in done.stderr


def test_nothing_after_two_dashes_is_a_flag() -> None:
    assert run(numbers, "--", "--json", "-x").stdout == "None False --json -x\n"
