"""The end of a program without an answer is an error that tells why."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import (
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
)
from zeroclaw_api.processes import ProcessExit
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.programs.dialogue import failure_of_end
from zeroclaw_providers.programs.vendors import VENDORS

FAILURES = Failures("gemini_cli.home", "some-model", ("secret-of-mine-123",))
VENDOR = VENDORS["gemini_cli"]


def failure(ended: ProcessExit | None, log: str) -> ProviderError:
    return failure_of_end(FAILURES, VENDOR, ended, log)


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (ProcessExit(0, None), "gemini ended without an answer"),
        (ProcessExit(3, None), "gemini ended with exit code 3"),
        (ProcessExit(None, 9), "gemini was ended by signal 9"),
        (None, "gemini closed its output before it ended"),
    ],
)
def test_every_way_to_end_has_its_words(ended: ProcessExit | None, words: str) -> None:
    made = failure(ended, "")
    assert type(made) is ProviderOverloaded
    assert made.detail == words
    assert (made.provider, made.model) == ("gemini_cli.home", "some-model")


def test_last_lines_of_the_log_are_told() -> None:
    made = failure(ProcessExit(1, None), "one\ntwo\n\nthree\x1b[31m\nfour\n")
    assert made.detail.endswith("(two / three [31m / four)")


@pytest.mark.parametrize(
    ("log", "kind"),
    [
        ("Error: invalid api key", ProviderAuthFailed),
        ("the prompt is too long", ContextOverflow),
        ("something broke", ProviderOverloaded),
    ],
)
def test_log_decides_which_error_it_is(log: str, kind: type[ProviderError]) -> None:
    assert type(failure(ProcessExit(1, None), log)) is kind


def test_exit_code_of_a_missing_login_says_how_to_log_in() -> None:
    made = failure(ProcessExit(41, None), "Please set an Auth method")
    assert type(made) is CredentialsMissing
    assert "run `gemini` once" in made.detail


def test_secret_in_the_log_is_masked() -> None:
    made = failure(ProcessExit(1, None), "bad key secret-of-mine-123")
    assert "secret-of-mine" not in str(made)
    assert "***" in made.detail


def test_secret_that_the_cut_divides_is_masked() -> None:
    made = failure(ProcessExit(1, None), "x secret-of-mine-123" + "y" * 190)
    assert "mine-123" not in str(made)


def test_long_log_is_cut_to_its_end() -> None:
    made = failure(ProcessExit(1, None), "x" * 5000 + " the end")
    assert made.detail.endswith("the end)")
    assert len(made.detail) < 300
