"""Colours are there where they are wanted."""

from __future__ import annotations

import pytest

from zeroclaw.terminal.style import Style, style_for


@pytest.mark.parametrize(
    ("environ", "is_terminal", "colour"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"CLICOLOR_FORCE": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    ],
)
def test_the_environment_decides_on_colours(
    environ: dict[str, str], is_terminal: bool, colour: bool
) -> None:
    assert style_for(environ, is_terminal=is_terminal) == Style(colour)


def test_without_colours_text_is_left_alone() -> None:
    plain = Style(colour=False)
    for paint in (plain.dim, plain.bold, plain.good, plain.bad, plain.notable, plain.active):
        assert paint("x") == "x"


def test_each_style_ends_with_its_text() -> None:
    coloured = Style(colour=True)
    for paint in (
        coloured.dim,
        coloured.bold,
        coloured.good,
        coloured.bad,
        coloured.notable,
        coloured.active,
    ):
        assert paint("x").startswith("\x1b[")
        assert paint("x").endswith("x\x1b[0m")
