"""Tests of the script that makes the tables of models."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import model_catalogue
import pytest
from model_catalogue import entry_of, main, plain, tables_of, without_repetitions

DAY = date(2026, 11, 30)
PRICED = {
    "litellm_provider": "openai",
    "mode": "chat",
    "max_input_tokens": 128000,
    "max_output_tokens": 16384,
    "supports_vision": True,
    "supports_function_calling": True,
    "input_cost_per_token": 2.5e-06,
    "output_cost_per_token": 1e-05,
    "cache_read_input_token_cost": 1.25e-06,
}


def test_entry_has_dollars_for_a_million_tokens() -> None:
    assert entry_of(PRICED) == {
        "context_window": 128000,
        "max_output": 16384,
        "vision": True,
        "tools": True,
        "prices": {"input": 2.5, "output": 10, "cached_input": 1.25},
    }


def test_model_without_a_charge_has_no_price() -> None:
    free = {**PRICED, "input_cost_per_token": 0.0, "output_cost_per_token": 0}
    assert "prices" not in entry_of(free)


@pytest.mark.parametrize(
    "different",
    [
        {"mode": "embedding"},
        {"litellm_provider": "nobody"},
        {"deprecation_date": "2026-11-29"},
        {"litellm_provider": "azure"},
    ],
)
def test_what_is_no_model_to_talk_to_is_left_out(different: dict[str, str]) -> None:
    assert tables_of({"eu/x": {**PRICED, **different}}, DAY) == {}


def test_vendor_is_taken_off_the_name() -> None:
    priced = {"groq/openai/x": {**PRICED, "litellm_provider": "groq"}, "y": PRICED}
    assert {family: list(table) for family, table in tables_of(priced, DAY).items()} == {
        "groq": ["openai/x"],
        "openai": ["y"],
    }


def test_longer_name_goes_only_where_it_says_the_same() -> None:
    table = {"x": {"vision": True}, "x-2024-08-06": {"vision": True}, "x-latest": {}}
    assert list(without_repetitions(table)) == ["x", "x-latest"]


def test_numbers_are_as_short_as_possible() -> None:
    numbers = [plain(Decimal(text)) for text in ("3.00", "0.10", "30")]
    assert json.dumps(numbers) == "[3, 0.1, 30]"


def test_committed_tables_are_written_as_the_script_writes_them() -> None:
    for file in model_catalogue.TABLES.glob("*.json"):
        text = file.read_text(encoding="utf-8")
        document = json.loads(text)
        [(family, table)] = document["families"].items()
        day = date.fromisoformat(document["date"])
        assert text == model_catalogue.text_of(family, table, day)
        assert without_repetitions(table) == table


def test_source_without_the_file_of_prices_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not enough values"):
        main(tmp_path, DAY)
