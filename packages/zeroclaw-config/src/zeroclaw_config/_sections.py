"""The keys of the sections that are read, with the types of their values."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["AgentSection", "BudgetSection", "RiskSection", "RuntimeSection"]

Dollars = Annotated[float, Field(ge=0)]


class _Section(BaseModel):
    # Deferred, since building a validator makes pydantic look for plugins on the disk.
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        defer_build=True,
        protected_namespaces=(),
        hide_input_in_errors=True,
    )


class AgentSection(_Section):
    """`[agents.<alias>]`."""

    model_provider: str
    risk_profile: str | None = None
    runtime_profile: str | None = None


class RiskSection(_Section):
    """`[risk_profiles.<alias>]`; the lists hold names of tools."""

    level: Literal["readonly", "supervised", "full"] = "supervised"
    auto_approve: list[str] = []
    always_ask: list[str] = []
    never_allow: list[str] = []
    high_risk: Literal["deny", "ask"] = "deny"


class BudgetSection(_Section):
    """`budget` of a runtime profile, in dollars."""

    session: Dollars | None = None
    agent: Dollars | None = None
    day: Dollars | None = None
    month: Dollars | None = None


class RuntimeSection(_Section):
    """`[runtime_profiles.<alias>]`."""

    max_iterations: Annotated[int, Field(ge=1, le=1000)] | None = None
    deadline_secs: Annotated[float, Field(gt=0)] | None = None
    budget: BudgetSection = BudgetSection.model_construct()
