"""Levels add up; only those that are named are taken away."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw.errors import WrongUsage
from zeroclaw.stopping.levels import Levels, domain_levels, engaged, resumed, tool_levels
from zeroclaw_api.estop import EstopState
from zeroclaw_runtime.security.estop import parse_estop, serialise_estop, stopped_by

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = st.frozensets(st.sampled_from(["a.invalid", "b.invalid", "c.invalid"]))
LEVELS = st.builds(Levels, st.booleans(), st.booleans(), NAMES, NAMES)


def state_of(levels: Levels) -> EstopState:
    return engaged(EstopState(), levels, NOW)


def levels_of(state: EstopState) -> Levels:
    domains, tools = frozenset(state.blocked_domains), frozenset(state.frozen_tools)
    return Levels(state.kill_all, state.network_kill, domains, tools)


@given(LEVELS, LEVELS)
@settings(max_examples=100)
def test_levels_add_up_sorted_without_doubles(first: Levels, second: Levels) -> None:
    state = engaged(state_of(first), second, NOW)
    assert levels_of(state) == Levels(
        first.kill_all or second.kill_all,
        first.network_kill or second.network_kill,
        first.domains | second.domains,
        first.tools | second.tools,
    )
    assert list(state.blocked_domains) == sorted(set(state.blocked_domains))
    assert list(state.frozen_tools) == sorted(set(state.frozen_tools))
    assert parse_estop(serialise_estop(state)) == state


@given(LEVELS, LEVELS)
@settings(max_examples=100)
def test_only_named_levels_are_taken_away(before: Levels, named: Levels) -> None:
    assert levels_of(resumed(state_of(before), named, NOW)) == Levels(
        before.kill_all and not named.kill_all,
        before.network_kill and not named.network_kill,
        before.domains - named.domains,
        before.tools - named.tools,
    )


def test_unreadable_state_stops_everything_until_that_is_taken_back() -> None:
    unreadable = stopped_by("it is gone")
    assert engaged(unreadable, Levels(network_kill=True), NOW).kill_all
    assert resumed(unreadable, Levels(network_kill=True), NOW).kill_all
    assert not resumed(unreadable, Levels(kill_all=True), NOW).is_engaged


def test_domains_are_kept_in_one_spelling() -> None:
    patterns = ["Example.COM", "*.example.com", "example.com.", "127.0.0.1", "*", "ä.invalid"]
    kept = {"example.com", "127.0.0.1", "*", "xn--4ca.invalid"}
    assert domain_levels(patterns) == kept
    state = state_of(Levels(domains=domain_levels(patterns)))
    assert not parse_estop(serialise_estop(state)).problem


@pytest.mark.parametrize(
    "pattern", ["", "https://example.com", "example.com/a", "a b", "*.127.0.0.1", "0x7f.1", "**"]
)
def test_what_is_no_domain_is_refused(pattern: str) -> None:
    with pytest.raises(WrongUsage, match="no domain"):
        domain_levels(["example.com", pattern])


def test_tools_are_kept_in_one_spelling() -> None:
    assert tool_levels(["Shell", "shell", "mail__send"]) == {"shell", "mail__send"}


@pytest.mark.parametrize("name", ["", "a b", "shell;", "*", "x" * 200])
def test_what_is_no_name_of_a_tool_is_refused(name: str) -> None:
    with pytest.raises(WrongUsage, match="cannot be the name"):
        tool_levels(["shell", name])
