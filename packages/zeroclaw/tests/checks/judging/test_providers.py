"""What came of asking a provider is told apart, each with what to do."""

from __future__ import annotations

from typing import Final

import pytest
from attrs import evolve

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.providers import (
    Answered,
    Asked,
    EngineMissing,
    FileUnusable,
    KeyRefused,
    KeyUnfetched,
    KeyUnset,
    ModelUnknown,
    Outcome,
    Ready,
    Silent,
    Skipped,
    Troubled,
    Unreachable,
    Unusable,
    judge_providers,
)

FINE: Final[tuple[Outcome, ...]] = (Answered(), Ready(), Skipped())
BAD: Final[tuple[Outcome, ...]] = (
    KeyRefused(has_key=True),
    KeyRefused(has_key=False),
    KeyUnfetched("It said no."),
    KeyUnset("SOME_KEY"),
    Unusable("Nothing is there."),
    ModelUnknown(),
    ModelUnknown(("a b", "c")),
    Silent(5.0),
    Unreachable("connection refused"),
    EngineMissing(),
    FileUnusable(None, "it is not installed"),
    FileUnusable("/m.gguf", "there is no such file"),
)


def asked(outcome: Outcome, *, is_used: bool = True) -> Asked:
    return Asked("custom.home", "some-model", "http://127.0.0.1:9", is_used, outcome)


def test_sentences_of_all_outcomes_differ() -> None:
    found = judge_providers([asked(outcome) for outcome in (*FINE, *BAD)])
    assert len({finding.text for finding in found}) == len(found)


@pytest.mark.parametrize("outcome", BAD)
def test_failure_is_an_error_only_for_what_an_agent_uses(outcome: Outcome) -> None:
    [used], [unused] = (
        judge_providers([asked(outcome, is_used=is_used)]) for is_used in (True, False)
    )
    assert (used.severity, unused.severity) == (Severity.ERROR, Severity.WARNING)
    assert used.fix is not None


def test_trouble_that_passes_is_a_warning() -> None:
    [finding] = judge_providers([asked(Troubled("HTTP 503"))])
    assert finding.severity is Severity.WARNING


def test_model_it_has_is_quoted_for_a_shell() -> None:
    [finding] = judge_providers([asked(ModelUnknown(("a b", "c")))])
    assert finding.fix is not None
    assert "`zeroclaw config set providers.models.custom.home.model 'a b'`" in finding.fix


def test_no_model_at_all_is_fine() -> None:
    [finding] = judge_providers([])
    assert finding.severity is Severity.OK


def test_variable_that_would_hold_the_key_is_named() -> None:
    [finding] = judge_providers([asked(KeyUnset("SOME_KEY"))])
    assert "SOME_KEY is not set" in finding.text


def test_one_of_many_keys_is_told_by_its_place() -> None:
    refused = asked(KeyRefused(has_key=True))
    [finding] = judge_providers([evolve(refused, key="api_keys.1", is_one_of_many=True)])
    assert finding.text.startswith("custom.home.api_keys.1 refuses the key")
    assert finding.fix is not None
    assert "providers.models.custom.home.api_keys.1" in finding.fix
