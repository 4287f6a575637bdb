"""Words what is known about models, as rows, as a card, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from zeroclaw.models.known import KnownModel, Prices
from zeroclaw.terminal.cells import cells, pad
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style
from zeroclaw.words import say
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.catalogue.model_facts import ModelFacts

__all__ = ["as_json", "card", "rows"]

_UNKNOWN: Final = "-"
_COLUMNS: Final = ("name", "context", "output", "input_price", "output_price", "abilities")
_ALIAS_COLUMNS: Final = ("name", "model", *_COLUMNS[1:])
_THOUSAND: Final = 1_000
_MILLION: Final = 1_000_000


def rows(models: Sequence[KnownModel], style: Style) -> Iterator[str]:
    """A heading, then a line for each model, in columns."""
    has_aliases = any(model.alias is not None for model in models)
    columns = _ALIAS_COLUMNS if has_aliases else _COLUMNS
    heading = [say(f"models_column_{column}") for column in columns]
    table = [_row(model, has_aliases=has_aliases) for model in models]
    widths = [max(map(cells, column)) for column in zip(heading, *table, strict=True)]
    yield style.dim(_line(heading, widths))
    for model, row in zip(models, table, strict=True):
        line = _line(row, widths)
        yield style.bold(line[: len(visible(model.name))]) + line[len(visible(model.name)) :]


def card(model: KnownModel, style: Style) -> Iterator[str]:
    """A line for each thing that is known about one model."""
    facts, prices = model.facts, model.prices
    yield style.bold(visible(f"{model.family}/{model.model}"))
    lines = {
        "alias": None if model.alias is None else visible(model.name),
        "context": _tokens(facts.context_window),
        "output": _tokens(facts.max_output),
        "abilities": _abilities(facts) or None,
        "lacks": ", ".join(_words(facts, has=False)) or None,
        "prices": None if prices is None else _prices(prices),
    }
    labels = {key: say(f"models_label_{key}") for key in lines}
    width = max(map(cells, labels.values()))
    for key, text in lines.items():
        if text is not None:
            yield f"  {style.dim(pad(labels[key], width))}  {text}"
    if prices is None:
        yield f"  {style.notable(say('models_no_price'))}"


def as_json(model: KnownModel) -> JsonObject:
    """All of it as one object; what nobody told is null."""
    facts, prices = model.facts, model.prices
    told: dict[str, Json] = {
        "family": model.family,
        "model": model.model,
        "alias": model.alias,
        "context_window": facts.context_window,
        "max_output": facts.max_output,
        **_abilities_told(facts),
    }
    told["prices"] = (
        None
        if prices is None
        else {
            "input": prices.input,
            "output": prices.output,
            "cached_input": prices.cached_input,
            "cache_write": prices.cache_write,
            "source": "config" if prices.is_set else "catalogue",
        }
    )
    return told


def _row(model: KnownModel, *, has_aliases: bool) -> list[str]:
    facts, prices = model.facts, model.prices
    return [
        visible(model.name),
        *([visible(model.model)] if has_aliases else []),
        _short(facts.context_window),
        _short(facts.max_output),
        _UNKNOWN if prices is None else _dollars(prices.input),
        _UNKNOWN if prices is None else _dollars(prices.output),
        _abilities(facts) or _UNKNOWN,
    ]


def _line(parts: Sequence[str], widths: Sequence[int]) -> str:
    padded = (pad(part, width) for part, width in zip(parts, widths, strict=True))
    return "  ".join(padded).rstrip()


def _abilities_told(facts: ModelFacts) -> dict[str, bool | None]:
    return {
        "vision": facts.vision,
        "tools": facts.tools,
        "parallel_tools": facts.parallel_tools,
        "reasoning": facts.reasoning,
        "json_mode": facts.json_mode,
    }


def _words(facts: ModelFacts, *, has: bool) -> list[str]:
    told = _abilities_told(facts)
    return [say(f"models_ability_{name}") for name, value in told.items() if value is has]


def _abilities(facts: ModelFacts) -> str:
    return ", ".join(_words(facts, has=True))


def _tokens(count: int | None) -> str | None:
    return None if count is None else say("models_tokens", count=f"{count:,}")


def _short(count: int | None) -> str:
    if count is None:
        return _UNKNOWN
    if count >= _MILLION:
        return f"{count / _MILLION:.3g}M"
    return f"{count / _THOUSAND:.0f}K" if count >= _THOUSAND else str(count)


def _dollars(amount: float) -> str:
    """At least cents, and as much more as there is."""
    text = f"{amount:.6f}".rstrip("0")
    whole, _, part = text.partition(".")
    return f"{whole}.{part:0<2}"


def _prices(prices: Prices) -> str:
    cached = prices.input if prices.cached_input is None else prices.cached_input
    written = prices.input if prices.cache_write is None else prices.cache_write
    key = "models_prices_set" if prices.is_set else "models_prices"
    return say(
        key,
        input=_dollars(prices.input),
        output=_dollars(prices.output),
        cached=_dollars(cached),
        written=_dollars(written),
    )
