"""Invariant 3: no operation on history splits a turn; a trimmed window is a valid request."""

from attrs import evolve
from kernel_checks import request_problems, turn_split_problems, window_problems
from kernel_machine import KernelMachine, check_machine
from kernel_records import request_of, round_with_a_call

from zeroclaw_api.identifiers import MessageId, TurnId


class TurnsWhole(KernelMachine):
    """Looks at durable history, at the window of each request, at each stored window."""

    checked = 0
    committed = 0

    def after_each_step(self) -> list[str]:
        """A window is a stretch of history that begins where a turn does."""
        world = self.world
        problems = turn_split_problems(self.history)
        for record in world.tally.requests[self.checked :]:
            problems += window_problems(record.request.messages, self.history)
            problems += request_problems(record.request)
        self.checked = len(world.tally.requests)
        for recorded in world.store.commits[self.committed :]:
            if (start := recorded.commit.window_start) is not None:
                window = [m for m in self.history if m.id == start]
                problems += window_problems(window, self.history)
        self.committed = len(world.store.commits)
        return problems

    def at_the_end(self) -> list[str]:
        """Every turn stands together."""
        return turn_split_problems(self.history)


def test_no_operation_on_history_splits_a_turn() -> None:
    check_machine(TurnsWhole)


def test_control_a_split_turn_is_found() -> None:
    user, asked, answered, said = round_with_a_call()
    other = evolve(user, id=MessageId(5), turn_id=TurnId(2))
    history = [user, asked, answered, said, other]
    assert turn_split_problems(history) == []
    assert window_problems(history, history) == []
    assert window_problems([other], history) == []
    assert turn_split_problems([user, other, asked, answered, said]) != []
    assert turn_split_problems([asked, answered]) != []
    assert window_problems([answered, said, other], history) != []
    assert window_problems([said, other], history) != []
    assert window_problems([user, other], history) != []
    assert window_problems([], history) != []
    assert request_problems(request_of(answered, said, other)) != []
