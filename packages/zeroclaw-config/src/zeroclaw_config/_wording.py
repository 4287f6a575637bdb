"""Say in our words what a validator found wrong with a value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from zeroclaw_api.phrases import Phrase

__all__ = ["clause"]

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
    "extra_forbidden": Phrase("is_unknown_key", "is not a known key"),
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
        expected = context.get("expected", Phrase("another_value", "another value"))
        choices = expected if isinstance(expected, Phrase) else str(expected).replace("'", "")
        return Phrase("must_be", "must be {what}", what=choices)
    for suffix in _SUFFIXES:
        if kind.endswith(suffix) and kind.removesuffix(suffix) in _TYPES:
            return Phrase("must_be", "must be {what}", what=_TYPES[kind.removesuffix(suffix)])
    return Phrase("is_not_acceptable", "is not acceptable")
