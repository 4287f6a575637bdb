"""Invariant 1: every call in history has exactly one result, in every request too."""

from attrs import evolve
from kernel_checks import call_problems, request_problems
from kernel_machine import KernelMachine, check_machine
from kernel_records import request_of, round_with_a_call


class CallsAnswered(KernelMachine):
    """Looks at durable history and at each request the model got."""

    checked = 0

    def after_each_step(self) -> list[str]:
        """History may end with calls that run; a request may not."""
        problems = call_problems(self.history, may_be_open=True)
        requests = self.world.tally.requests
        for record in requests[self.checked :]:
            problems += request_problems(record.request)
        self.checked = len(requests)
        return problems

    def at_the_end(self) -> list[str]:
        """Nothing may be open."""
        return call_problems(self.history)


def test_every_call_has_exactly_one_result() -> None:
    check_machine(CallsAnswered)


def test_control_a_call_without_its_one_result_is_found() -> None:
    user, asked, answered, said = round_with_a_call()
    twice = evolve(answered, items=answered.items * 2)
    assert call_problems([user, asked, answered, said]) == []
    assert request_problems(request_of(user, asked, answered)) == []
    assert call_problems([user, asked, said]) != []
    assert call_problems([user, asked]) != []
    assert call_problems([user, answered]) != []
    assert call_problems([user, asked, twice]) != []
    assert call_problems([user, asked, answered, asked, answered]) != []
    assert request_problems(request_of(user, asked)) != []
    assert request_problems(request_of(asked, answered)) != []
    assert request_problems(request_of(user, evolve(said, items=()), user)) != []
