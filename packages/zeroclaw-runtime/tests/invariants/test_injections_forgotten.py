"""Invariant 6: what is injected into a request is in neither history nor events."""

from attrs import evolve
from kernel_checks import injection_problems
from kernel_fakes import MEMORY_MARK, RequestRecord
from kernel_machine import KernelMachine, check_machine
from kernel_records import event_log, request_of, round_with_a_call

from zeroclaw_api.events import NewToken
from zeroclaw_api.identifiers import TurnId
from zeroclaw_api.messages import Text


class InjectionsForgotten(KernelMachine):
    """Looks for the marks of date and memory where they must be, and everywhere else."""

    requests_checked = 0
    messages_checked = 0

    def after_each_step(self) -> list[str]:
        """Each request has its note; nothing kept has any."""
        works = self.world.options.memory == "works"
        requests, history = self.world.tally.requests, self.history
        problems = injection_problems(
            requests[self.requests_checked :],
            history[self.messages_checked :],
            (),
            remembers={turn: works and sees for turn, sees in self.turns_with_memory.items()},
        )
        self.requests_checked, self.messages_checked = len(requests), len(history)
        return problems

    def at_the_end(self) -> list[str]:
        """Nothing shown to any reader, nothing in the log has any."""
        shown = [entry for reader in self.world.readers for entry in reader.seen]
        return injection_problems((), self.history, [*shown, *self.durable_events], remembers={})


def test_injected_text_is_in_requests_only() -> None:
    check_machine(InjectionsForgotten)


def test_control_injected_text_out_of_its_place_is_found() -> None:
    user, asked, answered, said = round_with_a_call()
    note = Text(f"[Date] 2031-07-09\n{MEMORY_MARK}\n\n")
    noted = evolve(user, items=(note, *user.items))
    sound = RequestRecord(1, TurnId(1), request_of(noted, asked, answered))
    bare = RequestRecord(1, TurnId(1), request_of(user))
    misplaced = RequestRecord(1, TurnId(1), request_of(user, evolve(said, items=(note,))))
    remembers = {(1, TurnId(1)): True}
    kept = [user, asked, answered, said]
    assert injection_problems([sound], kept, event_log(), remembers=remembers) == []
    assert injection_problems([sound], kept, event_log(), remembers={(1, TurnId(1)): False}) != []
    assert injection_problems([bare], kept, event_log(), remembers=remembers) != []
    assert injection_problems([misplaced], kept, event_log(), remembers=remembers) != []
    assert injection_problems([], [noted], [], remembers=remembers) != []
    shown = event_log(NewToken(f"as {MEMORY_MARK} says"))
    assert injection_problems([], [], shown, remembers=remembers) != []
