"""Every error of the kernel says what failed in a sentence, under a key of its own."""

from __future__ import annotations

import inspect

import pytest

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_runtime import errors

KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, ZeroClawError) and kind.__module__ == errors.__name__
]


def sample(kind: type[ZeroClawError]) -> ZeroClawError:
    values: dict[str, object] = {"str": "something", "int": 3, "float": 1.5}
    return kind(**{name: values[hint] for name, hint in kind.fact_types.items()})


def test_every_error_is_exported_and_listed_in_the_tree() -> None:
    assert {kind.__name__ for kind in KINDS} == set(errors.__all__)
    tree = errors.__doc__ or ""
    listed = {line.split()[0] for line in tree.splitlines() if line.startswith("    ")}
    assert listed == set(errors.__all__)


def test_no_two_errors_share_a_key() -> None:
    keys = [kind.error_key for kind in KINDS]
    assert len(set(keys)) == len(keys)
    assert "error" not in keys


@pytest.mark.parametrize("kind", KINDS)
def test_error_speaks_one_sentence_over_all_its_facts(kind: type[ZeroClawError]) -> None:
    error = sample(kind)
    assert set(error.facts) == set(kind.fact_types)
    assert str(error).endswith(".")
    assert "{" not in str(error)
    for name in error.facts:
        assert f"{{{name}" in kind.template
