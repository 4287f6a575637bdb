"""Tests of the pages of the providers, with `.env.example`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from provider_pages import ROOT, env_example, main, overview, wanted_files

from zeroclaw.providers.families import FamilyFacts, KeyNeed, Kind, family_facts
from zeroclaw.wiring.families import installed_families
from zeroclaw_providers.catalogue.reading import ModelCatalogue
from zeroclaw_providers.vendors.table import VENDORS

ALL = [family_facts(family) for family in sorted(installed_families())]


def test_the_committed_pages_of_providers_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_every_family_has_a_page_that_the_list_leads_to() -> None:
    files = wanted_files(ROOT, installed_families(), ModelCatalogue())
    listed = overview(ALL, ModelCatalogue())
    for facts in ALL:
        assert f"](providers/{facts.family}.md) | `{facts.family}` |" in listed
        assert ROOT / f"docs/reference/providers/{facts.family}.md" in files


def test_the_environment_has_each_key_once_without_a_value() -> None:
    lines = env_example(ALL).splitlines()
    variables = [line for line in lines if re.match(r"#?\w+=", line)]
    assert len(variables) == len(set(variables))
    assert {f"#{vendor.key}=" for vendor in VENDORS.values()} <= set(variables)
    assert all(re.fullmatch(r"#[A-Z][A-Z0-9_]*=", line) for line in variables)
    assert all(not line or line.startswith("#") for line in lines)


def test_variables_are_sorted_within_their_group() -> None:
    for group in env_example(ALL).split("# --- ")[1:]:
        variables = re.findall(r"^#(\w+)=$", group, re.MULTILINE)
        assert variables == sorted(variables)


def test_a_variable_of_several_families_names_them_all() -> None:
    both = [
        FamilyFacts(name, name.title(), Kind.VENDOR, KeyNeed.NEEDED, ("SHARED_KEY",))
        for name in ("first", "second")
    ]
    assert "\n# first, second\n#SHARED_KEY=\n" in env_example(both)


def test_control_missing_stale_or_surplus_pages_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {family: installed_families()[family] for family in ("custom", "groq")}
    assert main(["--check"], tmp_path, few) == 1
    assert main([], tmp_path, few) == 0
    assert main(["--check"], tmp_path, few) == 0
    pages = tmp_path / "docs" / "reference" / "providers"
    (pages / "gone.md").write_text("# Gone\n", encoding="utf-8")
    (tmp_path / ".env.example").write_text("GROQ_API_KEY=by-hand\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["--check"], tmp_path, few) == 1
    told = capsys.readouterr().err
    assert ".env.example is not up to date" in told
    assert "docs/reference/providers/gone.md is not up to date" in told
    assert main([], tmp_path, few) == 0
    assert not (pages / "gone.md").exists()
    assert main(["--check"], tmp_path, few) == 0


def test_an_unknown_argument_shows_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--wrong"]) == 2
    assert "--check" in capsys.readouterr().err
