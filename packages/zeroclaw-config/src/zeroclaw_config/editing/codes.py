"""The code by which every surface names why a configuration was not changed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from zeroclaw_config.errors import (
    ConfigChanged,
    ConfigError,
    DanglingReferences,
    EditRefused,
    InvalidConfig,
    KeyNotFound,
    KeyPathInvalid,
    LayoutNotEditable,
    OperationNotSupported,
    ValueTypeMismatch,
)

__all__ = ["EditErrorCode", "edit_error_code"]

EditErrorCode: TypeAlias = Literal[
    "path_not_found",
    "value_type_mismatch",
    "op_not_supported",
    "dangling_reference",
    "validation_failed",
    "config_changed_externally",
    "internal_error",
]

_CODES: tuple[tuple[type[ConfigError], EditErrorCode], ...] = (
    (KeyNotFound, "path_not_found"),
    (KeyPathInvalid, "path_not_found"),
    (ValueTypeMismatch, "value_type_mismatch"),
    (OperationNotSupported, "op_not_supported"),
    (LayoutNotEditable, "op_not_supported"),
    (DanglingReferences, "dangling_reference"),
    (ConfigChanged, "config_changed_externally"),
    (EditRefused, "validation_failed"),
    (InvalidConfig, "validation_failed"),
)


def edit_error_code(error: ConfigError) -> EditErrorCode:
    """The code of an error; `internal_error` for what the edit itself has no part in."""
    for kind, code in _CODES:
        if isinstance(error, kind):
            return code
    return "internal_error"
