"""Collects the values that nobody may be told: what settings keep secret, what variables name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pydantic import BaseModel, SecretBytes, SecretStr

__all__ = ["secret_values"]

_NAME: Final = re.compile(r"(^|_)(TOKEN|SECRET|PASSWORD|PASSWD|KEY|CREDENTIALS?)S?$", re.IGNORECASE)


def secret_values(settings: Iterable[object], environ: Mapping[str, str]) -> frozenset[str]:
    """All of them, however deep in the settings; empty ones are none."""
    found = {value for one in settings for value in _values_in(one)}
    found |= {value for name, value in environ.items() if _NAME.search(name)}
    return frozenset(value for value in found if value)


def _values_in(value: object) -> Iterator[str]:
    match value:
        case SecretStr():
            yield value.get_secret_value()
        case SecretBytes():
            yield value.get_secret_value().decode(errors="replace")
        case BaseModel():
            for name in type(value).model_fields:
                yield from _values_in(getattr(value, name))
        case Mapping():
            for inner in value.values():
                yield from _values_in(inner)
        case list() | tuple() | set() | frozenset():
            for inner in value:
                yield from _values_in(inner)
        case _:
            return
