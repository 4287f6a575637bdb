"""Judges a call by what its arguments name, with the policy for each kind of thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from attrs import evolve, frozen

from zeroclaw_api.approvals import CommandPrefix, SamePath
from zeroclaw_api.risk import ArgumentRole, Assessment, Effect, Risk

if TYPE_CHECKING:
    from zeroclaw_api.json import JsonObject
    from zeroclaw_api.tool import ToolSpec
    from zeroclaw_runtime.security.commands.verdict import CommandVerdict
    from zeroclaw_runtime.security.paths import PathVerdict

__all__ = ["Policies", "assess", "assess_script"]


@frozen
class Policies:
    """What judges arguments; None where nothing does.

    `scripts` judges a shell script, `paths` a path that is read or, with True, written.
    """

    scripts: Callable[[str], CommandVerdict] | None = None
    paths: Callable[[str, bool], PathVerdict] | None = None


def assess(spec: ToolSpec, args: JsonObject, policies: Policies) -> Assessment:
    """What is known of a call whose arguments fit the schema of its tool; the worst counts."""
    declared = Assessment(spec.risk, spec.effects)
    found = [
        _judged(declared, role, value, policies)
        for name, role in spec.roles.items()
        if isinstance(value := args.get(name), str)
    ]
    if not found:
        return declared
    worst = max(found, key=lambda one: (one.denial is not None, one.must_ask, one.risk))
    return evolve(
        worst,
        effects=frozenset[Effect]().union(*(one.effects for one in found)),
        paths=tuple(path for one in found for path in one.paths),
        hosts=tuple(host for one in found for host in one.hosts),
        # With two things to judge, an approval for one of them would be one for both.
        keeps=worst.keeps if len(found) == 1 else (),
    )


def assess_script(script: str, policies: Policies) -> Assessment:
    """What is known of a shell script."""
    if policies.scripts is None:
        effects = frozenset({Effect.EXECUTE})
        return Assessment(Risk.MEDIUM, effects, rule="unjudged_script", must_ask=True)
    return _of_script(policies.scripts(script))


def _judged(declared: Assessment, role: ArgumentRole, value: str, policies: Policies) -> Assessment:
    match role:
        case ArgumentRole.SCRIPT:
            return assess_script(value, policies)
        case ArgumentRole.PATH_READ | ArgumentRole.PATH_WRITTEN:
            if policies.paths is None:
                return evolve(declared, paths=(value,))
            writes = role is ArgumentRole.PATH_WRITTEN
            return _of_path(declared, value, policies.paths(value, writes), writes=writes)
        case ArgumentRole.URL:
            return declared
        case _:
            assert_never(role)


def _of_script(verdict: CommandVerdict) -> Assessment:
    return Assessment(
        risk=verdict.risk,
        effects=verdict.effects,
        paths=verdict.paths,
        commands=verdict.commands,
        hosts=verdict.hosts,
        denial=verdict.denial,
        rule=verdict.rule,
        detail=verdict.detail,
        script=verdict.text,
        keeps=tuple(CommandPrefix(prefix) for prefix in verdict.prefixes),
        advice=verdict.advice,
    )


def _of_path(declared: Assessment, path: str, verdict: PathVerdict, *, writes: bool) -> Assessment:
    keeps = (SamePath(path),) if writes and verdict.risk is Risk.MEDIUM else ()
    return Assessment(
        risk=max(verdict.risk, declared.risk) if writes else verdict.risk,
        effects=declared.effects,
        paths=(path,),
        denial=verdict.denial,
        rule=verdict.rule,
        detail=path,
        keeps=keeps,
    )
