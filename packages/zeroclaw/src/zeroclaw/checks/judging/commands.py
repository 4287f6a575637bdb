"""What the shell commands of one agent are held to, as its risk profile says."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from zeroclaw_api.risk import Assessment, Effect, Risk, RiskProfile
from zeroclaw_api.sandbox import SandboxName, SandboxStrength
from zeroclaw_runtime import Verdict, decide

__all__ = ["UNCONFINED", "AgentCommands", "Probed"]

SHELL: Final = "shell"

UNCONFINED: Final[SandboxName] = "none"

_TYPICAL: Final = {
    risk: Assessment(risk, frozenset({Effect.READ} if risk is Risk.LOW else Effect))
    for risk in Risk
}
"""Commands as they are judged: what a command of low risk does is to read, nothing else."""


@frozen
class Probed:
    """What a name of a sandbox comes to here.

    `works` is the sandbox that was found to work, of that strength; None where there is none, for
    the reason that `problem` gives.
    """

    works: str | None
    strength: SandboxStrength | None = None
    problem: str = ""


@frozen
class AgentCommands:
    """The part of an agent's settings that decides about its commands.

    `profile_name` is None without a profile. The `wide` folders hold the user's home or all there
    is: those that it may write to, those that it may read.
    """

    profile: RiskProfile = RiskProfile()
    profile_name: str | None = None
    sandbox: SandboxName = "auto"
    has_network: bool = False
    wide_writable: tuple[str, ...] = ()
    wide_readable: tuple[str, ...] = ()

    @property
    def can_run(self) -> bool:
        """Whether there is any command that it could run."""
        return self._has_shell and any(self._verdict(risk) is not Verdict.DENY for risk in _TYPICAL)

    @property
    def unasked(self) -> Risk | None:
        """The highest risk of a command that runs without a question; None when each is asked."""
        runs = [risk for risk in _TYPICAL if self._verdict(risk) is Verdict.RUN]
        return max(runs) if runs and self._has_shell else None

    @property
    def is_unconfined(self) -> bool:
        """Whether its commands have all the rights of the user."""
        return self.sandbox == UNCONFINED

    @property
    def reaches_network(self) -> bool:
        """Whether its commands do."""
        return self.is_unconfined or self.has_network

    @property
    def section(self) -> str:
        """The key of the profile in the config; only what comes from a profile has one."""
        return f"risk_profiles.{self.profile_name}"

    @property
    def _has_shell(self) -> bool:
        return self.profile.tools_allow is None or SHELL in self.profile.tools_allow

    def _verdict(self, risk: Risk) -> Verdict:
        return decide(self.profile, SHELL, _TYPICAL[risk]).verdict
