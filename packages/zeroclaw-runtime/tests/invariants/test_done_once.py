"""Invariant 4: `Done` comes once, last; every accepted message is named by exactly one."""

from kernel_checks import done_problems, unanswered
from kernel_machine import KernelMachine, check_machine
from kernel_records import done, event_log

from zeroclaw_api.events import NewToken, TurnStarted
from zeroclaw_api.identifiers import MessageId
from zeroclaw_api.origin import TurnOrigin


class DoneOnce(KernelMachine):
    """Looks at the log as a reader of this life has it, in the end at the durable one."""

    def after_each_step(self) -> list[str]:
        """Each turn runs from its start to its `Done`."""
        return done_problems(self.world.events) + done_problems(self.durable_events)

    def at_the_end(self) -> list[str]:
        """Everything that was ever acknowledged, by any life, is answered."""
        events = self.durable_events
        return done_problems(events) + unanswered(events, self.world.acknowledged)


def test_done_comes_once_and_names_every_message() -> None:
    check_machine(DoneOnce)


def test_control_a_missing_or_second_done_is_found() -> None:
    started = TurnStarted((MessageId(1),), TurnOrigin.INTERACTIVE)
    log = event_log()
    assert done_problems(log) == []
    assert unanswered(log, [MessageId(1)]) == []
    assert unanswered(log, [MessageId(1), MessageId(2)]) != []
    assert unanswered(log[:-1], [MessageId(1)]) != []
    assert done_problems(event_log(done(1))) != []
    assert done_problems(event_log(started)) != []
    assert done_problems([log[0], log[-1], *event_log(NewToken("late"))[1:-1]]) != []
    assert done_problems(log[1:]) != []
