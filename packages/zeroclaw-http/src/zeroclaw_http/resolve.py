"""Find the addresses that a guarded request may be sent to."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import Final

import trio

from zeroclaw_http.errors import AddressRefused, HttpTimedOut, HttpUnreachable
from zeroclaw_http.guard import AddressPolicy, Verdict, judge
from zeroclaw_http.hosts import canonical_host, is_local_name, literal_address

__all__ = ["judged_addresses", "require_allowed", "resolved"]

_LOOKUP_SECONDS: Final = 10.0


async def resolved(host: str, port: int, policy: AddressPolicy, origin: str) -> tuple[str, ...]:
    """The addresses to dial for a host: looked up once, each of them judged.

    Dial exactly these; a second look-up may be answered otherwise. Raises `AddressRefused`,
    `HttpUnreachable`, `HttpTimedOut`.
    """
    name = canonical_host(host)
    if name is None:
        raise AddressRefused(origin=origin, problem="its host is neither a name nor an address")
    require_allowed(name, policy, origin)
    if literal_address(name) is not None:
        return judged_addresses(name, [name], policy, origin)
    with trio.move_on_after(_LOOKUP_SECONDS) as looking:
        return judged_addresses(name, await _looked_up(name, port, origin), policy, origin)
    assert looking.cancelled_caught
    raise HttpTimedOut(origin=origin, problem="its name was not found in time")


def require_allowed(name: str, policy: AddressPolicy, origin: str) -> None:
    """Refuse a canonical name that is local by itself."""
    if is_local_name(name) and not policy.private_hosts.match(name):
        raise AddressRefused(origin=origin, problem="it is a name of this machine or network")


def judged_addresses(
    name: str, answers: Sequence[str], policy: AddressPolicy, origin: str
) -> tuple[str, ...]:
    """The answers, each once, in their order; one that is not allowed refuses them all."""
    for answer in answers:
        match judge(answer, policy):
            case Verdict.METADATA:
                raise AddressRefused(
                    origin=origin, problem="its address is one of cloud metadata services"
                )
            case Verdict.PRIVATE if not policy.private_hosts.match(name):
                raise AddressRefused(
                    origin=origin, problem="its address is not one of the public internet"
                )
            case _:
                continue
    return tuple(dict.fromkeys(answers))


async def _looked_up(name: str, port: int, origin: str) -> list[str]:
    try:
        found = await trio.socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except OSError as error:
        problem = f"its name is not found ({error.strerror or error})"
        raise HttpUnreachable(origin=origin, problem=problem) from error
    answers = [str(sockaddr[0]) for *_, sockaddr in found]
    if not answers:
        raise HttpUnreachable(origin=origin, problem="its name has no address")
    return answers
