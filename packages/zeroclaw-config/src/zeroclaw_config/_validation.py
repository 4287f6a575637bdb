"""Check a table against a settings class, with findings in our own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._fields import known_keys
from zeroclaw_config._findings import Findings
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._nearest import nearest
from zeroclaw_config._shown_value import shown_value
from zeroclaw_config._wording import clause

__all__ = ["validated"]

LONGEST_REASON = 300
"""Characters of a settings class's own message, so that it stays a sentence."""

_SAYING_NO_MORE = frozenset(
    {"missing", "extra_forbidden", "none_required", "value_error", "assertion_error"}
)
"""Kinds of problems that do not lie in the value, or whose reason tells of it."""

ModelT = TypeVar("ModelT", bound=BaseModel)


def validated(
    model: type[ModelT], table: Mapping[str, object], path: KeyPath, findings: Findings
) -> ModelT | None:
    """The settings in a table; None when something was found wrong with it."""
    try:
        return model.model_validate(table)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
    # The error itself quotes values, so ours must not have it as its context.
    for detail in details:
        kind, context = detail["type"], detail.get("ctx", {})
        place, value = _place(table, detail["loc"], kind)
        what = _with_value(clause(kind, context), kind, value, (*path, *place), findings)
        if kind in ("value_error", "assertion_error"):
            what = _with_reason(what, str(context.get("error", "")), findings)
        near = None
        if kind == "extra_forbidden":
            near = nearest(str(place[-1]), known_keys(model, place[:-1]))
        elif kind in ("literal_error", "enum") and not findings.is_secret((*path, *place)):
            allowed = str(context.get("expected", "")).split("'")[1::2]
            near = nearest(value, allowed) if isinstance(value, str) else None
        findings.add((*path, *place), what, near)
    return None


def _with_value(
    what: Phrase, kind: str, value: object, path: KeyPath, findings: Findings
) -> Phrase:
    """The clause with what stands there instead of what must."""
    is_secret = findings.is_secret(path) or findings.tells_secret(str(value))
    shown = shown_value(value, is_secret=is_secret)
    if shown is None or kind in _SAYING_NO_MORE:
        return what
    return Phrase("not_this_value", "{what}, not {value}", what=what, value=shown)


def _with_reason(what: Phrase, message: str, findings: Findings) -> Phrase:
    reason = " ".join(message.split()).rstrip(".")[:LONGEST_REASON]
    if not reason:
        return what
    if findings.tells_secret(message):
        return Phrase(
            "reason_is_secret",
            "{what} (the reason is not shown, since it quotes a secret)",
            what=what,
        )
    return Phrase("with_reason", "{what}: {reason}", what=what, reason=reason)


def _place(table: object, loc: Sequence[str | int], kind: str) -> tuple[KeyPath, object]:
    """The part of a validator's location that is in the table, or missing from it; the value."""
    place: KeyPath = ()
    value = table
    for index, part in enumerate(loc):
        inner = _inside(value, part)
        if inner is not None:
            value = inner
        elif kind != "missing" or index < len(loc) - 1:
            # The name of a branch of a union, which stands in no file.
            continue
        place += (part,)
    return place, value


def _inside(value: object, part: str | int) -> object:
    """What a table or list has at a key or index; None, which TOML lacks, when nothing."""
    if isinstance(value, Mapping):
        return value.get(part)
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return None
