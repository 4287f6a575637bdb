"""What there is to say of a family of models before any of it is configured."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from attrs import frozen

from zeroclaw.words import say
from zeroclaw_providers.programs.vendors import VENDORS as PROGRAMS
from zeroclaw_providers.vendors.table import VENDORS
from zeroclaw_providers.vendors.vendor import Vendor

__all__ = ["FamilyFacts", "KeyNeed", "Kind", "family_facts"]

_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class Kind(StrEnum):
    """What is behind a family, in the order in which the kinds are shown."""

    HERE = "here"
    ENDPOINT = "endpoint"
    PROGRAM = "program"
    VENDOR = "vendor"
    OTHER = "other"


class KeyNeed(StrEnum):
    """What a family shows who is asking; `LOGIN` is one that was made before."""

    NEEDED = "needed"
    OPTIONAL = "optional"
    LOGIN = "login"
    NONE = "none"
    UNKNOWN = "unknown"


@frozen
class FamilyFacts:
    """A family, with the `name` people know it by; None where it has none of its own.

    `variables` are those in which the vendor's documentation has the key.
    """

    family: str
    name: str | None = None
    kind: Kind = Kind.OTHER
    key: KeyNeed = KeyNeed.UNKNOWN
    variables: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """How it is shown."""
        if self.name is not None:
            return self.name
        is_known = self.kind is not Kind.OTHER
        return say(f"providers_title_{self.family}") if is_known else self.family

    @property
    def is_local(self) -> bool | None:
        """Whether the model runs on this machine, unless told otherwise; None when nobody knows."""
        match self.kind:
            case Kind.HERE:
                return True
            case Kind.PROGRAM | Kind.VENDOR:
                return False
            case Kind.ENDPOINT | Kind.OTHER:
                return None


def _vendor(family: str, name: str, variable: str) -> FamilyFacts:
    return FamilyFacts(family, name, Kind.VENDOR, KeyNeed.NEEDED, (variable,))


def _program(family: str, name: str) -> FamilyFacts:
    return FamilyFacts(family, name, Kind.PROGRAM, KeyNeed.LOGIN, PROGRAMS[family].keys)


_WITHOUT_ROW: Final[Mapping[str, FamilyFacts]] = {
    facts.family: facts
    for facts in (
        _vendor("anthropic", "Anthropic", "ANTHROPIC_API_KEY"),
        FamilyFacts(
            "bedrock",
            "Amazon Bedrock",
            Kind.VENDOR,
            KeyNeed.LOGIN,
            ("AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID"),
        ),
        FamilyFacts("copilot", "GitHub Copilot", Kind.VENDOR, KeyNeed.LOGIN),
        FamilyFacts("custom", None, Kind.ENDPOINT, KeyNeed.OPTIONAL),
        _vendor("gemini", "Google Gemini", "GEMINI_API_KEY"),
        _program("gemini_cli", "Gemini CLI"),
        _program("grok_cli", "Grok Build"),
        _program("kilocli", "Kilo CLI"),
        FamilyFacts("local", None, Kind.HERE, KeyNeed.NONE),
        FamilyFacts("ollama", "Ollama", Kind.HERE, KeyNeed.OPTIONAL, ("OLLAMA_API_KEY",)),
        _vendor("openai", "OpenAI", "OPENAI_API_KEY"),
        FamilyFacts("responses", None, Kind.ENDPOINT, KeyNeed.OPTIONAL),
    )
}
"""Families that have a module of their own."""


def family_facts(family: str) -> FamilyFacts:
    """What is known of a family; of one that another distribution brought, its name alone."""
    known = _WITHOUT_ROW.get(family)
    if known is not None:
        return known
    row = VENDORS.get(family)
    return FamilyFacts(family) if row is None else _of_row(row)


def _of_row(row: Vendor) -> FamilyFacts:
    is_here = urlsplit(row.url).hostname in _HERE
    need = KeyNeed.NEEDED if row.needs_key else KeyNeed.OPTIONAL
    kind = Kind.HERE if is_here else Kind.VENDOR
    return FamilyFacts(row.name, row.title, kind, need, (row.key,))
