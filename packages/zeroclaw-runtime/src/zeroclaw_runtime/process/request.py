"""The bytes that ask a reaper for one command."""

from __future__ import annotations

import os

from zeroclaw_api.processes import Command
from zeroclaw_api.restrictions import ResourceLimits, Restrictions
from zeroclaw_runtime.process.reaper_main import LENGTH

__all__ = ["command_request"]


def command_request(command: Command) -> bytes:
    """The command in the form of `reaper_main.py`, its length first."""
    takings = _limits(command.limits) + _restrictions(command.restrictions)
    fields = [command.cwd or "/", str(len(command.argv)), *command.argv]
    fields += [str(len(takings)), *takings]
    fields += [f"{name}={value}" for name, value in command.env.items()]
    if any("\0" in field for field in fields):
        raise ValueError("a path of a command cannot hold a NUL character")
    body = b"".join(os.fsencode(field) + b"\0" for field in fields)
    return LENGTH.pack(len(body)) + body


def _limits(limits: ResourceLimits) -> list[str]:
    named = {
        "CPU": limits.cpu_seconds,
        "AS": limits.memory,
        "FSIZE": limits.file_size,
        "NOFILE": limits.open_files,
        "NPROC": limits.processes,
    }
    return [f"limit {name} {value}" for name, value in named.items() if value is not None]


def _restrictions(restrictions: Restrictions | None) -> list[str]:
    if restrictions is None:
        return []
    takings = ["restricted"]
    if restrictions.beneath is not None:
        takings.append("files")
        takings += [f"beneath {rights} {path}" for path, rights in restrictions.beneath]
    if restrictions.without_network:
        takings.append("network")
    if restrictions.system_calls:
        takings.append(f"system_calls {restrictions.system_calls.hex()}")
    return takings
