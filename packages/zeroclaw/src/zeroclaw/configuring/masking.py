"""Takes from the values of a configuration what nobody may see."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from typing import Final, assert_never

from zeroclaw.configuring.keys import KeyPath, KnownKeys
from zeroclaw_api.json import Json
from zeroclaw_config.editing.values import ConfigValue
from zeroclaw_config.secrets.box import is_sealed
from zeroclaw_config.secrets.references import is_reference

__all__ = ["MASK", "is_variable", "masked", "value_text", "variables_in"]

MASK: Final = "***"

_VARIABLE: Final = re.compile(r"(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
"""One without a default, which may be a secret itself."""
_USER: Final = re.compile(r"(?<=://)[^/?#\s]*@")
_TELLING: Final = re.compile(
    r"key|token|secret|passw|passphrase|credential|auth|header|cookie|bearer|^env$|private|webhook",
    re.IGNORECASE,
)
"""In a section that nothing reads no type says which texts are secret, so that names must do."""


def masked(path: KeyPath, value: ConfigValue, keys: KnownKeys) -> Json:
    """The value as JSON, with a mask for each text in it that may be secret."""
    if isinstance(value, Mapping):
        return {name: masked((*path, name), item, keys) for name, item in value.items()}
    if isinstance(value, list):
        return [masked((*path, index), item, keys) for index, item in enumerate(value)]
    if isinstance(value, str):
        return _text(path, value, keys)
    if isinstance(value, bool):
        return value
    if keys.is_secret(path):
        return MASK
    if isinstance(value, int | float):
        return value
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    assert_never(value)


def value_text(value: Json) -> str:
    """A masked value on one line."""
    return json.dumps(value, ensure_ascii=False)


def is_variable(text: str) -> bool:
    """Whether a text names a variable of the environment, saying nothing else."""
    return _VARIABLE.fullmatch(text) is not None


def variables_in(text: str) -> list[str]:
    """The names of the variables that a text needs."""
    return _VARIABLE.findall(text)


def _text(path: KeyPath, text: str, keys: KnownKeys) -> str:
    if is_sealed(text):
        return MASK
    if _may_be_secret(path, keys):
        return text if not text or is_variable(text) or is_reference(text) else MASK
    return _USER.sub(f"{MASK}@", text)


def _may_be_secret(path: KeyPath, keys: KnownKeys) -> bool:
    if keys.is_secret(path):
        return True
    return not keys.knows(path) and any(
        isinstance(part, str) and _TELLING.search(part) for part in path
    )
