"""Tests of the reference page of the command line."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli_reference import TARGET, escaped, main, page, paragraphs

from zeroclaw.commands.group import group

SCRIPT = Path(__file__).parent.parent / "cli_reference.py"

FETCH_EPILOG = """\b
Examples:
  tool fetch https://example.com/a | less
    --indented

\b
Exit codes: 0 fetched, 4 nothing there.
"""


@click.group(epilog="Files are in <place>.")
def tool() -> None:
    """Do things."""


@tool.command(epilog=FETCH_EPILOG)
@click.argument("address")
@click.argument("others", nargs=-1)
@click.option("-n", "--number", default=3, help="How *many*.")
@click.option("--kind", type=click.Choice(["a", "b"]), default="a", help="Which kind.")
@click.option("--color/--no-color", default=True, help="Use color.")
@click.option("--quiet", is_flag=True, help="Say nothing.")
@click.option("--header", multiple=True, metavar="LINE", help="One more.")
@click.option("--token", required=True, envvar="SOME_KEY", help="The key.")
@click.option("--secret-switch", hidden=True, help="Not for you.")
def fetch() -> None:
    """Fetch a thing
    over two lines.

    A second paragraph.
    \f
    A note for readers of the source.
    """


@tool.group()
def cache() -> None:
    """Look after the cache."""


@cache.command()
def clear() -> None:
    """Empty it."""


@tool.command(hidden=True)
def internal() -> None:
    """Not for you either."""


PAGE = page(tool, "tool")


def test_the_committed_page_is_up_to_date() -> None:
    assert TARGET.read_text(encoding="utf-8") == page(group)
    assert main(["--check"]) == 0


def test_every_command_below_is_described_but_hidden_ones() -> None:
    titles = re.findall(r"^#+ tool.*", PAGE, re.MULTILINE)
    # In the order in which the group lists them.
    assert titles == ["## tool", "### tool cache", "#### tool cache clear", "### tool fetch"]


def test_the_usage_is_one_line_whatever_its_length() -> None:
    assert "```text\ntool fetch [OPTIONS] ADDRESS [OTHERS]...\n```" in PAGE
    assert "```text\ntool cache clear [OPTIONS]\n```" in PAGE


def test_help_is_one_line_a_paragraph_up_to_the_form_feed() -> None:
    assert "\nFetch a thing over two lines.\n\nA second paragraph.\n" in PAGE
    assert "for readers of the source" not in PAGE


@pytest.mark.parametrize(
    "line",
    [
        "- `ADDRESS`: Required.",
        "- `OTHERS`: Optional. May be given several times.",
        "- `-n`, `--number INTEGER`: How \\*many\\*. Default: `3`.",
        "- `--kind [a|b]`: Which kind. Default: `a`.",
        "- `--color`, `--no-color`: Use color. Default: `--color`.",
        "- `--quiet`: Say nothing.",
        "- `--header LINE`: One more. May be given several times.",
        "- `--token TEXT`: The key. Required. Environment variable: `SOME_KEY`.",
    ],
)
def test_a_parameter_is_listed_with_its_default(line: str) -> None:
    assert f"{line}\n" in PAGE


def test_what_is_hidden_is_left_out() -> None:
    assert "secret-switch" not in PAGE
    assert "internal" not in PAGE


def test_an_epilog_becomes_code_with_a_list_of_exit_codes() -> None:
    code = "```sh\ntool fetch https://example.com/a | less\n  --indented\n```"
    assert f"Examples:\n\n{code}\n\nExit codes:\n\n- 0: fetched\n- 4: nothing there\n" in PAGE


def test_text_that_would_be_markup_is_escaped() -> None:
    assert "Files are in \\<place\\>." in PAGE
    assert escaped("_a_ b_c [x] 5 ` a") == "\\_a\\_ b_c \\[x\\] 5 \\` a"


def test_text_between_backticks_stays_code() -> None:
    assert escaped("For `tool <x> _y_`, *z*") == "For `tool <x> _y_`, \\*z\\*"


def test_no_help_means_no_paragraph() -> None:
    assert list(paragraphs(None)) == []
    assert list(paragraphs("  \n")) == []


def test_the_page_does_not_depend_on_the_width_of_a_terminal() -> None:
    code = "import cli_reference as c; print(c.page(c.group))"
    pages = set()
    for columns in ("20", "300"):
        env = {**os.environ, "COLUMNS": columns, "PYTHONPATH": str(SCRIPT.parent)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=env,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        pages.add(done.stdout)
    assert len(pages) == 1


def test_control_a_page_of_other_commands_differs() -> None:
    assert page(group) != PAGE


def test_control_a_missing_or_edited_page_fails_the_check(tmp_path: Path) -> None:
    target = tmp_path / "reference" / "cli.md"
    assert main(["--check"], target) == 1
    assert main([], target) == 0
    assert main(["--check"], target) == 0
    target.write_text(target.read_text(encoding="utf-8") + "\nBy hand.\n", encoding="utf-8")
    assert main(["--check"], target) == 1


def test_an_unknown_argument_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--wrong"]) == 2
    assert "--check" in capsys.readouterr().err
