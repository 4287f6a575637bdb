"""The table of keywords agrees with the specification."""

from __future__ import annotations

from importlib import import_module

from zeroclaw_providers.schema_cleaner.keywords import ANNOTATIONS, BINDING, GONE, SHAPES


def test_every_keyword_that_can_refuse_an_instance_is_known_to_bind() -> None:
    judging = import_module("jsonschema").Draft202012Validator.VALIDATORS.keys() - {
        "$ref",
        "format",
    }
    assert len(judging) > 30
    # These act through `if` or `contains`, for which alone a judge is registered.
    assert judging | {"then", "else", "minContains", "maxContains", "format"} == (
        BINDING - {"dependencies", "additionalItems", "$recursiveRef"}
    )


def test_what_only_tells_something_refuses_nothing() -> None:
    assert not ANNOTATIONS & BINDING
    assert SHAPES.keys() > ANNOTATIONS
    assert not GONE & SHAPES.keys()
