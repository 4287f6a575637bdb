"""What is known about models is laid out for people, or for programs."""

from __future__ import annotations

import re

import pytest

from zeroclaw.models.known import KnownModel, Prices
from zeroclaw.models.text import as_json, card, rows
from zeroclaw.terminal.style import Style
from zeroclaw_providers.catalogue.model_facts import ModelFacts

PLAIN, COLOURED = Style(colour=False), Style(colour=True)
FACTS = ModelFacts(context_window=1_048_576, max_output=8192, vision=True, tools=False)
KNOWN = KnownModel("openai", "x", FACTS, Prices(0.1, 12, 0.0125, None))
UNKNOWN = KnownModel("custom", "some-model", ModelFacts(), None, "home")


def test_rows_stand_in_columns_below_their_heading() -> None:
    heading, first, second = rows([KNOWN, UNKNOWN], PLAIN)
    assert heading.split("  ")[0] == "NAME"
    for word, text in (("CONTEXT", "1.05M"), ("OUTPUT", "8K"), ("USD/M IN", "0.10"), ("CAN", "p")):
        assert first.index(text) == heading.index(word)
    assert second.split() == ["custom.home", "some-model", "-", "-", "-", "-", "-"]


def test_list_without_aliases_has_no_column_for_them() -> None:
    heading, row = rows([KNOWN], PLAIN)
    assert "MODEL" not in heading
    assert row.split() == ["x", "1.05M", "8K", "0.10", "12.00", "pictures"]


def test_colours_change_nothing_but_colours() -> None:
    coloured = "\n".join([*rows([KNOWN, UNKNOWN], COLOURED), *card(KNOWN, COLOURED)])
    plain = "\n".join([*rows([KNOWN, UNKNOWN], PLAIN), *card(KNOWN, PLAIN)])
    assert coloured != plain
    assert re.sub(r"\x1b\[\d*m", "", coloured) == plain


def test_card_tells_what_a_model_can_do_and_what_not() -> None:
    text = "\n".join(card(KNOWN, PLAIN))
    assert "1,048,576 tokens" in text
    assert re.search(r"can +pictures\n", text)
    assert re.search(r"cannot +tools\n", text)
    assert "0.0125 cached, 0.10 put into the cache" in text
    assert "12.00 USD for a million output tokens" in text


def test_card_without_a_price_says_what_follows_from_it() -> None:
    assert "no limit in money can hold" in "\n".join(card(UNKNOWN, PLAIN))


def test_price_of_the_config_is_marked() -> None:
    model = KnownModel("openai", "x", FACTS, Prices(0, 0, None, None, is_set=True))
    assert "as set in the config" in "\n".join(card(model, PLAIN))
    prices = as_json(model)["prices"]
    assert isinstance(prices, dict)
    assert prices["source"] == "config"


def test_what_nobody_told_is_null_in_json() -> None:
    form = as_json(UNKNOWN)
    assert (form["family"], form["alias"], form["model"]) == ("custom", "home", "some-model")
    assert all(form[key] is None for key in ("context_window", "vision", "reasoning", "prices"))


@pytest.mark.parametrize("style", [PLAIN, COLOURED])
def test_name_with_control_characters_is_made_harmless(style: Style) -> None:
    evil = KnownModel("custom", "evil\x1b[2Jname", ModelFacts(), None)
    shown = "\n".join([*rows([evil], style), *card(evil, style)])
    assert "\x1b[2J" not in shown
    assert "name" in shown
