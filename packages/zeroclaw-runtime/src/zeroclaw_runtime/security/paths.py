"""Judges a path by its text, before a tool is called with it."""

from __future__ import annotations

from attrs import frozen

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.workspace.rules import Parts, PathRules, Roots, holder, parts_of, refusal

__all__ = ["PathVerdict", "judge_path"]


@frozen
class PathVerdict:
    """How dangerous the use of a path is, with the rule that says so.

    `denial` says that it is not used, whatever else holds.
    """

    risk: Risk
    rule: str
    denial: str | None = None


def judge_path(path: str, *, roots: Roots, rules: PathRules, writes: bool) -> PathVerdict:
    """What is known of a path before anybody looks at the disk.

    Links are not seen here: whoever opens the file holds it to the same roots and rules again.
    The paths of `roots` and `rules` are those that links were taken out of.
    """
    parts = _absolute(path, roots, rules)
    if parts is None or "\0" in path or holder(roots.paths, parts) is None:
        return _denied("path_outside")
    closed = refusal(parts, roots, rules, writes=writes)
    if closed is not None:
        return _denied(closed)
    return PathVerdict(Risk.MEDIUM if writes else Risk.LOW, "inside")


def _denied(rule: str) -> PathVerdict:
    return PathVerdict(Risk.HIGH, rule, denial=rule)


def _absolute(path: str, roots: Roots, rules: PathRules) -> Parts | None:
    """Where it leads as far as text tells; None when `~` stands for nothing."""
    if path == "~" or path.startswith("~/"):
        if rules.home is None:
            return None
        path = rules.home + path[1:]
    start = () if path.startswith("/") else parts_of(roots.workspace)
    found: list[str] = []
    for part in (*start, *parts_of(path)):
        if part == "..":
            del found[-1:]
        else:
            found.append(part)
    parts = tuple(found)
    alias = holder([name for name, _ in roots.aliases], parts)
    if alias is None:
        return parts
    return parts_of(dict(roots.aliases)[alias]) + parts[len(parts_of(alias)) :]
