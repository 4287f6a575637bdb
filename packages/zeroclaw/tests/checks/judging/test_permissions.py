"""Whoever else may touch a file is told, with the command that ends it."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.permissions import FileFacts, judge_permissions

USER: Final = 1000


def test_private_files_of_the_user_are_fine() -> None:
    files = [FileFacts("/h", 0o700, USER, is_folder=True), FileFacts("/h/c", 0o600, USER)]
    [finding] = judge_permissions(files, [], USER)
    assert finding.severity is Severity.OK


@given(st.integers(min_value=0, max_value=0o777))
def test_any_right_of_others_is_found(mode: int) -> None:
    [finding] = judge_permissions([FileFacts("/h/c", mode, USER)], [], USER)
    assert (finding.severity is Severity.OK) is (mode & 0o077 == 0)


@pytest.mark.parametrize(
    ("file", "severity"),
    [
        (FileFacts("/h/c", 0o644, USER), Severity.WARNING),
        (FileFacts("/h/c", 0o664, USER), Severity.ERROR),
        (FileFacts("/h/k", 0o644, USER, is_key=True), Severity.ERROR),
        (FileFacts("/h/c", 0o600, USER + 1), Severity.ERROR),
    ],
)
def test_severity_goes_with_the_harm(file: FileFacts, severity: Severity) -> None:
    [finding] = judge_permissions([file], [], USER)
    assert finding.severity is severity
    assert finding.fix is not None


def test_command_quotes_what_a_shell_would_take_apart() -> None:
    [finding] = judge_permissions([FileFacts("/a b", 0o755, USER, is_folder=True)], [], USER)
    assert finding.fix == "Run `chmod 700 '/a b'`."


def test_nothing_there_is_fine_but_unseen_is_not() -> None:
    assert judge_permissions([], [], USER)[0].severity is Severity.OK
    assert judge_permissions([], ["/h/c"], USER)[0].severity is Severity.ERROR
