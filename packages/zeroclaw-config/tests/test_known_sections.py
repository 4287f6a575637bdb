"""Tests of the list of sections."""

from zeroclaw_config._aliases import is_alias
from zeroclaw_config._known_sections import (
    CHANNELS,
    KNOWN_SECTIONS,
    PROVIDER_KINDS,
    READ_SECTIONS,
    unread_because,
)


def test_what_is_read_is_known_as_well() -> None:
    assert READ_SECTIONS < KNOWN_SECTIONS
    assert "models" in PROVIDER_KINDS


def test_every_section_has_a_name_that_toml_needs_not_quote() -> None:
    assert all(is_alias(name) for name in KNOWN_SECTIONS)
    assert len(KNOWN_SECTIONS) == 83


def test_a_section_names_the_distribution_that_would_read_it() -> None:
    assert unread_because("gateway") == "needs zeroclaw-gateway; ignored"
    assert unread_because("channels", "irc") == "needs zeroclaw-channels[irc]; ignored"
    assert unread_because("cron") == "is read by nothing that is installed; ignored"
    assert all(is_alias(channel) for channel in CHANNELS)
