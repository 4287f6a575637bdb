"""Make the tables of models that come with the providers from public facts.

SOURCE is a folder with two wheels of the index, unpacked: the file of model prices of `litellm`,
somewhere below it, plus the package `genai_prices`. Both are collections of what vendors publish,
under the MIT licence; what is taken are facts, in a form of our own.

    uv run python scripts/model_catalogue.py SOURCE [DAY]

A table holds models that one can talk to, without those that were retired before DAY, which is
today when left out, or that say the same under a longer name.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from zeroclaw_providers.catalogue.lookup import names_of
from zeroclaw_providers.catalogue.model_facts import facts_in

TABLES = Path(__file__).parent.parent / (
    "packages/zeroclaw-providers/src/zeroclaw_providers/catalogue/tables"
)
PRICE_FILE: Final = "model_prices_and_context_window*.json"
SOURCES: Final = ["litellm, model_prices_and_context_window (MIT)", "genai-prices, data (MIT)"]

# Their names of vendors, with our families. What runs on one's own machine has no price.
FAMILIES: Final = {
    "ai21": "ai21",
    "aihubmix": "aihubmix",
    "anthropic": "anthropic",
    "anyscale": "anyscale",
    "azure": "azure",
    "baseten": "baseten",
    "bedrock": "bedrock",
    "bedrock_converse": "bedrock",
    "bigmodel": "glm",
    "cerebras": "cerebras",
    "cloudflare": "cloudflare",
    "cohere_chat": "cohere",
    "dashscope": "qwen",
    "deepinfra": "deepinfra",
    "deepseek": "deepseek",
    "featherless_ai": "featherless",
    "fireworks_ai": "fireworks",
    "friendliai": "friendli",
    "gemini": "gemini",
    "github_copilot": "copilot",
    "groq": "groq",
    "hyperbolic": "hyperbolic",
    "inception": "inception",
    "lambda_ai": "lambda_ai",
    "minimax": "minimax",
    "mistral": "mistral",
    "moonshot": "moonshot",
    "morph": "morph",
    "nebius": "nebius",
    "novita": "novita",
    "nscale": "nscale",
    "openai": "openai",
    "ovhcloud": "ovh",
    "perplexity": "perplexity",
    "sambanova": "sambanova",
    "tencent": "hunyuan",
    "together_ai": "together",
    "vercel_ai_gateway": "vercel",
    "volcengine": "doubao",
    "xai": "xai",
    "zai": "zai",
}
# Families of which only the second source knows anything.
OTHER_FAMILIES: Final = {"arcee": "arcee", "avian": "avian", "openrouter": "openrouter"}
# Whose models the first part of a name of theirs speaks of.
VENDORS: Final = {
    "anthropic": "anthropic",
    "cohere": "cohere",
    "deepseek": "deepseek",
    "google": "gemini",
    "minimax": "minimax",
    "mistralai": "mistral",
    "moonshotai": "moonshot",
    "openai": "openai",
    "qwen": "qwen",
    "x-ai": "xai",
    "z-ai": "zai",
}
ABILITIES: Final = {
    "vision": ("supports_vision", "supports_image_input"),
    "tools": ("supports_function_calling",),
    "parallel_tools": ("supports_parallel_function_calling", "supports_parallel_tool_use_config"),
    "reasoning": ("supports_reasoning",),
    "json_mode": ("supports_response_schema", "supports_native_structured_output"),
}
PRICES: Final = {
    "input": "input_cost_per_token",
    "output": "output_cost_per_token",
    "cached_input": "cache_read_input_token_cost",
    "cache_write": "cache_creation_input_token_cost",
}
CHAT: Final = {"chat", "responses"}

Entry = dict[str, Any]
Tables = dict[str, dict[str, Entry]]


def tables_of(priced: Mapping[str, Mapping[str, Any]], day: date) -> Tables:
    """The tables that the file of prices gives."""
    tables: Tables = {}
    for name, facts in priced.items():
        family = FAMILIES.get(str(facts.get("litellm_provider")))
        if family is None or facts.get("mode") not in CHAT or name.startswith("ft:"):
            continue
        if facts.get("deprecation_date", "9999") < day.isoformat():
            continue
        vendor = f"{facts['litellm_provider']}/"
        model = name.removeprefix("bedrock/" if family == "bedrock" else vendor)
        if family in {"azure", "bedrock"} and "/" in model:
            # Of one region, which is no name that the service itself knows.
            continue
        entry = entry_of(facts)
        if {"context_window", "prices"} & entry.keys():
            tables.setdefault(family, {})[model] = entry
    return tables


def entry_of(facts: Mapping[str, Any]) -> Entry:
    """What the file of prices tells of one model."""
    entry: Entry = {}
    for key, theirs in (
        ("context_window", "max_input_tokens"),
        ("max_output", "max_output_tokens"),
    ):
        if isinstance(facts.get(theirs), int | float) and facts[theirs] >= 1:
            entry[key] = int(facts[theirs])
    for ability, names in ABILITIES.items():
        told = [facts[name] for name in names if isinstance(facts.get(name), bool)]
        if told:
            entry[ability] = any(told)
    prices = {
        key: plain(Decimal(str(facts[theirs])) * 1_000_000)
        for key, theirs in PRICES.items()
        if isinstance(facts.get(theirs), int | float)
    }
    add_prices(entry, prices)
    return entry


def add_prices(entry: Entry, prices: Mapping[str, float]) -> None:
    """Add prices that are whole; free of charge usually means that nobody told."""
    if {"input", "output"} <= prices.keys() and (prices["input"] or prices["output"]):
        entry["prices"] = {
            key: price
            for key, price in prices.items()
            if key in {"input", "output"} or price not in {0, prices["input"]}
        }


def plain(number: Decimal) -> int | float:
    """The number as short as JSON can say it."""
    return int(number) if number == number.to_integral_value() else float(number.normalize())


def other_tables(providers: Iterator[Any], known: Tables, day: date) -> Tables:
    """The tables of families that only the second source knows."""
    tables: Tables = {}
    for provider in providers:
        family = OTHER_FAMILIES.get(provider.id)
        for model in provider.models if family else ():
            if model.deprecated or not model.context_window:
                continue
            entry = abilities_at_vendor(model.id, known)
            entry["context_window"] = model.context_window
            add_prices(entry, other_prices(model.prices, day))
            tables.setdefault(family or "", {})[model.id] = entry
    return tables


def abilities_at_vendor(model: str, known: Tables) -> Entry:
    """What the model that is resold can do where it comes from."""
    vendor, _, name = model.partition("/")
    for candidate in names_of(name.partition(":")[0]):
        table = known.get(VENDORS.get(vendor, ""), {})
        found = table.get(candidate) or table.get(candidate.replace(".", "-"))
        if found is not None:
            return {key: value for key, value in found.items() if key in {*ABILITIES, "max_output"}}
    return {}


def other_prices(prices: Any, day: date) -> dict[str, float]:
    """The prices of the day in the second source."""
    if isinstance(prices, list):
        held = [
            each.prices
            for each in prices
            if getattr(each.constraint, "start_date", date.min) <= day
            and not hasattr(each.constraint, "start_time")
        ]
        if not held:
            return {}
        prices = held[-1]
    theirs = {
        "input": prices.input_mtok,
        "output": prices.output_mtok,
        "cached_input": prices.cache_read_mtok,
        "cache_write": prices.cache_write_mtok,
    }
    return {
        key: plain(Decimal(getattr(price, "base", price)))
        for key, price in theirs.items()
        if price is not None
    }


def without_repetitions(table: Mapping[str, Entry]) -> dict[str, Entry]:
    """The table without models that are found under a shorter name, where it says the same."""
    return {
        model: entry
        for model, entry in sorted(table.items())
        if not any(name != model and table.get(name) == entry for name in names_of(model))
    }


def text_of(family: str, table: Mapping[str, Entry], day: date) -> str:
    """A table as its file has it: a line for each model, so that changes can be read."""
    for entry in table.values():
        facts_in(entry)
    lines = ",\n".join(
        f"{json.dumps(model)}:{json.dumps(entry, separators=(',', ':'))}"
        for model, entry in table.items()
    )
    head = f'{{"date":"{day.isoformat()}","sources":{json.dumps(SOURCES)},\n"families":'
    return f"{head}{{{json.dumps(family)}:{{\n{lines}\n}}}}}}\n"


def main(source: Path, day: date) -> None:
    """Write all tables anew."""
    [file] = source.rglob(PRICE_FILE)
    tables = tables_of(json.loads(file.read_text(encoding="utf-8")), day)
    sys.path.insert(0, str(source))
    tables |= other_tables(import_module("genai_prices.data").providers, tables, day)
    for old in TABLES.glob("*.json"):
        old.unlink()
    for family, table in sorted(tables.items()):
        text = text_of(family, without_repetitions(table), day)
        (TABLES / f"{family}.json").write_text(text, encoding="utf-8")
        print(f"{family}: {len(table)} models, {len(text)} bytes")


if __name__ == "__main__":
    given = sys.argv[2:]
    main(Path(sys.argv[1]), date.fromisoformat(given[0]) if given else datetime.now(UTC).date())
