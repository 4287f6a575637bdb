"""Offers the models of the config that may follow on a command line."""

from __future__ import annotations

from zeroclaw.configuring.completing import aliases_of

__all__ = ["entries_like"]


def entries_like(incomplete: str) -> list[str]:
    """The aliases with their families, such as `custom.home`, that begin like this."""
    table = "providers.models"
    names = (
        f"{family}.{alias}"
        for family in aliases_of(table, "")
        for alias in aliases_of(f"{table}.{family}", "")
    )
    return [name for name in names if name.startswith(incomplete)]
