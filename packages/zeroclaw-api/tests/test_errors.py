"""Errors carry facts, speak English, keep one key each."""

from __future__ import annotations

import string

import attrs
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
    assert str(error) == "p limits requests to m: slow down."


def test_words_of_a_fact_are_never_read_as_a_template() -> None:
    assert str(ToolFailed(problem="{problem} {0} %s")) == "{problem} {0} %s"


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
    assert names <= {field.name for field in attrs.fields(kind)}
    values = {field.name: "x" for field in attrs.fields(kind)}
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
