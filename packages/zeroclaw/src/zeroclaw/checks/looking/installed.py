"""Looks at which distributions of ours are installed, with what local models need."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Final

from zeroclaw.checks.judging.installed import InstalledFacts
from zeroclaw.version import VERSION
from zeroclaw_providers.local.bundled import bundled_model, engine_folder

__all__ = ["look_at_installed"]

_SIBLING: Final = re.compile(r"zeroclaw-[a-z-]+[a-z]")


def look_at_installed(distribution: str = "zeroclaw") -> InstalledFacts:
    """The versions of what the distribution requires of ours; nothing of it is imported."""
    try:
        required = requires(distribution) or []
    except PackageNotFoundError:
        required = []
    names = {match[0] for line in required if (match := _SIBLING.match(line))}
    return InstalledFacts(
        own=VERSION,
        siblings={name: _version_of(name) for name in sorted(names)},
        has_engine=engine_folder() is not None,
        has_bundled_model=bundled_model() is not None,
    )


def _version_of(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
