"""Takes the links out of the paths that an operator wrote."""

from __future__ import annotations

import os

from attrs import evolve

from zeroclaw_runtime.workspace.rules import PathRules, Roots

__all__ = ["real_roots", "real_rules"]


def real_roots(roots: Roots) -> Roots:
    """The same folders by the paths that they really have; other names become aliases."""
    aliases = dict(roots.aliases)
    for path in roots.paths:
        written, real = os.path.abspath(path), os.path.realpath(path)
        if written != real:
            aliases[written] = real
    return Roots(
        workspace=os.path.realpath(roots.workspace),
        writable=tuple(map(os.path.realpath, roots.writable)),
        readable=tuple(map(os.path.realpath, roots.readable)),
        aliases=tuple(aliases.items()),
    )


def real_rules(rules: PathRules) -> PathRules:
    """The same rules, which close a path by its written name and by the one it really has."""
    forbidden = [
        name for path in rules.forbidden for name in (os.path.abspath(path), os.path.realpath(path))
    ]
    return evolve(
        rules,
        forbidden=tuple(dict.fromkeys(forbidden)),
        installation=rules.installation and os.path.realpath(rules.installation),
        home=rules.home and os.path.realpath(rules.home),
    )
