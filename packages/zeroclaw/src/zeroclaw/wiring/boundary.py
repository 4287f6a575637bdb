"""Turns what a risk profile says of reach into what the kernel holds an agent to."""

# Not pathlib: the kernel takes paths as texts, which are only put together here.
# ruff: noqa: PTH112, PTH118

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from zeroclaw.home import Home
from zeroclaw_api.json import canonical_json
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import NetworkAccess, SandboxName, SandboxPolicy
from zeroclaw_config import BoundarySettings
from zeroclaw_runtime import (
    PathRules,
    PathVerdict,
    Policies,
    Roots,
    judge_path,
    real_roots,
    real_rules,
)

if TYPE_CHECKING:
    from zeroclaw_api.processes import Processes
    from zeroclaw_runtime.security.commands.verdict import CommandVerdict

__all__ = ["Boundary", "boundary_of"]

_PASSED: Final = frozenset({"PATH", "HOME", "TERM", "LANG", "USER", "SHELL", "TMPDIR"})
_LOCALE: Final = "LC_"

_PROTECTED: Final = (".git/hooks", ".git/config")
"""What git runs, or is told to run, in the repository that a workspace is."""

_UNCONFINED: Final = "none"
_PRIVATE_HOME: Final = "/tmp"

COMMAND_LIMITS: Final = ResourceLimits(open_files=4096, processes=4096)
"""Beyond any build's needs, so that only what runs away meets them."""


@frozen
class Boundary:
    """How far one agent reaches.

    `roots` are the folders with files that it may use. `environment` is all that its commands see.
    `place` is what an approval holds for besides its call. `sandbox` is the name of what confines
    its commands.
    """

    roots: Roots
    rules: PathRules
    policies: Policies
    environment: Mapping[str, str] = field(repr=False, hash=False)
    place: str
    sandbox: SandboxName
    open_processes: Callable[[], AbstractAsyncContextManager[Processes]]
    is_offline: bool


def boundary_of(
    alias: str, settings: BoundarySettings, home: Home, environ: Mapping[str, str]
) -> Boundary:
    """The boundary of an agent; looks at where links lead, opens nothing."""
    workspace = os.path.realpath(home.workspace(alias))
    user = environ.get("HOME") or None
    meant = partial(_absolute, workspace=workspace, user=user)
    roots = real_roots(
        Roots(
            workspace,
            writable=tuple(map(meant, settings.allowed_roots)),
            readable=tuple(map(meant, settings.readonly_roots)),
        )
    )
    forbidden = tuple(map(meant, settings.forbidden_paths))
    rules = real_rules(PathRules(forbidden, installation=str(home.root), home=user))
    environment = dict(_passed(environ, settings.passed_variables))
    if settings.sandbox != _UNCONFINED and "HOME" in environment:
        # The user's own is not there for a command, which may want to write to it.
        environment["HOME"] = _PRIVATE_HOME
    network = NetworkAccess.OPEN if settings.has_network else NetworkAccess.NONE
    confined = SandboxPolicy(
        writable=(workspace, *roots.writable),
        readable=roots.readable,
        protected=tuple(_protected((workspace, *roots.writable))),
        hidden=tuple(_hidden(rules, roots)),
        network=network,
        limits=COMMAND_LIMITS,
    )
    return Boundary(
        roots=roots,
        rules=rules,
        policies=Policies(
            scripts=_DeferredScripts(roots, rules, settings.allowed_commands),
            paths=partial(_judge, roots, rules),
        ),
        environment=environment,
        place=canonical_json(
            {
                "cwd": workspace,
                "variables": sorted(environment),
                "sandbox": settings.sandbox,
                "network": network.value,
                "roots": list(roots.paths),
            }
        ),
        sandbox=settings.sandbox,
        open_processes=partial(_open_processes, settings.sandbox, confined),
        is_offline=settings.sandbox != _UNCONFINED and not settings.has_network,
    )


def _open_processes(
    name: SandboxName, policy: SandboxPolicy
) -> AbstractAsyncContextManager[Processes]:
    # Loaded by the first command of a session, since most sessions have none.
    from zeroclaw_runtime import open_confined

    return open_confined(name, policy)


@frozen
class _DeferredScripts:
    """The policy for scripts, whose grammar is loaded by the first one."""

    roots: Roots
    rules: PathRules
    allowed: frozenset[str] | None

    @property
    def _own(self) -> tuple[str, ...]:
        """Our own files, which no sandbox may be there to hide."""
        return () if self.rules.installation is None else (self.rules.installation,)

    def __call__(self, script: str) -> CommandVerdict:
        from zeroclaw_runtime import CommandRules, script_policy

        return script_policy(
            CommandRules(
                roots=self.roots.paths,
                forbidden=(*self.rules.forbidden, *self._own),
                protected=_PROTECTED,
                allowed_commands=self.allowed,
                home=self.rules.home,
            )
        )(script)


def _judge(roots: Roots, rules: PathRules, path: str, writes: bool) -> PathVerdict:
    return judge_path(path, roots=roots, rules=rules, writes=writes)


def _passed(environ: Mapping[str, str], more: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The variables that commands see: the usual ones, those that were asked for."""
    names = _PASSED | set(more)
    return (
        (name, value)
        for name, value in environ.items()
        if name in names or name.startswith(_LOCALE)
    )


def _absolute(path: str, *, workspace: str, user: str | None) -> str:
    if user is not None and (path == "~" or path.startswith("~/")):
        path = user + path[1:]
    return os.path.realpath(os.path.join(workspace, path))


def _protected(roots: Iterable[str]) -> Iterable[str]:
    """Only of repositories that are there: an agent may make one of its own."""
    for root in roots:
        if os.path.isdir(os.path.join(root, ".git")):
            yield from (os.path.join(root, name) for name in _PROTECTED)


def _hidden(rules: PathRules, roots: Roots) -> Iterable[str]:
    """What lies within a root, yet stays closed to commands as to file tools."""
    closed = [*rules.forbidden, *([rules.installation] if rules.installation else [])]
    for path in closed:
        if any(os.path.commonpath((root, path)) == root for root in roots.paths):
            yield path
