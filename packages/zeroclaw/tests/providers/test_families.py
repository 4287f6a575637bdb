"""Families are known by what their vendors document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from zeroclaw.providers.families import FamilyFacts, KeyNeed, Kind, family_facts
from zeroclaw.wiring.families import installed_families, provider_factory
from zeroclaw_providers.programs.vendors import VENDORS as PROGRAMS
from zeroclaw_providers.vendors.table import VENDORS

FACTS: Final[Mapping[str, FamilyFacts]] = {
    "groq": FamilyFacts("groq", "Groq", Kind.VENDOR, KeyNeed.NEEDED, ("GROQ_API_KEY",)),
    "vllm": FamilyFacts("vllm", "vLLM", Kind.HERE, KeyNeed.OPTIONAL, ("VLLM_API_KEY",)),
    "openai": FamilyFacts("openai", "OpenAI", Kind.VENDOR, KeyNeed.NEEDED, ("OPENAI_API_KEY",)),
    "copilot": FamilyFacts("copilot", "GitHub Copilot", Kind.VENDOR, KeyNeed.LOGIN),
    "of_others": FamilyFacts("of_others"),
}


@pytest.mark.parametrize("family", FACTS)
def test_facts_of_a_family_are_those_of_its_vendor(family: str) -> None:
    assert family_facts(family) == FACTS[family]


def test_every_installed_family_is_known() -> None:
    families = installed_families()
    assert {"custom", "anthropic", "local"} <= families.keys()
    for family in families:
        facts = family_facts(family)
        assert facts.kind is not Kind.OTHER, family
        assert facts.title != family
        assert provider_factory(family).name == facts.family


def test_every_row_of_a_vendor_is_a_family_with_its_variable() -> None:
    for name, row in VENDORS.items():
        facts = family_facts(name)
        assert (facts.title, facts.variables) == (row.title, (row.key,))
        assert (facts.key is KeyNeed.NEEDED) is row.needs_key


def test_programs_have_a_login_of_their_own() -> None:
    for name in PROGRAMS:
        facts = family_facts(name)
        assert (facts.kind, facts.key) == (Kind.PROGRAM, KeyNeed.LOGIN)


def test_whether_a_model_is_local_may_be_unknown() -> None:
    told = {name: family_facts(name).is_local for name in ("local", "groq", "custom", "of_others")}
    assert told == {"local": True, "groq": False, "custom": None, "of_others": None}


def test_family_of_others_is_shown_by_its_own_name() -> None:
    assert family_facts("of_others").title == "of_others"
