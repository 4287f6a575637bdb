"""Say in our words what a validator found wrong with a value."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["clause"]

_TYPES = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "frozen_set": "a list",
    "dict": "a table",
    "mapping": "a table",
    "model": "a table",
    "model_attributes": "a table",
    "dataclass": "a table",
    "decimal": "a number",
    "url": "an address such as http://127.0.0.1:8080/v1",
    "date": "a date",
    "time": "a time",
    "datetime": "a date with time",
    "time_delta": "a length of time",
    "path": "a path",
    "bytes": "text",
}
_SUFFIXES = ("_type", "_parsing", "_from_float", "_exact", "_scheme", "_sub_type", "_unicode")
_FIXED = {
    "missing": "is missing",
    "extra_forbidden": "is not a known key",
    "finite_number": "must be a finite number",
    "none_required": "must be left out",
    "int_parsing_size": "is too large",
}
_LIMITS = {
    "greater_than": ("must be greater than {}", "gt"),
    "greater_than_equal": ("must be at least {}", "ge"),
    "less_than": ("must be less than {}", "lt"),
    "less_than_equal": ("must be at most {}", "le"),
    "multiple_of": ("must be a multiple of {}", "multiple_of"),
    "string_too_short": ("must have at least {} characters", "min_length"),
    "string_too_long": ("must have at most {} characters", "max_length"),
    "too_short": ("must have at least {} entries", "min_length"),
    "too_long": ("must have at most {} entries", "max_length"),
    "string_pattern_mismatch": ("must have the form {}", "pattern"),
}


def clause(kind: str, context: Mapping[str, object]) -> str:
    """What follows the key in a sentence, for a kind of error with its facts.

    The value itself is never quoted: it may be secret.
    """
    if kind in _FIXED:
        return _FIXED[kind]
    if kind in _LIMITS:
        form, fact = _LIMITS[kind]
        limit = context.get(fact, "what is allowed")
        return form.format(f"{limit:g}" if isinstance(limit, float) else limit)
    if kind in ("literal_error", "enum"):
        return "must be " + str(context.get("expected", "another value")).replace("'", "")
    for suffix in _SUFFIXES:
        if kind.endswith(suffix) and kind.removesuffix(suffix) in _TYPES:
            return "must be " + _TYPES[kind.removesuffix(suffix)]
    return "is not acceptable"
