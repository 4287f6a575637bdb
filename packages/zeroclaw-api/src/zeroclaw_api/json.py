"""The JSON type, its strict parser, its one canonical spelling."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeAlias, cast

from zeroclaw_api.errors import InvalidJson

__all__ = ["Json", "JsonObject", "canonical_json", "parse_json", "parse_json_object"]

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = "Mapping[str, Json]"


def parse_json(text: str | bytes) -> Json:
    """Parse text strictly: no NaN, no infinity, no key twice, no absurd depth.

    Python's own parser keeps the last of two equal keys, so two readers of one text could
    see two different commands. Raises `InvalidJson`.
    """
    try:
        return cast(
            "Json",
            json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_refuse_constant),
        )
    except RecursionError:
        raise InvalidJson(problem="it is nested too deeply") from None
    except ValueError as error:
        raise InvalidJson(problem=str(error)) from None


def parse_json_object(text: str | bytes) -> JsonObject:
    """Parse text that must be one JSON object. Raises `InvalidJson`."""
    value = parse_json(text)
    if not isinstance(value, dict):
        raise InvalidJson(problem=f"expected an object, found {_kind(value)}")
    return value


def canonical_json(value: Json) -> str:
    """The one spelling of a value: sorted keys, no spaces, Unicode as it is.

    Digests and comparisons are made over this. Raises `InvalidJson` on NaN and infinity.
    """
    try:
        return json.dumps(
            value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )
    except ValueError as error:
        raise InvalidJson(problem=str(error)) from None


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result = dict(pairs)
    if len(result) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise InvalidJson(problem=f"the key {counts.most_common(1)[0][0]!r} occurs twice")
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidJson(problem=f"{name} is not a JSON number")


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case _:
            return "an array"
