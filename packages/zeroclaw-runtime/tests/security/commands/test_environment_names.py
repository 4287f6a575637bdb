"""Which variables a script may set."""

import pytest

from zeroclaw_runtime.security.commands.environment_names import may_set
from zeroclaw_runtime.security.commands.script import Word


@pytest.mark.parametrize(
    "given", ["LANG=C.UTF-8", "LC_ALL=C", "TZ=Europe/Berlin", "CI=1", "GIT_PAGER=cat", "NO_COLOR="]
)
def test_a_variable_about_looks_may_be_set(given: str) -> None:
    name, _, value = given.partition("=")
    assert may_set(name, Word(value))


@pytest.mark.parametrize(
    "given",
    [
        "PATH=.",
        "LD_PRELOAD=x",
        "GIT_PAGER=less",
        "GIT_SSH_COMMAND=x",
        "LANG=../x",
        "LANGUAGE=/opt/x",
        "TZ=/opt/x",
        "TZ=:x",
        "TZ=../x",
        "LC_ALL_X=1",
        "lang=C",
        "TERMINFO=x",
        "IFS=x",
        "BASH_ENV=x",
        "ENV=x",
        "PYTHONPATH=.",
        "LANG=C\nx",
        "PAGER=",
    ],
)
def test_any_other_variable_or_value_may_not(given: str) -> None:
    name, _, value = given.partition("=")
    assert not may_set(name, Word(value))


def test_a_value_that_is_not_known_may_not_be_set() -> None:
    assert not may_set("LANG", Word("C", is_known=False))
    assert not may_set("LANG", Word("C", is_pattern=True))
