"""What every runtime adapter must show."""

from __future__ import annotations

from zeroclaw_api.host import HostFeature, RuntimeAdapter
from zeroclaw_testing.kits.conformance import Conformance

__all__ = ["HostConformance"]


class HostConformance(Conformance[RuntimeAdapter]):
    """The subject is one host."""

    async def test_features_are_known_and_constant(self) -> None:
        async with self.subject() as host:
            assert isinstance(host.features, frozenset), "the features are no frozenset"
            assert host.features <= frozenset(HostFeature), f"{host.features} are not all known"
            assert host.features == host.features, "the features change"
            assert host.name.strip(), "it has no name"

    async def test_memory_budget_is_a_positive_number_or_none(self) -> None:
        async with self.subject() as host:
            budget = host.memory_budget
            assert budget is None or budget > 0, f"tools may use {budget} bytes"

    async def test_script_stays_one_word_of_the_command(self) -> None:
        async with self.subject() as host:
            if HostFeature.SHELL not in host.features:
                return
            for script in ("echo 'a  b'\necho $x", '"; rm -rf / #', "ü\u2028"):
                argv = host.shell_argv(script, "/work space")
                assert argv[0], "the command names no program"
                assert argv.count(script) == 1, f"the script {script!r} was changed: {argv}"
                assert argv == host.shell_argv(script, "/work space"), "two commands differ"
