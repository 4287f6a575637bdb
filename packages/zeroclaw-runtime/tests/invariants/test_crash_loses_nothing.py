"""Invariant 7: nothing accepted is lost by a crash, nothing happens twice."""

from kernel_checks import (
    call_problems,
    crash_problems,
    execution_problems,
    reader_problems,
    sequence_problems,
    unanswered,
    unkept,
)
from kernel_machine import KernelMachine, check_machine
from kernel_records import MAY_HAVE_HAPPENED, done, event_log, result, round_with_a_call

from zeroclaw_api.events import Gap, NewToken, Outcome
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import CallRecord, CallState, Commit, TurnRecord


class CrashLosesNothing(KernelMachine):
    """Compares what was durable at each crash with what came of it."""

    def after_each_step(self) -> list[str]:
        """Numbers have no gap, no reader misses anything untold, no call ran twice."""
        problems = sequence_problems(self.durable_events)
        problems += execution_problems(self.world.tally.executions)
        for reader in self.world.readers:
            problems += reader_problems(reader.seen, reader.after_seq, reader.role)
        return problems

    def at_the_end(self) -> list[str]:
        """All that was accepted is in history and answered; what a crash cut off says so."""
        world, events, history = self.world, self.durable_events, self.history
        problems = unanswered(events, world.acknowledged) + unkept(history, world.acknowledged)
        problems += call_problems(history)
        for before in world.crashes:
            problems += crash_problems(before, history, events)
        return problems


def test_nothing_accepted_is_lost_by_a_crash() -> None:
    check_machine(CrashLosesNothing)


def test_control_a_call_that_ran_twice_is_found() -> None:
    assert execution_problems({CallId(1): 1, CallId(2): 1}) == []
    assert execution_problems({CallId(1): 2}) != []


def test_control_a_lost_message_is_found() -> None:
    messages = round_with_a_call()
    assert unkept(messages, {MessageId(1): "go"}) == []
    assert unkept(messages, {MessageId(1): "go on"}) != []
    assert unkept(messages, {MessageId(9): "go"}) != []


def test_control_numbers_with_a_gap_are_found() -> None:
    log = event_log(NewToken("a"), NewToken("b"))
    observer, driver = SubscriberRole.OBSERVER, SubscriberRole.DRIVER
    assert sequence_problems(log) == []
    assert sequence_problems([log[0], *log[2:]]) != []
    assert sequence_problems([*log, log[-1]]) != []
    assert reader_problems(log[1:], 1, driver) == []
    assert reader_problems(log[2:], 1, driver) != []
    assert reader_problems([log[0], log[0]], 0, observer) != []
    assert reader_problems([log[0], Gap(2, 3)], 0, observer) == []
    assert reader_problems([log[0], Gap(2, 3)], 0, driver) != []


def test_control_an_interrupted_turn_that_hides_it_is_found() -> None:
    user, asked, answered, _ = round_with_a_call()
    call_id = asked.tool_calls[0].id
    turn = TurnRecord(TurnId(1), TurnOrigin.INTERACTIVE, (user.id,), is_open=True)
    before = [
        Commit(
            messages=(user, asked),
            calls=(CallRecord(call_id, TurnId(1), CallState.STARTED),),
            turns=(turn,),
        )
    ]
    log = event_log(ending=done(1, Outcome.INTERRUPTED))
    repaired = result(answered, ResultStatus.ERROR, MAY_HAVE_HAPPENED)
    assert crash_problems(before, [user, asked, repaired], log) == []
    assert crash_problems(before, [user, asked, repaired], event_log()) != []
    assert crash_problems(before, [user, asked, answered], log) != []
    assert crash_problems(before, [user, asked], log) != []
