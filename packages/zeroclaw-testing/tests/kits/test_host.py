"""The host kit tells a working implementation from a broken one."""

from __future__ import annotations

from typing import cast

import pytest

from zeroclaw_api.host import HostFeature, RuntimeAdapter
from zeroclaw_testing.host import FakeHost
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.host import HostConformance


class TestFakeHost(HostConformance):
    def make(self) -> RuntimeAdapter:
        return FakeHost(memory_budget=2**30)


class SplitsScripts(FakeHost):
    def shell_argv(self, script: str, workspace: str) -> tuple[str, ...]:
        return ("/bin/sh", "-c", *script.split())


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (SplitsScripts(), "test_script_stays_one_word_of_the_command"),
        (FakeHost(memory_budget=0), "test_memory_budget_is_a_positive_number_or_none"),
        (
            FakeHost(frozenset({cast(HostFeature, "teleport")})),
            "test_features_are_known_and_constant",
        ),
    ],
)
async def test_kit_catches_a_broken_host(broken: FakeHost, check: str) -> None:
    class Broken(HostConformance):
        def make(self) -> RuntimeAdapter:
            return broken

    await require_caught(getattr(Broken(), check))
