"""The keys of the sections that are read, with the types of their values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from zeroclaw_api.sandbox import SandboxName
from zeroclaw_config.environment_names import passed_name

__all__ = [
    "ALIAS_MAPS",
    "AgentSection",
    "BudgetSection",
    "RiskSection",
    "RouteSection",
    "RuntimeSection",
]

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

    model_provider: str = Field(
        description="The agent's model, as `family.alias` of an entry in `[providers.models]`, or"
        " as `hint:NAME` of an entry in `[model_routes]`; `hint:cheapest` and `hint:vision` are"
        " always there."
    )
    risk_profile: str | None = Field(
        default=None,
        description="The alias of its risk profile; the built-in, supervised one when left out.",
    )
    runtime_profile: str | None = Field(
        default=None,
        description="The alias of its runtime profile; the built-in limits when left out.",
    )


class RiskSection(_Section):
    """`[risk_profiles.<alias>]`; lists hold names of tools where nothing else is said."""

    level: Literal["readonly", "supervised", "full"] = Field(
        default="supervised",
        description="What runs without being asked about: what only reads, what is harmless, all.",
    )
    auto_approve: list[str] = Field(
        default=[],
        description="Tools whose calls of medium risk run without a question.",
    )
    always_ask: list[str] = Field(
        default=[],
        description="Tools whose every call is asked about, at any level.",
    )
    never_allow: list[str] = Field(
        default=[],
        description="Tools that never run, whatever else is set.",
    )
    high_risk: Literal["deny", "ask"] = Field(
        default="deny",
        description="What a supervised agent does with a call of high risk.",
    )
    tools_allow: list[str] | None = Field(
        default=None,
        description="The only tools the agent is told of; all of them when left out.",
    )
    allowed_commands: list[str] | None = Field(
        default=None,
        description="The only programs that shell commands may run, by name or by whole path; any"
        ' when left out or `["*"]`, each at its risk.',
    )
    allowed_roots: list[str] = Field(
        default=[],
        description="Folders beside the workspace where files may be read and written.",
    )
    readonly_roots: list[str] = Field(
        default=[],
        description="Folders beside the workspace where files may be read.",
    )
    forbidden_paths: list[str] = Field(
        default=[],
        description="Folders and files that stay closed, whatever they are in.",
    )
    shell_env_passthrough: list[Annotated[str, AfterValidator(passed_name)]] = Field(
        default=[],
        description="Variables of the environment that commands see beside the usual few.",
    )
    sandbox_backend: SandboxName = Field(
        default="auto",
        description="What confines commands; with `auto` the strongest that works here, or none"
        " runs. Only `none` runs them unconfined.",
    )
    sandbox_network: Literal["none", "open"] = Field(
        default="none",
        description="What commands reach over the network.",
    )


class BudgetSection(_Section):
    """`budget` of a runtime profile, in dollars."""

    session: Dollars | None = Field(
        default=None, description="Most US dollars of one session; any amount when left out."
    )
    agent: Dollars | None = Field(
        default=None, description="Most US dollars of the agent; any amount when left out."
    )
    day: Dollars | None = Field(
        default=None, description="Most US dollars of one day; any amount when left out."
    )
    month: Dollars | None = Field(
        default=None, description="Most US dollars of one month; any amount when left out."
    )


class RuntimeSection(_Section):
    """`[runtime_profiles.<alias>]`."""

    max_iterations: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None,
        description="Most requests to the model in one turn; 10 when left out.",
    )
    deadline_secs: Annotated[float, Field(gt=0)] | None = Field(
        default=None,
        description="Seconds that a turn may take, questions apart; 1800 when left out.",
    )
    provider_retries: Annotated[int, Field(ge=0, le=20)] | None = Field(
        default=None,
        description="How often a model that failed is asked again before the next one is; 2 when"
        " left out.",
    )
    provider_backoff_ms: Annotated[int, Field(ge=50, le=60_000)] | None = Field(
        default=None,
        description="Milliseconds before a model is asked again, at most; doubled each time, up to"
        " 10 seconds; 500 when left out.",
    )
    budget: BudgetSection = Field(
        default=BudgetSection.model_construct(),
        description="Limits in money; a model without prices cannot hold them.",
    )


class RouteSection(_Section):
    """`[model_routes.<hint>]`."""

    model_provider: str = Field(
        description="The model of the hint, as `family.alias` of an entry in `[providers.models]`."
    )
    model: Annotated[str, Field(min_length=1)] | None = Field(
        default=None,
        description="Another model of the same provider; the one of its entry when left out.",
    )


ALIAS_MAPS: Final[Mapping[str, type[BaseModel]]] = {
    "agents": AgentSection,
    "risk_profiles": RiskSection,
    "runtime_profiles": RuntimeSection,
    "model_routes": RouteSection,
}
"""The sections that are maps of aliases, with what each entry has."""
