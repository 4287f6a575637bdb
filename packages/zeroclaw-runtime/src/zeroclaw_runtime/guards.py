"""What an agent is held to, its risk profile apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from zeroclaw_runtime.security.policies import Policies
from zeroclaw_runtime.stores.approvals_in_memory import InMemoryApprovals

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from zeroclaw_api.approvals import Approvals
    from zeroclaw_api.estop import Estop
    from zeroclaw_api.ledger import Ledger
    from zeroclaw_api.processes import Processes
    from zeroclaw_runtime.security.leaks.detector import LeakDetector

__all__ = ["Guards"]


@frozen
class Guards:
    """What an agent is held to; by default its commands are owned, nothing else.

    `place` is what, besides a call, an approval holds for: where commands run, with which
    variables, how confined. Without an `estop` nothing stops it from outside, without a `ledger`
    no call is on record, without `open_processes` commands are not confined. With `is_offline`
    they cannot reach the network. `leaks` builds what takes secrets out of all that is said; it is
    given what tells a receipt of the session from any other text.
    """

    policies: Policies = Policies()
    place: str = ""
    approvals: Approvals = field(factory=InMemoryApprovals)
    estop: Estop | None = None
    ledger: Ledger | None = None
    open_processes: Callable[[], AbstractAsyncContextManager[Processes]] | None = None
    is_offline: bool = False
    leaks: Callable[[Callable[[str], bool]], LeakDetector] | None = None
