"""Tests of the sections' own types."""

import pytest
from pydantic import BaseModel, ValidationError

from zeroclaw_config._sections import AgentSection, BudgetSection, RiskSection, RuntimeSection


@pytest.mark.parametrize(
    ("model", "table"),
    [
        (AgentSection, {}),
        (AgentSection, {"model_provider": "a.b", "other": 1}),
        (RiskSection, {"level": "read_only"}),
        (RiskSection, {"auto_approve": "shell"}),
        (RiskSection, {"high_risk": "run"}),
        (RuntimeSection, {"max_iterations": 0}),
        (RuntimeSection, {"max_iterations": 1001}),
        (RuntimeSection, {"max_iterations": True}),
        (RuntimeSection, {"max_iterations": "5"}),
        (RuntimeSection, {"deadline_secs": 0}),
        (RuntimeSection, {"deadline_secs": float("inf")}),
        (BudgetSection, {"day": -0.01}),
        (BudgetSection, {"day": float("nan")}),
    ],
)
def test_a_table_that_does_not_fit_is_refused(
    model: type[BaseModel], table: dict[str, object]
) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(table)


def test_an_empty_profile_has_the_safe_defaults() -> None:
    risk = RiskSection.model_validate({})
    assert (risk.level, risk.high_risk, risk.auto_approve) == ("supervised", "deny", [])
    runtime = RuntimeSection.model_validate({})
    assert (runtime.max_iterations, runtime.deadline_secs) == (None, None)
    assert runtime.budget == BudgetSection()


def test_a_whole_number_of_dollars_or_seconds_is_a_number() -> None:
    assert BudgetSection.model_validate({"day": 5}).day == 5.0
    assert RuntimeSection.model_validate({"deadline_secs": 60}).deadline_secs == 60.0
