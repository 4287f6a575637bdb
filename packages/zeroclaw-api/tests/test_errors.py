"""Errors carry facts, speak English, keep one key each."""

from __future__ import annotations

import copy
import string

import pytest

from zeroclaw_api import errors
from zeroclaw_api.errors import (
    ProviderError,
    ProviderRateLimited,
    StoreConflict,
    StoreError,
    ToolFailed,
    ZeroClawError,
)

KINDS = [getattr(errors, name) for name in errors.__all__]


def test_facts_are_the_fields_by_name() -> None:
    error = ProviderRateLimited(provider="p", model="m", detail="slow down", retry_after=2.5)
    facts = {"provider": "p", "model": "m", "detail": "slow down", "retry_after": 2.5}
    assert error.facts == facts
    assert str(error) == "p limits requests to m: slow down. Try again later."


def test_words_of_a_fact_are_never_read_as_a_template() -> None:
    assert str(ToolFailed(problem="{problem} {0} %s")) == "{problem} {0} %s"


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({}, "problem, session_id"),
        ({"problem": "x"}, "session_id"),
        ({"problem": "x", "session_id": "s", "reason": "y"}, "reason"),
    ],
)
def test_missing_or_unknown_facts_are_refused_by_name(facts: dict[str, str], named: str) -> None:
    kind: type[ZeroClawError] = StoreError
    with pytest.raises(TypeError, match=f"StoreError has missing or unknown facts: {named}$"):
        kind(**facts)


def test_class_variables_are_no_facts() -> None:
    assert list(ProviderRateLimited.fact_types.items()) == [
        ("provider", "str"),
        ("model", "str"),
        ("detail", "str"),
        ("retry_after", "float | None"),
    ]
    error = ProviderRateLimited(provider="p", model="m", detail="d")
    assert (error.retryable, error.retry_after) == (True, None)


def test_error_shows_its_facts_when_it_is_printed_for_a_developer() -> None:
    error = StoreConflict(session_id="s", problem="a gap")
    assert repr(error) == "StoreConflict(session_id='s', problem='a gap')"
    assert error.args == ("s", "a gap")


def test_copies_of_an_error_say_the_same() -> None:
    error = StoreConflict(session_id="s", problem="a gap")
    error.add_note("seen twice")
    for same in (copy.copy(error), copy.deepcopy(error)):
        assert type(same) is StoreConflict
        assert (same.facts, same.__notes__) == (error.facts, ["seen twice"])


class Located(StoreError):
    """An error with one more fact in words, as a distribution may have."""

    @property
    def facts(self) -> dict[str, object]:
        return {**super().facts, "place": f"in {self.session_id}"}


def test_facts_in_words_are_no_fields_of_a_copy() -> None:
    error = Located(session_id="s", problem="x")
    assert error.facts == {"session_id": "s", "problem": "x", "place": "in s"}
    assert copy.copy(error).facts == error.facts
    assert repr(error) == "Located(session_id='s', problem='x')"


def test_errors_are_told_apart_by_identity() -> None:
    one, two = ToolFailed(problem="x"), ToolFailed(problem="x")
    assert one != two
    assert len({one, two}) == 2


def test_error_keeps_its_cause_when_raised() -> None:
    cause = OSError("disk")
    with pytest.raises(StoreError, match="The store refused to write session s") as caught:
        raise StoreConflict(session_id="s", problem="gap") from cause
    assert caught.value.__cause__ is cause


@pytest.mark.parametrize("kind", KINDS)
def test_every_template_uses_only_its_own_facts(kind: type[ZeroClawError]) -> None:
    names = {name for _, name, _, _ in string.Formatter().parse(kind.template) if name}
    assert names <= kind.fact_types.keys()
    values = dict.fromkeys(kind.fact_types, "x")
    assert str(kind(**values))


def test_every_error_has_a_key_of_its_own() -> None:
    keys = [kind.error_key for kind in KINDS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_derives_from_the_root(kind: type[Exception]) -> None:
    assert issubclass(kind, ZeroClawError)


def test_only_errors_that_may_pass_elsewhere_are_retryable() -> None:
    kinds = [kind for kind in KINDS if issubclass(kind, ProviderError)]
    assert {kind.__name__ for kind in kinds if kind.retryable} == {
        "BadStream",
        "ProviderOverloaded",
        "ProviderRateLimited",
        "ProviderTimedOut",
        "ProviderUnreachable",
    }


def test_tree_in_the_docstring_names_every_error() -> None:
    assert errors.__doc__ is not None
    missing = [name for name in errors.__all__ if name not in errors.__doc__]
    assert missing == []
