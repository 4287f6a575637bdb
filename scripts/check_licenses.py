"""Refuse an installed distribution whose licence is unknown or not allowed.

The rules are in `deny-licenses.toml`. The licence of a distribution is its License-Expression, else
what its classifiers say, else its entry in the hand-kept table.

    python3 scripts/check_licenses.py          every distribution of the environment
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from importlib.metadata import Distribution, distributions
from pathlib import Path

from license_terms import LicenceExpressionError, acceptable

RULES = Path(__file__).parent.parent / "deny-licenses.toml"
_OURS = re.compile(r"zeroclaw(-.+)?$")
_REQUIRED_NAME = re.compile(r"[A-Za-z0-9._-]+")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([^'"]+)['"]""")


def canonical(name: str) -> str:
    """The one spelling of a distribution's name that all others are compared by."""
    return re.sub(r"[-_.]+", "-", name).lower()


@dataclass(frozen=True, slots=True)
class Rules:
    """What `deny-licenses.toml` says."""

    allowed: frozenset[str]
    denied: tuple[str, ...]
    optional_only: tuple[str, ...]
    optional: Mapping[str, str]
    development: Mapping[str, str]
    classifiers: Mapping[str, str]
    table: Mapping[str, str]

    def accepts(self, licence: str, distribution: str) -> bool:
        """Whether one licence will do for one distribution; what is not named will not."""
        if any(fnmatchcase(licence, pattern) for pattern in self.denied):
            return False
        if any(fnmatchcase(licence, pattern) for pattern in self.optional_only):
            return distribution in self.optional or distribution in self.development
        return licence in self.allowed


@dataclass(frozen=True, slots=True)
class Facts:
    """What the metadata of one distribution says."""

    name: str
    expression: str | None
    classifiers: tuple[str, ...]
    requires: tuple[str, ...]


def read_rules(text: str) -> Rules:
    """Parse the text of `deny-licenses.toml`."""
    data = tomllib.loads(text)
    return Rules(
        allowed=frozenset(data["allowed"]),
        denied=tuple(data["denied"]),
        optional_only=tuple(data["optional_only"]),
        optional=data["optional"],
        development=data["development"],
        classifiers=data["classifiers"],
        table={canonical(name): entry["licence"] for name, entry in data["table"].items()},
    )


def facts_of(distribution: Distribution) -> Facts:
    """Read the metadata of an installed distribution."""
    metadata = distribution.metadata
    expressions: Sequence[str] = metadata.get_all("License-Expression") or []
    lines: Sequence[str] = metadata.get_all("Classifier") or []
    return Facts(
        name=canonical(metadata["Name"]),
        expression=next(iter(expressions), None),
        classifiers=tuple(line for line in lines if line.startswith("License ::")),
        requires=tuple(distribution.requires or ()),
    )


def licence_of(facts: Facts, rules: Rules) -> str | None:
    """The licence expression of a distribution, or nothing when none of the sources knows it."""
    if facts.expression:
        return facts.expression
    # "OSI Approved" alone names no licence, and a classifier without an entry is unknown.
    named = sorted({rules.classifiers.get(line, "unknown") for line in facts.classifiers})
    if len(named) == 1 and named != ["unknown"]:
        return named[0]
    return rules.table.get(facts.name) or " AND ".join(named) or None


def licence_refusals(found: Iterable[Facts], rules: Rules) -> Iterator[str]:
    """One sentence for each distribution whose licence will not do."""
    for facts in found:
        licence = licence_of(facts, rules)
        if licence is None:
            yield f"{facts.name}: no licence in its metadata; read its files, add it to the table"
            continue
        try:
            fine = acceptable(licence, partial(rules.accepts, distribution=facts.name))
        except LicenceExpressionError as error:
            yield f"{facts.name}: {error}"
            continue
        if not fine:
            yield f"{facts.name}: {licence} is refused by deny-licenses.toml"


def misplaced_requirements(found: Iterable[Facts], rules: Rules) -> Iterator[str]:
    """One sentence for each distribution that ours require where they may not.

    An optional one belongs in its named extra; one for the development of this workspace nowhere.
    """
    for facts in found:
        if not _OURS.match(facts.name):
            continue
        for requirement in facts.requires:
            match = _REQUIRED_NAME.match(requirement)
            name = canonical(match[0]) if match else requirement
            if name in rules.optional and rules.optional[name] not in _EXTRA.findall(requirement):
                yield f"{facts.name}: {name} may only be in the extra {rules.optional[name]!r}"
            if name in rules.development:
                yield f"{facts.name}: {name} is for development only; not even an extra may have it"


def main() -> int:
    """Check the environment of this interpreter; returns the exit status."""
    rules = read_rules(RULES.read_text(encoding="utf-8"))
    found = sorted((facts_of(one) for one in distributions()), key=lambda facts: facts.name)
    refusals = [*licence_refusals(found, rules), *misplaced_requirements(found, rules)]
    print("\n".join(refusals) or f"{len(found)} distributions have licences that will do")
    return 1 if refusals else 0


if __name__ == "__main__":
    sys.exit(main())
