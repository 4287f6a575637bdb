"""Tests of the list of sections."""

from zeroclaw_config._aliases import is_alias
from zeroclaw_config._known_sections import KNOWN_SECTIONS, PROVIDER_KINDS, READ_SECTIONS


def test_what_is_read_is_known_as_well() -> None:
    assert READ_SECTIONS < KNOWN_SECTIONS
    assert "models" in PROVIDER_KINDS


def test_every_section_has_a_name_that_toml_needs_not_quote() -> None:
    assert all(is_alias(name) for name in KNOWN_SECTIONS)
    assert len(KNOWN_SECTIONS) == 83
