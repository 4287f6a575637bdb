"""The sandbox called none says that it is none."""

from __future__ import annotations

from zeroclaw_api.processes import Command
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import Sandbox, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.sandboxes.unconfined import UnconfinedSandbox
from zeroclaw_testing.kits.sandbox import SandboxConformance


def test_bare_command_keeps_its_limits_and_claims_nothing() -> None:
    policy = SandboxPolicy(writable=(), readable=(), limits=ResourceLimits(memory=5))
    plan = UnconfinedSandbox().plan(Command(("true",), None, {}), policy)
    assert plan.command == Command(("true",), None, {}, limits=policy.limits)
    assert plan.strength is SandboxStrength.NONE


class TestUnconfinedSandbox(SandboxConformance):
    def make(self) -> Sandbox:
        return UnconfinedSandbox()
