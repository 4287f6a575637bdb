"""What commands say of themselves is said in another language, wherever that has it."""

from __future__ import annotations

import click
from click.testing import CliRunner

from zeroclaw.commands.translation import keyed_texts, translated


@click.group(epilog="At the end.")
def tool() -> None:
    """Do things."""


@tool.command("fetch-it", epilog="\b\nExamples:\n  tool {this}")
@click.argument("address")
@click.option("--dry-run", "is_dry", is_flag=True, help="Only {say} it.")
@click.option("--quiet", is_flag=True)
def fetch_it(address: str, is_dry: bool, quiet: bool) -> None:
    """Fetch it.

    More of it.
    """
    click.echo(f"{address} {is_dry} {quiet}")


@tool.group()
def inner() -> None:
    """Do more things."""


@inner.command()
def deep() -> None:
    """Do it deep down."""


OTHER = {
    "command_help": "Mach etwas.",
    "command_fetch_it_help": "Hol es.\n\nMehr davon.",
    "command_fetch_it_epilog": "Am Ende.",
    "command_fetch_it_option_is_dry": "Sag es nur.",
    "command_inner_deep_help": "Mach es tief unten.",
}


def test_every_text_has_a_key_that_tells_where_it_stands() -> None:
    assert dict(keyed_texts(tool)) == {
        "command_help": "Do things.",
        "command_epilog": "At the end.",
        "command_fetch_it_help": "Fetch it.\n\nMore of it.",
        "command_fetch_it_epilog": "\b\nExamples:\n  tool {{this}}",
        "command_fetch_it_option_is_dry": "Only {{say}} it.",
        "command_inner_help": "Do more things.",
        "command_inner_deep_help": "Do it deep down.",
    }


def test_help_is_in_the_other_language_as_far_as_that_has_it() -> None:
    other = translated(tool, OTHER.get)
    shown = CliRunner().invoke(other, ["--help"]).output
    assert "Mach etwas." in shown
    assert "Hol es." in shown
    assert "At the end." in shown
    assert "Do more things." in shown


def test_commands_below_are_translated_at_any_depth() -> None:
    other = translated(tool, OTHER.get)
    shown = CliRunner().invoke(other, ["fetch-it", "--help"]).output
    assert "Mehr davon." in shown
    assert "Sag es nur." in shown
    assert "Fetch it" not in shown
    assert "Mach es tief unten." in CliRunner().invoke(other, ["inner", "deep", "--help"]).output


def test_a_translated_command_does_what_it_did_before() -> None:
    done = CliRunner().invoke(translated(tool, OTHER.get), ["fetch-it", "there", "--dry-run"])
    assert (done.exit_code, done.output) == (0, "there True False\n")


def test_the_original_keeps_what_it_says() -> None:
    translated(tool, OTHER.get)
    shown = CliRunner().invoke(tool, ["fetch-it", "--help"]).output
    assert "Fetch it." in shown
    assert "Only {say} it." in shown


def test_the_path_of_a_command_begins_its_keys() -> None:
    keys = dict(keyed_texts(fetch_it, "some-tool"))
    assert "command_some_tool_help" in keys
    other = translated(fetch_it, {"command_some_tool_help": "Anders."}.get, "some-tool")
    assert "Anders." in CliRunner().invoke(other, ["--help"]).output
