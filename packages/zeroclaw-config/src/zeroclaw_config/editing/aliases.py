"""Add, rename, remove the aliases of a configuration with what refers to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._aliases import ALIAS_RULE, is_alias
from zeroclaw_config._key_path import KeyPath, dotted, quoted
from zeroclaw_config.config import HINT
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.errors import AliasRefused, DanglingReferences, KeyNotFound

__all__ = [
    "REFERENCE_RULES",
    "AliasChange",
    "AliasPlan",
    "ReferenceRule",
    "add_alias",
    "plan_alias",
    "remove_alias",
    "rename_alias",
]

ANY = "*"
"""In the keys of a rule: any name, or any element."""


@frozen
class ReferenceRule:
    """Values at `keys`, a text or a list of texts, name what is below `section`.

    The text is the prefix with what follows the section in the path of an alias, with dots: below
    `providers.models` it is `custom.home`.
    """

    keys: tuple[str, ...]
    section: tuple[str, ...]
    prefix: str = ""


REFERENCE_RULES: tuple[ReferenceRule, ...] = (
    ReferenceRule(("agents", ANY, "model_provider"), ("providers", "models")),
    ReferenceRule(("agents", ANY, "model_provider"), ("model_routes",), HINT),
    ReferenceRule(("providers", "models", ANY, ANY, "fallback"), ("providers", "models")),
    ReferenceRule(("model_routes", ANY, "model_provider"), ("providers", "models")),
    ReferenceRule(("agents", ANY, "risk_profile"), ("risk_profiles",)),
    ReferenceRule(("agents", ANY, "runtime_profile"), ("runtime_profiles",)),
)
"""The references that this version reads."""


@frozen
class AliasPlan:
    """What a change of an alias would concern: the keys whose values refer to it."""

    path: KeyPath
    reference: str
    """How the others write it."""
    referrers: tuple[KeyPath, ...]


@frozen
class AliasChange:
    """The document after a change, with the plan that was followed.

    After a rename the referrers have the new name; after a forced removal they dangle.
    """

    document: EditedDocument
    plan: AliasPlan


def plan_alias(
    document: EditedDocument, path: KeyPath, rules: Sequence[ReferenceRule] = REFERENCE_RULES
) -> AliasPlan:
    """What refers to an alias, such as `("agents", "main")`; raises KeyNotFound."""
    path = document.located(path)
    _require_table(document, path)
    found: list[KeyPath] = []
    reference = str(path[-1])
    for rule in rules:
        names = path[len(rule.section) :]
        if names and path[: len(rule.section)] == rule.section:
            reference = rule.prefix + ".".join(map(str, names))
            found += _referrers(document.tree, rule.keys, reference)
    return AliasPlan(path, reference, tuple(dict.fromkeys(found)))


def add_alias(
    document: EditedDocument, path: KeyPath, table: Mapping[str, object]
) -> EditedDocument:
    """With a new alias; raises AliasRefused when the name is taken or cannot be one."""
    path = document.located(path)
    _require_free(document, path)
    return document.set(path, table)


def rename_alias(
    document: EditedDocument,
    path: KeyPath,
    name: str,
    rules: Sequence[ReferenceRule] = REFERENCE_RULES,
) -> AliasChange:
    """With another name for an alias, there and wherever it is referred to.

    Raises KeyNotFound, AliasRefused.
    """
    plan = plan_alias(document, path, rules)
    new = (*plan.path[:-1], name)
    if new == plan.path:
        return AliasChange(document, plan)
    _require_free(document, new)
    prefix = plan.reference.removesuffix(str(plan.path[-1]))
    renamed = document.renamed(plan.path, name)
    for referrer in plan.referrers:
        # An agent that refers to another one, or to itself, may be the one that has a new name.
        there = new + referrer[len(new) :] if referrer[: len(new)] == plan.path else referrer
        renamed = renamed.set(there, prefix + name)
    return AliasChange(renamed, plan)


def remove_alias(
    document: EditedDocument,
    path: KeyPath,
    rules: Sequence[ReferenceRule] = REFERENCE_RULES,
    force: bool = False,
) -> AliasChange:
    """Without an alias; raises KeyNotFound, or DanglingReferences unless it is forced."""
    plan = plan_alias(document, path, rules)
    # What goes with it cannot dangle.
    outside = tuple(r for r in plan.referrers if r[: len(plan.path)] != plan.path)
    if outside and not force:
        referrers = tuple(map(dotted, outside))
        raise DanglingReferences(path=document.source, key=dotted(plan.path), referrers=referrers)
    return AliasChange(document.unset(plan.path), AliasPlan(plan.path, plan.reference, outside))


_IS_SECTION = Phrase("is_a_section", "is a section; name an alias in it")


def _require_table(document: EditedDocument, path: KeyPath) -> None:
    if len(path) < 2:
        raise AliasRefused(path=document.source, key=dotted(path), what=_IS_SECTION)
    if not isinstance(document.get(path), dict):
        hint = Phrase("is_no_named_table", "what is there is no table with a name of its own.")
        raise KeyNotFound(path=document.source, key=dotted(path), hint=hint)


def _require_free(document: EditedDocument, path: KeyPath) -> None:
    key = dotted(path)
    if len(path) < 2:
        raise AliasRefused(path=document.source, key=key, what=_IS_SECTION)
    if not is_alias(str(path[-1])):
        what = Phrase(
            "alias_cannot_be_used", "cannot be used: an alias has {rule}", rule=ALIAS_RULE
        )
        raise AliasRefused(path=document.source, key=quoted(str(path[-1])), what=what)
    if document.has(path):
        what = Phrase("alias_is_taken", "is there already; choose another name, or remove it first")
        raise AliasRefused(path=document.source, key=key, what=what)


def _referrers(
    node: object, keys: tuple[str, ...], reference: str, at: KeyPath = ()
) -> Iterator[KeyPath]:
    if not keys:
        if node == reference:
            yield at
        elif isinstance(node, list):
            yield from ((*at, i) for i, entry in enumerate(node) if entry == reference)
        return
    if isinstance(node, list) and keys[0] == ANY:
        for index, entry in enumerate(node):
            yield from _referrers(entry, keys[1:], reference, (*at, index))
    elif isinstance(node, Mapping):
        for key in node if keys[0] == ANY else (keys[0],):
            if key in node:
                yield from _referrers(node[key], keys[1:], reference, (*at, key))
