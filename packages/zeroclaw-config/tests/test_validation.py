"""Tests of the check of one table."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from zeroclaw_config._findings import Findings
from zeroclaw_config._validation import validated


class Inner(BaseModel):
    """A table in a table."""

    model_config = ConfigDict(extra="forbid")
    input: float
    output: float = 0.0


class Outer(BaseModel):
    """Settings with every kind of field."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    other: str = Field(default="", alias="otherName")
    kind: Literal["fast", "slow"] = "fast"
    prices: Inner | None = None
    steps: list[Inner] = []
    mixed: int | list[int] = 0

    @model_validator(mode="after")
    def _fits(self) -> Outer:
        if self.name == self.other:
            raise ValueError(f"both are\n  {self.name}.")
        return self


def sentences(table: dict[str, object], environ: dict[str, str] | None = None) -> list[str]:
    findings = Findings(environ or {})
    value = findings.substituted(table, ("t",))
    assert isinstance(value, dict)
    settings = validated(Outer, value, ("t",), findings)
    assert (settings is None) == bool(findings)
    return [problem.sentence for problem in findings.problems("c", {})]


def test_a_table_that_fits_gives_its_settings() -> None:
    assert sentences({"name": "x", "prices": {"input": 1}, "mixed": [1]}) == []


def test_an_unknown_key_names_the_nearest_of_its_own_table() -> None:
    assert sentences({"name": "x", "prizes": 1, "otherNam": "", "other": ""}) == [
        "t.prizes is not a known key; did you mean `prices`?",
        "t.otherNam is not a known key; did you mean `otherName`?",
        "t.other is not a known key; did you mean `otherName`?",
    ]
    assert sentences({"name": "x", "prices": {"inputs": 1}, "steps": [{"outputs": 1}]}) == [
        "t.prices.input is missing.",
        "t.prices.inputs is not a known key; did you mean `input`?",
        "t.steps[0].input is missing.",
        "t.steps[0].outputs is not a known key; did you mean `output`?",
    ]


def test_a_wrong_word_names_the_right_one() -> None:
    assert sentences({"name": "x", "kind": "fats"}) == [
        't.kind must be fast or slow, not "fats"; did you mean `fast`?'
    ]
    assert sentences({"name": "x", "kind": 5}) == ["t.kind must be fast or slow, not 5."]


def test_a_wrong_word_from_outside_gets_no_hint() -> None:
    assert sentences({"name": "x", "kind": "${A}"}, {"A": "fats"}) == [
        "t.kind must be fast or slow, not ***."
    ]


def test_a_union_is_one_problem_at_its_key() -> None:
    assert sentences({"name": "x", "mixed": "no"}) == ['t.mixed must be a whole number, not "no".']
    # Which branch was meant cannot be known, so the place may be that of either.
    assert len(sentences({"name": "x", "mixed": [1, "no"]})) == 2


def test_the_reason_of_a_settings_class_is_one_line() -> None:
    assert sentences({"name": "x", "otherName": "x"}) == ["t is not acceptable: both are x."]


def test_a_reason_that_quotes_a_secret_is_left_out() -> None:
    found = sentences({"name": "${A}", "otherName": "hush-hush"}, {"A": "hush-hush"})
    assert found == ["t is not acceptable (the reason is not shown, since it quotes a secret)."]


def test_a_wrong_value_that_quotes_a_secret_is_masked() -> None:
    found = sentences({"name": "${A}", "kind": "hush-hush"}, {"A": "hush-hush"})
    assert found == ["t.kind must be fast or slow, not ***."]
    assert sentences({"name": "x", "kind": "hush-hush"}) == [
        't.kind must be fast or slow, not "hush-hush".'
    ]
