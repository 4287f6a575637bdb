"""The groups of entry points under which distributions offer things."""

from __future__ import annotations

from typing import Final

__all__ = [
    "CHANNEL_GROUP",
    "COMMAND_GROUP",
    "LOCALE_GROUP",
    "MEMORY_GROUP",
    "OBSERVER_GROUP",
    "PERIPHERAL_GROUP",
    "PROVIDER_GROUP",
    "PROVIDER_TABLE_GROUP",
    "SANDBOX_GROUP",
    "TOOL_GROUP",
]

PROVIDER_GROUP: Final = "zeroclaw.providers"
PROVIDER_TABLE_GROUP: Final = "zeroclaw.provider_tables"
"""Each entry is a mapping from names to `ProviderFactory`: many families that differ by data."""
CHANNEL_GROUP: Final = "zeroclaw.channels"
TOOL_GROUP: Final = "zeroclaw.tools"
MEMORY_GROUP: Final = "zeroclaw.memory"
SANDBOX_GROUP: Final = "zeroclaw.sandboxes"
PERIPHERAL_GROUP: Final = "zeroclaw.peripherals"
OBSERVER_GROUP: Final = "zeroclaw.observers"
COMMAND_GROUP: Final = "zeroclaw.commands"
LOCALE_GROUP: Final = "zeroclaw.locales"
