"""The tools of an agent, by name, as far as its host can serve them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from zeroclaw_api.risk import ArgumentRole
from zeroclaw_runtime.context.prompt import ordered_specs
from zeroclaw_runtime.errors import InvalidAgent

if TYPE_CHECKING:
    from zeroclaw_api.host import RuntimeAdapter
    from zeroclaw_api.risk import RiskProfile
    from zeroclaw_api.services import Validator
    from zeroclaw_api.tool import ToolSpec, TurnTool

__all__ = ["Catalogue", "build_catalogue"]


@frozen
class Catalogue:
    """What is advertised, in the order of the prompt's prefix; nothing else can be called."""

    by_name: Mapping[str, TurnTool]
    specs: tuple[ToolSpec, ...]

    def get(self, name: str) -> TurnTool | None:
        """The tool, when it is advertised."""
        return self.by_name.get(name)


def build_catalogue(
    alias: str,
    tools: Iterable[TurnTool],
    profile: RiskProfile,
    host: RuntimeAdapter,
    validator: Validator,
) -> Catalogue:
    """Choose what to advertise; raises `InvalidAgent` for tools that could not be judged."""
    by_name: dict[str, TurnTool] = {}
    for tool in tools:
        spec = tool.spec
        if spec.name in by_name:
            raise InvalidAgent(alias=alias, problem=f"two tools are called {spec.name}")
        for violation in validator.unsupported(spec.parameters):
            raise InvalidAgent(
                alias=alias,
                problem=f"tool {spec.name}, {violation.where}: {violation.problem}",
            )
        if list(spec.roles.values()).count(ArgumentRole.SCRIPT) > 1:
            raise InvalidAgent(alias=alias, problem=f"tool {spec.name} has two scripts to judge")
        if spec.needs <= host.features and _may_be_seen(spec.name, profile):
            by_name[spec.name] = tool
    return Catalogue(by_name, ordered_specs([tool.spec for tool in by_name.values()]))


def _may_be_seen(name: str, profile: RiskProfile) -> bool:
    """What an agent may never use it is not told of."""
    if profile.tools_allow is not None and name not in profile.tools_allow:
        return False
    return name not in profile.never_allow
