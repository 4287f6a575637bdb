"""The catalogue advertises what the host can serve unless the operator forbids it."""

from __future__ import annotations

import pytest
from attrs import evolve

from zeroclaw_api.host import HostFeature
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import ArgumentRole, RiskProfile
from zeroclaw_api.tool import TurnTool
from zeroclaw_runtime import DockerHost, NativeHost, SubsetValidator
from zeroclaw_runtime.errors import InvalidAgent
from zeroclaw_runtime.tools.catalogue import Catalogue, build_catalogue
from zeroclaw_testing.tools import FakeBlockingTool, FakeTool, tool_spec

READ = FakeTool(tool_spec("read"))
SERVE = FakeBlockingTool(tool_spec("serve", needs=frozenset({HostFeature.LONG_RUNNING})))


def built(
    *tools: TurnTool, never: frozenset[str] = frozenset(), host: NativeHost | DockerHost
) -> Catalogue:
    return build_catalogue("home", tools, RiskProfile(never_allow=never), host, SubsetValidator())


def test_tools_are_advertised_by_name() -> None:
    catalogue = built(SERVE, READ, host=NativeHost())
    assert [spec.name for spec in catalogue.specs] == ["read", "serve"]
    assert catalogue.get("serve") is SERVE
    assert catalogue.get("other") is None


def test_tool_that_the_host_cannot_serve_is_not_advertised() -> None:
    catalogue = built(SERVE, READ, host=DockerHost("debian"))
    assert [spec.name for spec in catalogue.specs] == ["read"]
    assert catalogue.get("serve") is None


def test_forbidden_tool_is_not_advertised() -> None:
    catalogue = built(READ, never=frozenset({"read"}), host=NativeHost())
    assert catalogue.specs == ()
    assert catalogue.get("read") is None
    # The control: it is there as soon as it is allowed.
    assert built(READ, host=NativeHost()).get("read") is READ


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidAgent, match="two tools are called read"):
        built(READ, FakeTool(tool_spec("read")), host=NativeHost())


def test_schema_that_could_only_be_half_checked_is_refused() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"path": {"type": "string", "pattern": "^/safe"}},
    }
    with pytest.raises(InvalidAgent, match=r"tool read, parameters\.path: .*'pattern'"):
        built(FakeTool(tool_spec("read", parameters=schema)), host=NativeHost())


def test_only_the_tools_that_are_allowed_exist_when_a_list_says_so() -> None:
    profile = RiskProfile(tools_allow=frozenset({"read"}), never_allow=frozenset())
    catalogue = build_catalogue("home", [SERVE, READ], profile, NativeHost(), SubsetValidator())
    assert [spec.name for spec in catalogue.specs] == ["read"]
    nothing = RiskProfile(tools_allow=frozenset({"read"}), never_allow=frozenset({"read"}))
    assert not build_catalogue("home", [READ], nothing, NativeHost(), SubsetValidator()).specs
    # The control: without a list both are there.
    assert len(built(SERVE, READ, host=NativeHost()).specs) == 2


def test_tool_with_two_scripts_is_refused() -> None:
    roles = {"a": ArgumentRole.SCRIPT, "b": ArgumentRole.SCRIPT}
    twice = FakeTool(evolve(tool_spec("twice"), roles=roles))
    with pytest.raises(InvalidAgent, match="two scripts"):
        built(twice, host=NativeHost())
