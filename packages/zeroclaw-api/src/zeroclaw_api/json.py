"""The JSON type, its strict parser, its one canonical spelling."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeAlias, cast

from zeroclaw_api.errors import InvalidJson

__all__ = ["Json", "JsonObject", "canonical_json", "parse_json", "parse_json_object", "well_formed"]

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = "Mapping[str, Json]"


def parse_json(text: str | bytes) -> Json:
    """Parse text strictly: no NaN, no infinity, no key twice, no half character, no absurd depth.

    Python's own parser keeps the last of two equal keys, so two readers of one text could
    see two different commands. Raises `InvalidJson`.
    """
    try:
        spelled = text if isinstance(text, str) else text.decode(json.detect_encoding(text))
        spelled.encode()
        value = cast(
            "Json",
            json.loads(
                spelled,
                object_pairs_hook=_unique_keys,
                parse_constant=_refuse_constant,
                parse_float=_finite,
            ),
        )
        if "\\u" in spelled:
            # An escape can spell half a surrogate pair, which no encoding can write down.
            canonical_json(value).encode()
        return value
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

    Digests and comparisons are made over this. Raises `InvalidJson` on NaN, infinity
    or absurd depth.
    """
    try:
        return json.dumps(
            value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )
    except RecursionError:
        raise InvalidJson(problem="it is nested too deeply") from None
    except ValueError as error:
        raise InvalidJson(problem=str(error)) from None


def well_formed(text: str) -> str:
    """The text with a replacement character for each half of a surrogate pair.

    Such halves come from broken streams and from file names that are no UTF-8; no store and no
    wire can write them down.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result = dict(pairs)
    if len(result) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise InvalidJson(problem=f"the key {counts.most_common(1)[0][0]!r} occurs twice")
    return result


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise InvalidJson(problem=f"{text[:20]} is too large a number")
    return value


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
