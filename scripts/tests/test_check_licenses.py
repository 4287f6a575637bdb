"""Tests of the licence check, each refusal beside what is accepted."""

import pytest
from check_licenses import (
    RULES,
    Facts,
    licence_of,
    licence_refusals,
    misplaced_requirements,
    read_rules,
)

REAL_RULES = read_rules(RULES.read_text(encoding="utf-8"))
PREFIX = "License :: OSI Approved :: "
MIT = f"{PREFIX}MIT License"
GPL = f"{PREFIX}GNU General Public License (GPL)"


def facts(
    expression: str | None = None,
    *classifiers: str,
    name: str = "thing",
    requires: tuple[str, ...] = (),
) -> Facts:
    return Facts(name, expression, classifiers, requires)


def refused(one: Facts) -> bool:
    return bool(list(licence_refusals([one], REAL_RULES)))


@pytest.mark.parametrize(
    "expression",
    ["MIT", "MIT OR GPL-3.0-only", "Apache-2.0 WITH LLVM-exception", "(MIT AND BSD-3-Clause)"],
)
def test_an_expression_that_leaves_an_allowed_choice_passes(expression: str) -> None:
    assert not refused(facts(expression))


@pytest.mark.parametrize(
    "expression",
    [
        "GPL-3.0-or-later",
        "AGPL-3.0-only",
        "MIT AND GPL-2.0-only",
        "LGPL-3.0-only",
        "LicenseRef-Proprietary",
        "Unheard-Of-1.0",
        "MIT OR",
        "MIT Apache-2.0",
    ],
)
def test_control_an_expression_without_an_allowed_choice_is_refused(expression: str) -> None:
    assert refused(facts(expression))


def test_an_expression_is_believed_before_the_classifiers() -> None:
    assert licence_of(facts("MIT", GPL), REAL_RULES) == "MIT"
    assert refused(facts("GPL-3.0-only", MIT))


def test_a_single_classifier_names_the_licence() -> None:
    assert not refused(facts(None, MIT))
    assert refused(facts(None, GPL))
    assert refused(facts(None, f"{PREFIX}Some New License"))


def test_several_classifiers_apply_together_unless_the_table_knows_better() -> None:
    assert not refused(facts(None, MIT, f"{PREFIX}Apache Software License"))
    assert refused(facts(None, MIT, GPL))
    assert not refused(facts(None, MIT, GPL, name="docutils"))


def test_a_distribution_that_says_nothing_is_refused_unless_it_is_in_the_table() -> None:
    assert refused(facts(None))
    assert not refused(facts(None, name="charset-normalizer"))


def test_lgpl_is_for_the_named_optional_distributions_only() -> None:
    assert not refused(facts("LGPL-3.0-only", name="psycopg"))
    assert refused(facts("GPL-3.0-only", name="psycopg"))


@pytest.mark.parametrize(
    ("requirement", "misplaced"),
    [
        ("psycopg>=3; extra == 'postgres'", False),
        ("psycopg[binary]>=3 ; python_version > '3.11' and extra == 'postgres'", False),
        ("psycopg>=3", True),
        ("psycopg>=3; extra == 'all'", True),
        ("attrs>=24", False),
    ],
)
def test_an_optional_distribution_stays_in_its_extra(requirement: str, misplaced: bool) -> None:
    ours = facts("MIT", name="zeroclaw-memory", requires=(requirement,))
    theirs = facts("MIT", name="elsewhere", requires=(requirement,))
    assert bool(list(misplaced_requirements([ours], REAL_RULES))) is misplaced
    assert list(misplaced_requirements([theirs], REAL_RULES)) == []


def test_lgpl_is_fine_for_what_only_the_workspace_uses() -> None:
    assert not refused(facts("LGPL-3.0-only", name="pyte"))


def test_control_development_excuses_no_other_licence_or_distribution() -> None:
    assert refused(facts("GPL-3.0-only", name="pyte"))
    assert refused(facts("LicenseRef-Proprietary", name="pyte"))
    assert refused(facts("LGPL-3.0-only", name="pyte-plus"))


@pytest.mark.parametrize(
    "requirement", ["pyte>=0.8", "pyte", "Pyte>=0.8; extra == 'tests'", "pyte ; extra == 'pyte'"]
)
def test_no_distribution_of_ours_requires_a_development_one(requirement: str) -> None:
    for name in ("zeroclaw", "zeroclaw-testing"):
        ours = facts("MIT", name=name, requires=(requirement,))
        assert any("development" in text for text in misplaced_requirements([ours], REAL_RULES))


def test_control_a_development_distribution_is_told_by_its_whole_name() -> None:
    ours = facts("MIT", name="zeroclaw", requires=("pyte-plus>=1", "rich>=15"))
    theirs = facts("MIT", name="elsewhere", requires=("pyte>=0.8",))
    assert list(misplaced_requirements([ours, theirs], REAL_RULES)) == []
