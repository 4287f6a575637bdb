"""Parts that are missing, or of other versions, are errors."""

from __future__ import annotations

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.installed import InstalledFacts, judge_installed


def facts(siblings: dict[str, str | None]) -> InstalledFacts:
    return InstalledFacts("0.1.0", siblings, has_engine=False, has_bundled_model=False)


def test_parts_of_one_minor_version_are_fine() -> None:
    found = judge_installed(facts({"zeroclaw-api": "0.1.9", "zeroclaw-http": "0.1.0"}))
    assert [finding.severity for finding in found] == [Severity.OK, Severity.OK]
    assert found[0].text.startswith("All 3 parts")


def test_missing_and_foreign_parts_are_named() -> None:
    found = judge_installed(facts({"zeroclaw-api": "0.2.0", "zeroclaw-http": None}))
    assert [finding.severity for finding in found[:2]] == [Severity.ERROR, Severity.ERROR]
    assert "zeroclaw-http" in found[0].text
    assert "zeroclaw-api 0.2.0" in found[1].text


def test_what_local_models_need_is_told_without_judgement() -> None:
    found = [
        judge_installed(InstalledFacts("0.1.0", {}, has_engine, has_model))[-1]
        for has_engine in (False, True)
        for has_model in (False, True)
    ]
    assert {finding.severity for finding in found} == {Severity.OK}
    assert len({finding.text for finding in found}) == len(found)
