"""The fixed prefix of every request: the system text, then the tools, in one order."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from zeroclaw_api.json import canonical_json

if TYPE_CHECKING:
    from zeroclaw_api.tool import ToolSpec

__all__ = ["ordered_specs", "prefix_digest"]


def ordered_specs(specs: Sequence[ToolSpec]) -> tuple[ToolSpec, ...]:
    """Tools by name: the order they are registered in must not change the prefix."""
    return tuple(sorted(specs, key=lambda spec: spec.name))


def prefix_digest(system: str, specs: Sequence[ToolSpec]) -> str:
    """What a provider's cache of the prefix depends on, as one hex digest."""
    tools = canonical_json(
        [
            {"name": spec.name, "description": spec.description, "parameters": spec.parameters}
            for spec in specs
        ]
    )
    return sha256(f"{system}\0{tools}".encode()).hexdigest()
