"""An agent: everything its turns need, resolved, checked, unchanging."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from attrs import field, frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import RiskProfile
from zeroclaw_api.session import ArrivalPolicy
from zeroclaw_api.usage import Price
from zeroclaw_runtime.guards import Guards
from zeroclaw_runtime.limits.actions import ActionWindow
from zeroclaw_runtime.limits.budget import BudgetBook
from zeroclaw_runtime.limits.resting import Resting
from zeroclaw_runtime.limits.settings import Limits
from zeroclaw_runtime.tools.catalogue import Catalogue

if TYPE_CHECKING:
    from zeroclaw_api.hooks import Hook
    from zeroclaw_api.memory import Memory
    from zeroclaw_api.observer import Observer
    from zeroclaw_api.provider import Provider
    from zeroclaw_api.services import Clock, Validator

__all__ = ["Agent", "ModelRoute"]


@frozen
class ModelRoute:
    """One model at one provider. Without a `price` no budget can hold for it."""

    provider: Provider
    model: str
    price: Price | None = None
    max_output_tokens: int = 8192
    params: JsonObject = field(factory=dict, hash=False)


@frozen
class Agent:
    """Built by `assemble`, shared by all its sessions.

    The first of `routes` is asked first; the others when it fails before it said anything, when
    it failed a moment ago (`resting`), or when there are pictures and it does not see.
    """

    alias: str
    routes: tuple[ModelRoute, ...]
    system: str
    catalogue: Catalogue
    profile: RiskProfile
    guards: Guards
    limits: Limits
    arrival: ArrivalPolicy
    validator: Validator
    clock: Clock
    hooks: tuple[Hook, ...]
    observer: Observer | None
    broken_observers: list[Observer]
    memory: Memory | None
    book: BudgetBook
    actions: ActionWindow
    threads: trio.CapacityLimiter
    unpriced_reported: set[tuple[str, str]]
    resting: Resting
    prefix_digest: str
