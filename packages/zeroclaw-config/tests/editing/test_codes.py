"""Tests of the codes that every surface uses."""

from __future__ import annotations

import pytest

from zeroclaw_config import errors as module
from zeroclaw_config.editing.codes import edit_error_code
from zeroclaw_config.errors import ConfigError, EditRefused


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("KeyNotFound", "path_not_found"),
        ("KeyPathInvalid", "path_not_found"),
        ("ValueTypeMismatch", "value_type_mismatch"),
        ("OperationNotSupported", "op_not_supported"),
        ("LayoutNotEditable", "op_not_supported"),
        ("PatchInvalid", "validation_failed"),
        ("AliasRefused", "validation_failed"),
        ("InvalidConfig", "validation_failed"),
        ("DanglingReferences", "dangling_reference"),
        ("ConfigChanged", "config_changed_externally"),
        ("ConfigNotWritten", "internal_error"),
    ],
)
def test_an_error_has_one_code_everywhere(name: str, code: str) -> None:
    kind: type[ConfigError] = getattr(module, name)
    facts = dict.fromkeys(kind.fact_types, "x")
    assert edit_error_code(kind(**facts)) == code


def test_every_refused_edit_has_a_code_of_its_own() -> None:
    for kind in EditRefused.__subclasses__():
        facts = dict.fromkeys(kind.fact_types, "x")
        assert edit_error_code(kind(**facts)) != "internal_error"
