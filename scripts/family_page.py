"""Writes the page of one family of models."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final, assert_never

from family_notes import EXTRA_LINES, NOTES, Note

from zeroclaw.providers.families import FamilyFacts, KeyNeed
from zeroclaw.wiring.families import Families
from zeroclaw_config.schema.keys import describe
from zeroclaw_providers.catalogue.model_facts import ModelFacts
from zeroclaw_providers.catalogue.reading import ModelCatalogue
from zeroclaw_providers.family_settings import FamilySettings
from zeroclaw_providers.openai_chat.quirks import Quirks, ReasoningEcho, ThinkingForm
from zeroclaw_providers.vendors.table import VENDORS
from zeroclaw_providers.vendors.vendor import KeyForm, Vendor

__all__ = ["WRITTEN", "UnknownFamily", "example", "family_page", "title_of", "variables_of"]

WRITTEN: Final = (
    "<!-- Written by scripts/provider_pages.py from the table of vendors; do not edit. -->"
)
ALIAS: Final = "main"
"""What the entry of an example is called, as is its agent."""
SOME_MODEL: Final = "some-model"
THINKING: Final = {
    ThinkingForm.EFFORT: "",
    ThinkingForm.EFFORT_INSIDE: "",
    ThinkingForm.SWITCH: "`thinking` sets the most tokens of thinking; `off` turns it off.",
    ThinkingForm.TYPE: "`thinking` is on or off there: every level but `off` turns it on.",
    ThinkingForm.TEMPLATE: "`thinking` is on or off there: every level but `off` turns it on.",
}


class UnknownFamily(Exception):
    """A family is neither a row of the table nor in `family_notes.py`."""


def title_of(facts: FamilyFacts) -> str:
    """What people call it. Raises `UnknownFamily`."""
    return facts.name or _note(facts.family).title


def variables_of(facts: FamilyFacts) -> tuple[str, ...]:
    """The variables with its keys, and with what belongs to them."""
    note = NOTES.get(facts.family)
    return tuple(dict.fromkeys(facts.variables + (note.more_variables if note else ())))


def example(facts: FamilyFacts, catalogue: ModelCatalogue) -> str:
    """A whole `config.toml` with one agent, whose model is of the family."""
    family = facts.family
    note = NOTES.get(family)
    chosen = note.model if note else ""
    model = chosen or _example_model(family, catalogue) or ("" if note else SOME_MODEL)
    lines = [f'model = "{model}"'] if model else []
    if facts.key is KeyNeed.NEEDED:
        lines.append(f'api_key = "${{{facts.variables[0]}}}"')
    lines += note.example if note else EXTRA_LINES.get(family, ())
    section = "\n".join(lines)
    return f"""\
schema_version = 3

[providers.models.{family}.{ALIAS}]
{section}

[agents.{ALIAS}]
model_provider = "{family}.{ALIAS}"
"""


def family_page(facts: FamilyFacts, families: Families, catalogue: ModelCatalogue) -> str:
    """The page of one family. Raises `UnknownFamily`."""
    points = "".join(f"- {point}\n" for point in _points(facts))
    parts = [
        f"# {title_of(facts)}\n\n{WRITTEN}\n\nThe family `{facts.family}`.\n\n{points}",
        f"## Example\n\n```toml\n{example(facts, catalogue)}```\n",
        _keys(facts.family, families),
        _models(facts, catalogue),
    ]
    return "\n".join(part for part in parts if part)


def _points(facts: FamilyFacts) -> Iterator[str]:
    vendor = VENDORS.get(facts.family)
    if vendor is None:
        yield from _noted(facts)
        return
    yield "Protocol: OpenAI chat completions."
    yield f"Address: {_address(vendor)}; `uri` names another that stands in for it."
    yield f"Key: {_vendor_key(vendor)}"
    if vendor.regions:
        usual, *_ = vendor.regions
        places = ", ".join(f'`"{name}"` (`{url}`)' for name, url in vendor.regions.items())
        yield f'Regions: `region` is one of {places}; `"{usual}"` when left out.'
    yield (
        "Pictures: sent, unless `vision = false`."
        if vendor.vision
        else "Pictures: sent with `vision = true`, to a model that sees."
    )
    yield (
        "Tools: in the protocol's own form; `native_tools = false` describes them in words."
        if vendor.native_tools
        else "Tools: described in words, unless `native_tools = true`."
    )
    yield from _quirks(vendor.quirks)


def _address(vendor: Vendor) -> str:
    if "{resource}" in vendor.url:
        return f"`{vendor.url}` with the `resource` and `deployment` of your own".replace(
            "{resource}", "<resource>"
        )
    return f"`{vendor.url}`"


def _vendor_key(vendor: Vendor) -> str:
    prefix = f"; keys begin with `{vendor.key_prefix}`" if vendor.key_prefix else ""
    if not vendor.needs_key:
        return f"none, unless the server was told to want one; then `{vendor.key}`."
    match vendor.key_form:
        case KeyForm.BEARER | KeyForm.API_KEY_HEADER:
            return f"`{vendor.key}`, found even without `api_key`{prefix}."
        case KeyForm.ZHIPU_TOKEN:
            form = "a key of the form `id.secret` signs short-lived tokens, and is not sent itself"
            return f"`{vendor.key}`, found even without `api_key`{prefix}; {form}."
        case _:
            assert_never(vendor.key_form)


def _quirks(quirks: Quirks) -> Iterator[str]:
    if THINKING[quirks.thinking]:
        yield THINKING[quirks.thinking]
    if quirks.merge_system:
        yield "Instructions go into the first message of the user: there is no system message."
    if quirks.marks_cache:
        yield "The instructions are marked as what the prompt cache shall keep."
    match quirks.echo:
        case ReasoningEcho.NEVER:
            yield "Thinking is not sent back."
        case ReasoningEcho.ALWAYS:
            yield "The thinking before a tool call goes back with it."
        case ReasoningEcho.AS_SENT:
            return
        case _:
            assert_never(quirks.echo)


def _noted(facts: FamilyFacts) -> Iterator[str]:
    note = _note(facts.family)
    yield f"Protocol: {note.speaks}."
    yield f"Address: {note.address}."
    named = ", ".join(f"`{name}`" for name in variables_of(facts))
    yield f"Key: {note.key or f'{named}, which `api_key` has to name.'}"
    if facts.key is KeyNeed.LOGIN and named:
        yield f"Variables: {named}."
    yield from note.special


def _note(family: str) -> Note:
    if family not in NOTES:
        raise UnknownFamily(
            f"{family} is no row of the table of vendors: say what it is in family_notes.py"
        )
    return NOTES[family]


def _keys(family: str, families: Families) -> str:
    """The keys that not every family has, or that mean something else here."""
    section = f"providers.models.{family}.<alias>."
    usual = {field.description for field in FamilySettings.model_fields.values()}
    rows = [
        f"| `{key.path.removeprefix(section)}` | {key.type} "
        f"| {'*required*' if key.is_required else f'`{key.default}`' if key.default else '-'} "
        f"| {key.description.replace('|', '&#124;')} |\n"
        for key in describe({family: families[family]})
        if key.path.startswith(section)
        and "." not in key.path.removeprefix(section)
        and key.description not in usual
    ]
    if not rows:
        return ""
    head = "| key | type | default | meaning |\n|---|---|---|---|\n"
    return f"## Keys of its own\n\n{head}{''.join(rows)}"


def _example_model(family: str, catalogue: ModelCatalogue) -> str:
    """One of a middling price among those that use tools; nothing when none is known."""
    known = _known(family, catalogue)
    with_tools = [(name, facts) for name, facts in known if facts.tools and facts.prices]
    ranked = sorted(
        with_tools, key=lambda each: (each[1].prices.output if each[1].prices else 0, each[0])
    )
    return ranked[len(ranked) // 2][0] if ranked else known[0][0] if known else ""


def _known(family: str, catalogue: ModelCatalogue) -> list[tuple[str, ModelFacts]]:
    found = ((name, catalogue.facts_of(family, name)) for name in catalogue.models_of(family))
    return [(name, facts) for name, facts in found if facts is not None]


def _models(facts: FamilyFacts, catalogue: ModelCatalogue) -> str:
    known = _known(facts.family, catalogue)
    if not known:
        return ""
    rows = "".join(_model_row(name, known_facts) for name, known_facts in known)
    return f"""\
## Models

What was publicly known when this version was made: lengths in tokens, prices in US dollars for a
million tokens. `zeroclaw models refresh` gets newer facts, `zeroclaw models info` tells all of one
model.

| model | context | longest answer | input | cached | output | can |
|---|---|---|---|---|---|---|
{rows}"""


def _model_row(name: str, facts: ModelFacts) -> str:
    prices = facts.prices
    abilities = {"tools": facts.tools, "pictures": facts.vision, "thinking": facts.reasoning}
    cells = (
        f"`{name}`",
        _count(facts.context_window),
        _count(facts.max_output),
        _dollars(prices.input if prices else None),
        _dollars(prices.cached_input if prices else None),
        _dollars(prices.output if prices else None),
        ", ".join(word for word, can in abilities.items() if can) or "-",
    )
    return f"| {' | '.join(cells)} |\n"


def _count(tokens: int | None) -> str:
    return "-" if tokens is None else f"{tokens:,}"


def _dollars(price: Decimal | None) -> str:
    return "-" if price is None else f"{round(price, 4).normalize():f}"
