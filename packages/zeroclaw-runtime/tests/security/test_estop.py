"""An emergency stop stops what it names, or everything when it cannot be understood."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.estop import EstopState
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.risk import Effect
from zeroclaw_runtime.security.estop import blocks, parse_estop, serialise_estop

NOW = datetime(2026, 1, 1, tzinfo=UTC)
READ, EXECUTE, NETWORK = ({each} for each in (Effect.READ, Effect.EXECUTE, Effect.NETWORK))
EFFECTS = st.sets(st.sampled_from(Effect))
HOSTS = st.lists(st.sampled_from(["example.com", "a.example.com", "b.invalid", "127.0.0.1", "["]))
NAMES = st.lists(st.sampled_from(["shell", "file_read", "Web_Fetch"]))
STATES = st.builds(
    EstopState,
    kill_all=st.booleans(),
    network_kill=st.booleans(),
    blocked_domains=st.lists(st.sampled_from(["*", "example.com", "*.b.invalid", "127.0.0.1"])).map(
        tuple
    ),
    frozen_tools=NAMES.map(tuple),
    updated_at=st.just(NOW),
)
FORM: JsonObject = {
    "kill_all": False,
    "network_kill": True,
    "blocked_domains": ["*.b.invalid", "example.com"],
    "frozen_tools": ["shell"],
    "updated_at": "2026-01-01T00:00:00+00:00",
}


@given(STATES)
@settings(max_examples=100)
def test_state_is_read_again_as_it_was_written(state: EstopState) -> None:
    assert parse_estop(serialise_estop(state)) == state


def test_written_form_has_the_known_keys() -> None:
    state = EstopState(
        network_kill=True,
        blocked_domains=("*.b.invalid", "example.com"),
        frozen_tools=("shell",),
        updated_at=NOW,
    )
    assert json.loads(serialise_estop(state)) == FORM
    assert parse_estop(json.dumps(FORM).encode()) == state


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kill_all", 0),
        ("kill_all", None),
        ("kill_all", "false"),
        ("network_kill", "no"),
        ("blocked_domains", None),
        ("blocked_domains", "example.com"),
        ("blocked_domains", [1]),
        ("blocked_domains", ["https://example.com/"]),
        ("blocked_domains", [""]),
        ("blocked_domains", ["2130706433"]),
        ("frozen_tools", {"shell": True}),
        ("frozen_tools", [["shell"]]),
        ("updated_at", None),
        ("updated_at", "yesterday"),
        ("updated_at", "2026-01-01T00:00:00"),
        ("updated_at", 1767225600),
        ("a_level_of_tomorrow", True),
    ],
)
def test_state_of_another_form_stops_everything(key: str, value: Json) -> None:
    state = parse_estop(json.dumps({**FORM, key: value}).encode())
    assert state.kill_all
    assert state.problem
    assert not parse_estop(json.dumps(FORM).encode()).kill_all


@pytest.mark.parametrize("key", sorted(FORM))
def test_state_without_one_of_its_keys_stops_everything(key: str) -> None:
    state = parse_estop(json.dumps({k: v for k, v in FORM.items() if k != key}).encode())
    assert state.kill_all
    assert state.problem


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"\x00" * 40,
        b"[" * 100_000,
        json.dumps(FORM).encode()[:-1],
        b'{"kill_all": true, "kill_all": false}',
    ],
)
def test_what_is_no_state_stops_everything(data: bytes) -> None:
    state = parse_estop(data)
    assert state.kill_all
    assert state.problem


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_no_bytes_are_taken_for_a_stop_of_nothing(data: bytes) -> None:
    assert parse_estop(data).kill_all


@given(st.sampled_from(["shell", "x"]), EFFECTS, HOSTS, st.booleans())
@settings(max_examples=100)
def test_kill_all_stops_every_call(
    tool: str, effects: set[Effect], hosts: list[str], is_offline: bool
) -> None:
    state = EstopState(kill_all=True)
    assert blocks(state, tool, effects, hosts, is_offline=is_offline) == "estop:kill_all"
    assert blocks(EstopState(), tool, effects, hosts, is_offline=is_offline) is None


@given(STATES, STATES, st.sampled_from(["shell", "x"]), EFFECTS, HOSTS)
@settings(max_examples=200)
def test_more_levels_never_let_more_through(
    state: EstopState, other: EstopState, tool: str, effects: set[Effect], hosts: list[str]
) -> None:
    both = EstopState(
        state.kill_all or other.kill_all,
        state.network_kill or other.network_kill,
        (*state.blocked_domains, *other.blocked_domains),
        (*state.frozen_tools, *other.frozen_tools),
    )
    if blocks(state, tool, effects, hosts) is not None:
        assert blocks(both, tool, effects, hosts) is not None


@pytest.mark.parametrize("name", ["shell", "SHELL", "Shell"])
def test_frozen_tool_is_stopped_however_it_is_spelled(name: str) -> None:
    state = EstopState(frozen_tools=("shell",))
    assert blocks(state, name, READ, ()) == "estop:frozen_tool"
    assert blocks(state, "shell_history", READ, ()) is None


@pytest.mark.parametrize("effect", [Effect.NETWORK, Effect.SEND, Effect.EXECUTE])
def test_network_kill_stops_what_may_reach_the_network(effect: Effect) -> None:
    state = EstopState(network_kill=True)
    assert blocks(state, "x", {effect}, ()) == "estop:network_kill"
    assert blocks(state, "x", {effect}, (), is_offline=True) is None
    assert blocks(state, "x", READ, ()) is None
    assert blocks(state, "x", READ, ("example.com",), is_offline=True) == "estop:network_kill"


SPELLINGS = [
    "example.com",
    "EXAMPLE.com",
    "example.com.",
    "a.example.com",
    "a.b.Example.Com.",
    " example.com",
    "ｅxample.com",
    "example。com",
    "example．com",
]


@pytest.mark.parametrize("host", SPELLINGS)
@pytest.mark.parametrize("pattern", ["example.com", "*.example.com", "*"])
def test_blocked_domain_is_stopped_however_it_is_spelled(host: str, pattern: str) -> None:
    state = EstopState(blocked_domains=(pattern,))
    assert blocks(state, "x", NETWORK, (host,)) == "estop:blocked_domain"
    assert blocks(state, "x", NETWORK, ("other.invalid", host)) == "estop:blocked_domain"
    assert blocks(evolve(state, blocked_domains=()), "x", NETWORK, (host,)) is None


@pytest.mark.parametrize(
    "host", ["example.invalid", "notexample.com", "example.com.invalid", "com"]
)
def test_domain_beside_a_blocked_one_is_let_through(host: str) -> None:
    assert blocks(EstopState(blocked_domains=("example.com",)), "x", NETWORK, (host,)) is None


@pytest.mark.parametrize("host", ["127.0.0.1", "::ffff:127.0.0.1", "[::ffff:7f00:1]"])
def test_blocked_address_is_stopped_however_it_is_spelled(host: str) -> None:
    state = EstopState(blocked_domains=("127.0.0.1",))
    assert blocks(state, "x", NETWORK, (host,)) == "estop:blocked_domain"
    assert blocks(state, "x", NETWORK, ("127.0.0.2",)) is None


@pytest.mark.parametrize(
    "host", ["", "2130706433", "0x7f.1", "127.1", "a b", "a:80", "me@a", "ä" * 90]
)
def test_host_that_only_some_understand_is_stopped_while_any_is_blocked(host: str) -> None:
    state = EstopState(blocked_domains=("example.com",))
    assert blocks(state, "x", NETWORK, (host,)) == "estop:blocked_domain"


@pytest.mark.parametrize("effect", [Effect.NETWORK, Effect.SEND, Effect.EXECUTE])
def test_call_to_hosts_that_nobody_knows_is_stopped_while_any_is_blocked(effect: Effect) -> None:
    state = EstopState(blocked_domains=("example.com",))
    assert blocks(state, "x", {effect}, ()) == "estop:blocked_domain"
    assert blocks(state, "x", {effect}, (), is_offline=True) is None
    assert blocks(state, "x", READ, ()) is None
