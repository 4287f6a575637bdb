"""Tests of the way from sections to values."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.risk import Autonomy, HighRisk, RiskProfile
from zeroclaw_config import (
    AgentSettings,
    BoundarySettings,
    BudgetSettings,
    RiskSettings,
    RuntimeSettings,
)
from zeroclaw_config import _translate as translate
from zeroclaw_config._sections import AgentSection, BudgetSection, RiskSection, RuntimeSection


def test_a_risk_profile_keeps_all_its_lists() -> None:
    section = RiskSection(
        level="full", auto_approve=["a"], always_ask=["b"], never_allow=["c"], high_risk="ask"
    )
    assert translate.risk(section).profile == RiskProfile(
        Autonomy.FULL, frozenset("a"), frozenset("b"), frozenset("c"), HighRisk.ASK
    )
    assert translate.risk(RiskSection()) == RiskSettings()


def test_a_boundary_keeps_paths_as_they_were_written() -> None:
    section = RiskSection(
        allowed_commands=["git", "./run"],
        allowed_roots=["~/notes"],
        readonly_roots=["docs"],
        forbidden_paths=["/etc"],
        shell_env_passthrough=["CARGO_HOME"],
        sandbox_backend="landlock",
        sandbox_network="open",
    )
    assert translate.risk(section).boundary == BoundarySettings(
        frozenset({"git", "./run"}),
        ("~/notes",),
        ("docs",),
        ("/etc",),
        ("CARGO_HOME",),
        "landlock",
        has_network=True,
    )


def test_a_star_among_programs_allows_each_and_an_empty_list_none() -> None:
    def allowed(commands: list[str]) -> object:
        return translate.risk(RiskSection(allowed_commands=commands)).boundary.allowed_commands

    assert allowed(["git", "*"]) is None
    assert allowed([]) == frozenset()


def test_a_runtime_profile_counts_money_in_nanodollars() -> None:
    section = RuntimeSection(
        max_iterations=7,
        deadline_secs=1.5,
        provider_retries=0,
        provider_backoff_ms=50,
        budget=BudgetSection(session=0.1, month=20),
    )
    assert translate.runtime_profile(section) == RuntimeSettings(
        7,
        1.5,
        BudgetSettings(session=translate.money(0.1), month=translate.money(20)),
        0,
        50,
    )
    assert translate.runtime_profile(RuntimeSection()) == RuntimeSettings()


def test_an_agent_keeps_the_names_it_refers_to() -> None:
    section = AgentSection(model_provider="custom.home", runtime_profile="slow")
    assert translate.agent(section) == AgentSettings("custom.home", None, "slow")


@given(st.decimals(0, 1_000_000, places=9))
def test_money_is_exactly_what_was_written(amount: Decimal) -> None:
    if float(amount) == amount or len(amount.as_tuple().digits) <= 15:
        assert translate.money(float(amount)) == int(amount * 10**9)


@given(st.floats(min_value=0, allow_nan=False, allow_infinity=False))
def test_any_amount_of_dollars_is_an_amount_of_money(dollars: float) -> None:
    assert translate.money(dollars) >= 0
