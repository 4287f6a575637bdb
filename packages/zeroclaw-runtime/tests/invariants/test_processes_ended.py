"""Invariant 5: when a turn is done, no process of it is alive."""

from kernel_checks import process_problems
from kernel_machine import KernelMachine, check_machine

from zeroclaw_api.identifiers import TurnId


class ProcessesEnded(KernelMachine):
    """Counts processes, and tools that still run, at every end of a turn."""

    def after_each_step(self) -> list[str]:
        """Nothing was alive at any `Done` so far."""
        return process_problems(self.world.tally.alive_at_done)


def test_no_process_is_alive_when_its_turn_is_done() -> None:
    check_machine(ProcessesEnded)


def test_control_a_process_that_outlives_its_turn_is_found() -> None:
    assert process_problems([(TurnId(1), 0, 0)]) == []
    assert process_problems([(TurnId(1), 0, 0), (TurnId(2), 1, 0)]) != []
    assert process_problems([(TurnId(1), 0, 1)]) != []
