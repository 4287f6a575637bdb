"""Tests of the reference page."""

from __future__ import annotations

from collections.abc import Callable

from zeroclaw_api.factory import ModelSettings
from zeroclaw_config.schema.keys import describe
from zeroclaw_config.schema.reference import reference_markdown

Family = Callable[[], type[ModelSettings]]


def test_every_key_is_a_row_under_its_section(house: Family) -> None:
    page = reference_markdown({"custom": house})
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) == len(describe({"custom": house}))
    section = page.split("## `[runtime_profiles.<alias>]`")[1].split("##")[0]
    assert (
        "| `budget.day` | number, at least 0 | - | Most US dollars of one day; any amount when "
        "left out. | 0.1.0 |\n"
    ) in section


def test_required_keys_and_defaults_are_told_apart(house: Family) -> None:
    page = reference_markdown({"custom": house})
    assert "| `model_provider` | text | *required* |" in page
    assert '| `level` | readonly, supervised or full | `"supervised"` |' in page
    assert "| `schema_version` | 3 | *required* |" in page


def test_every_row_has_as_many_cells_as_the_heading(house: Family) -> None:
    rows = [line for line in reference_markdown({"custom": house}).splitlines() if "|" in line]
    assert {row.count("|") - row.count("\\|") for row in rows} == {6}


def test_families_that_share_their_keys_are_shown_once(house: Family) -> None:
    alone = reference_markdown({"custom": house})
    page = reference_markdown({"custom": house, "other": house, "third": house})
    said = "The same keys are in the sections of `other`, `third`.\n\n"
    assert page.replace(said, "") == alone
    assert page.split(said)[0].endswith("## `[providers.models.custom.<alias>]`\n\n")
