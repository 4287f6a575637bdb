"""Say in our words what a validator found wrong with a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.migration.form_3 import AGENT_KEYS, MODEL_KEYS, RISK_KEYS, RUNTIME_KEYS

__all__ = ["UNKNOWN_KEY", "clause", "fit_by_migrating", "one_of"]

UNKNOWN_KEY: Final = Phrase("is_unknown_key", "is not a known key")
"""What follows a key that nothing knows."""

_FIT_BY_MIGRATING = {
    "agents": AGENT_KEYS,
    "risk_profiles": RISK_KEYS,
    "runtime_profiles": RUNTIME_KEYS,
}

_TEXT = Phrase("type_text", "text")
_NUMBER = Phrase("type_number", "a number")
_LIST = Phrase("type_list", "a list")
_TABLE = Phrase("type_table", "a table")
_TYPES = {
    "string": _TEXT,
    "int": Phrase("type_whole_number", "a whole number"),
    "float": _NUMBER,
    "bool": Phrase("type_switch", "true or false"),
    "list": _LIST,
    "tuple": _LIST,
    "set": _LIST,
    "frozen_set": _LIST,
    "dict": _TABLE,
    "mapping": _TABLE,
    "model": _TABLE,
    "model_attributes": _TABLE,
    "dataclass": _TABLE,
    "decimal": _NUMBER,
    "url": Phrase("type_url", "an address such as http://127.0.0.1:8080/v1"),
    "date": Phrase("type_date", "a date"),
    "time": Phrase("type_time", "a time"),
    "datetime": Phrase("type_datetime", "a date with time"),
    "time_delta": Phrase("type_duration", "a length of time"),
    "path": Phrase("type_path", "a path"),
    "bytes": _TEXT,
}
_SUFFIXES = ("_type", "_parsing", "_from_float", "_exact", "_scheme", "_sub_type", "_unicode")
_FIXED = {
    "missing": Phrase("is_missing", "is missing"),
    "extra_forbidden": UNKNOWN_KEY,
    "finite_number": Phrase("must_be_finite", "must be a finite number"),
    "none_required": Phrase("must_be_left_out", "must be left out"),
    "int_parsing_size": Phrase("is_too_large", "is too large"),
}
_LIMITS = {
    "greater_than": (partial(Phrase, "must_exceed", "must be greater than {limit}"), "gt"),
    "greater_than_equal": (partial(Phrase, "must_reach", "must be at least {limit}"), "ge"),
    "less_than": (partial(Phrase, "must_stay_below", "must be less than {limit}"), "lt"),
    "less_than_equal": (partial(Phrase, "must_not_exceed", "must be at most {limit}"), "le"),
    "multiple_of": (
        partial(Phrase, "must_be_multiple", "must be a multiple of {limit}"),
        "multiple_of",
    ),
    "string_too_short": (
        partial(Phrase, "must_have_characters", "must have at least {limit} characters"),
        "min_length",
    ),
    "string_too_long": (
        partial(Phrase, "must_have_fewer_characters", "must have at most {limit} characters"),
        "max_length",
    ),
    "too_short": (
        partial(Phrase, "must_have_entries", "must have at least {limit} entries"),
        "min_length",
    ),
    "too_long": (
        partial(Phrase, "must_have_fewer_entries", "must have at most {limit} entries"),
        "max_length",
    ),
    "string_pattern_mismatch": (
        partial(Phrase, "must_match", "must have the form {limit}"),
        "pattern",
    ),
}


def one_of(names: Iterable[str]) -> str:
    """The names, the last one after "or"."""
    *others, last = names
    if not others:
        return last
    return Phrase("one_or_another", "{others} or {last}", others=", ".join(others), last=last)


def clause(kind: str, context: Mapping[str, object]) -> Phrase:
    """What follows the key in a sentence, for a kind of error with its facts.

    The value itself is never quoted: it may be secret.
    """
    if kind in _FIXED:
        return _FIXED[kind]
    if kind in _LIMITS:
        form, fact = _LIMITS[kind]
        limit = context.get(fact, Phrase("what_is_allowed", "what is allowed"))
        return form(limit=f"{limit:g}" if isinstance(limit, float) else limit)
    if kind in ("literal_error", "enum"):
        choices = str(context.get("expected", "")).split("'")[1::2]
        other = Phrase("another_value", "another value")
        return Phrase("must_be", "must be {what}", what=one_of(choices) if choices else other)
    for suffix in _SUFFIXES:
        if kind.endswith(suffix) and kind.removesuffix(suffix) in _TYPES:
            return Phrase("must_be", "must be {what}", what=_TYPES[kind.removesuffix(suffix)])
    return Phrase("is_not_acceptable", "is not acceptable")


def fit_by_migrating(path: KeyPath) -> Phrase | None:
    """What follows an unknown key that a migration moves, or keeps as a comment; None for others.

    Other programs write the third form with more keys than this version reads.
    """
    match path:
        case ("providers", "fallback"):
            is_fit = True
        case ("providers", "models", _, _, key):
            is_fit = key in MODEL_KEYS
        case (str(section), _, key):
            is_fit = key in _FIT_BY_MIGRATING.get(section, frozenset())
        case _:
            is_fit = False
    if not is_fit:
        return None
    return Phrase(
        "is_key_to_migrate",
        "is not read by this version; `zeroclaw config migrate` finds its place",
    )
