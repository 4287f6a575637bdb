"""Write the reference page of the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING

from zeroclaw_config.schema.keys import ALIAS, KeyDescription, describe

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

__all__ = ["reference_markdown"]

_HEAD = """\
# Configuration reference

Every key of `config.toml` that this version reads. `<alias>` is a name that you choose. A key
marked *required* must be there once its table is; a default of `-` means none. The variable
`ZEROCLAW_a__b__c` overrides the key `a.b.c` while it is set.
"""
_COLUMNS = """\
| key | type | default | meaning | since |
|---|---|---|---|---|
"""


def reference_markdown(families: Mapping[str, Callable[[], type[ModelSettings]]]) -> str:
    """The page as Markdown: a table of keys for each section, families that share theirs once."""
    alike: dict[type[ModelSettings], list[str]] = {}
    for family, settings in families.items():
        alike.setdefault(settings(), []).append(family)
    shown = {names[0]: families[names[0]] for names in alike.values()}
    others = {f"providers.models.{name}.{ALIAS}": rest for name, *rest in alike.values()}
    parts = [_HEAD]
    for section, keys in groupby(describe(shown), key=_section):
        heading = f"\n## `[{section}]`\n\n" if section else "\n## Top of the file\n\n"
        same = _same_keys(others.get(section, []))
        parts.append(heading + same + _COLUMNS + "".join(_row(key, section) for key in keys))
    return "".join(parts)


def _same_keys(families: Sequence[str]) -> str:
    if not families:
        return ""
    names = ", ".join(f"`{family}`" for family in families)
    return fill(f"The same keys are in the sections of {names}.", 98) + "\n\n"


def _section(key: KeyDescription) -> str:
    before, alias, _ = key.path.partition(ALIAS)
    return before + alias if alias else ""


def _row(key: KeyDescription, section: str) -> str:
    name = key.path.removeprefix(section).removeprefix(".")
    default = "*required*" if key.is_required else f"`{key.default}`" if key.default else "-"
    meaning = key.description + (" *Secret.*" if key.is_secret else "")
    cells = (f"`{name}`", key.type, default, meaning, key.since)
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
