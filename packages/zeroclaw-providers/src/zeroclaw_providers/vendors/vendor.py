"""What there is to say of a vendor whose endpoint speaks OpenAI chat completions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from attrs import frozen

from zeroclaw_providers.openai_chat.quirks import PLAIN, Quirks

__all__ = ["KeyForm", "Vendor"]

NONE: Final[Mapping[str, str]] = MappingProxyType({})


class KeyForm(Enum):
    """How requests show the key."""

    BEARER = auto()
    API_KEY_HEADER = auto()
    ZHIPU_TOKEN = auto()


@frozen
class Vendor:
    """One row of the table: the family `name`, what people call it, where it is.

    `url` is the root of its API. `key` is the variable of the environment that its own
    documentation names. `regions` are roots by the name of a region, the first the one that is
    meant when none is named; `quirks_in` has those that differ there.
    `models_dev` is its name in the catalogue of that site, "" where there is none.
    `lists_openly`: models are listed without a key. `key_prefix` is how its keys begin.
    """

    name: str
    title: str
    url: str
    key: str
    models_dev: str = ""
    key_prefix: str = ""
    needs_key: bool = True
    lists_openly: bool = False
    native_tools: bool = True
    vision: bool = False
    key_form: KeyForm = KeyForm.BEARER
    headers: Mapping[str, str] = NONE
    quirks: Quirks = PLAIN
    regions: Mapping[str, str] = NONE
    quirks_in: Mapping[str, Quirks] = MappingProxyType({})
