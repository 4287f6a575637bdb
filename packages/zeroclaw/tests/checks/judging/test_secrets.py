"""Sealed values are judged by whether they open."""

from __future__ import annotations

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.secrets import SecretFacts, judge_secrets


def test_values_that_open_or_none_are_fine() -> None:
    for facts in (SecretFacts("/h/.secret_key"), SecretFacts("/h/.secret_key", sealed=2)):
        [finding] = judge_secrets(facts)
        assert finding.severity is Severity.OK


def test_value_that_does_not_open_names_the_command_for_its_key() -> None:
    facts = SecretFacts("/h/.secret_key", sealed=2, unopened={"a.b": "a.b cannot be read."})
    [finding] = judge_secrets(facts)
    assert finding.severity is Severity.ERROR
    assert finding.fix is not None
    assert "`zeroclaw secrets set a.b`" in finding.fix


def test_value_that_is_told_already_is_not_told_again() -> None:
    facts = SecretFacts("/h/.secret_key", sealed=1, unopened={"a.b": "a.b cannot be read."})
    assert judge_secrets(facts, {"a.b"}) == []


def test_unusable_key_file_speaks_for_itself() -> None:
    [alone] = judge_secrets(SecretFacts("/h/.secret_key", problem="It is a link."))
    assert (alone.severity, alone.text, alone.fix) == (Severity.ERROR, "It is a link.", None)
    facts = SecretFacts("/h/.secret_key", 1, problem="It is a link.", unopened={"a": "a is lost."})
    assert [finding.text for finding in judge_secrets(facts)] == ["a is lost."]


def test_unfinished_rotation_is_a_warning() -> None:
    [finding] = judge_secrets(SecretFacts("/h/.secret_key", sealed=1, has_previous=True))
    assert finding.severity is Severity.WARNING
    assert finding.fix == "Run `zeroclaw secrets rotate-key`."
