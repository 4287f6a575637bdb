"""Decides what an emergency stop stops."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from typing import Final

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.estop import EstopState
from zeroclaw_api.json import Json, parse_json_object
from zeroclaw_api.risk import Effect

__all__ = ["blocks", "parse_estop", "serialise_estop", "stopped_by"]

REACHING: Final = frozenset({Effect.NETWORK, Effect.SEND, Effect.EXECUTE})
"""What may reach the network. A program that is run can, whatever it was run for."""

KEYS: Final = frozenset(
    {"kill_all", "network_kill", "blocked_domains", "frozen_tools", "updated_at"}
)


def parse_estop(data: bytes) -> EstopState:
    """The state that is written there.

    Everything is stopped when it is not exactly of the known form: a level that another version
    knows is not taken for none.
    """
    try:
        found = parse_json_object(data)
    except InvalidJson:
        return stopped_by("it is no JSON object")
    if found.keys() != KEYS:
        return stopped_by("its keys are not the known ones")
    kill_all, network_kill = found["kill_all"], found["network_kill"]
    domains, tools = _texts(found["blocked_domains"]), _texts(found["frozen_tools"])
    if not isinstance(kill_all, bool) or not isinstance(network_kill, bool):
        return stopped_by("a level is neither true nor false")
    if domains is None or tools is None:
        return stopped_by("a list has something else than texts in it")
    if any(_canonical(_domain(pattern)) is None for pattern in domains if pattern != "*"):
        return stopped_by("a domain is none")
    updated_at = _moment(found["updated_at"])
    if updated_at is None:
        return stopped_by("its time is none")
    return EstopState(kill_all, network_kill, domains, tools, updated_at)


def serialise_estop(state: EstopState) -> bytes:
    """The bytes that are read again as this state, which was written at some time."""
    updated_at = None if state.updated_at is None else state.updated_at.isoformat()
    form = {
        "kill_all": state.kill_all,
        "network_kill": state.network_kill,
        "blocked_domains": state.blocked_domains,
        "frozen_tools": state.frozen_tools,
        "updated_at": updated_at,
    }
    return f"{json.dumps(form, indent=2)}\n".encode()


def stopped_by(problem: str) -> EstopState:
    """Everything is stopped, since the state cannot be read; `problem` says why."""
    return EstopState(kill_all=True, problem=problem)


def blocks(
    state: EstopState,
    tool_name: str,
    effects: Collection[Effect],
    hosts: Iterable[str],
    *,
    is_offline: bool = False,
) -> str | None:
    """The rule that stops a call, None when it may go on.

    `hosts` are those it is known to reach; of a call that may reach others, none are. `is_offline`
    says that what it runs is confined without network.
    """
    if not state.is_engaged:
        return None
    if state.kill_all:
        return "estop:kill_all"
    if tool_name.casefold() in {name.casefold() for name in state.frozen_tools}:
        return "estop:frozen_tool"
    named = tuple(hosts)
    may_reach = bool(named) or (not is_offline and not REACHING.isdisjoint(effects))
    if not may_reach:
        return None
    if state.network_kill:
        return "estop:network_kill"
    if state.blocked_domains and (
        not named or any(_is_blocked(host, state.blocked_domains) for host in named)
    ):
        return "estop:blocked_domain"
    return None


def _is_blocked(host: str, patterns: Collection[str]) -> bool:
    name = _canonical(host)
    if name is None or "*" in patterns:
        # Where a host leads that cannot be understood, nobody knows.
        return True
    domains = {_canonical(_domain(pattern)) for pattern in patterns}
    if _is_address(name):
        return name in domains
    labels = name.split(".")
    return any(".".join(labels[start:]) in domains for start in range(len(labels)))


def _domain(pattern: str) -> str:
    return pattern.removeprefix("*.")


def _canonical(host: str) -> str | None:
    """One spelling for each host; None for what only some resolvers take for an address."""
    bare = host.strip().removeprefix("[").removesuffix("]")
    if _is_address(bare):
        return _address(bare)
    try:
        name = bare.encode("idna").decode("ascii").rstrip(".").lower()
    except UnicodeError:
        return None
    if _is_address(name):
        return _address(name)
    last = name.rpartition(".")[2]
    is_number = last.isdigit() or last.startswith("0x")
    is_name = all(c.isalnum() or c in "-_." for c in name)
    return name if last and is_name and not is_number else None


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _address(text: str) -> str:
    address = ip_address(text)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def _texts(value: Json) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    texts = tuple(item for item in value if isinstance(item, str))
    return texts if len(texts) == len(value) else None


def _moment(value: Json) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None
