"""Invariant 2: what was shown is what is kept; after a shown token nothing is tried again."""

from kernel_checks import failover_problems, token_problems
from kernel_fakes import RequestRecord
from kernel_machine import KernelMachine, check_machine
from kernel_records import event_log, request_of, round_with_a_call

from zeroclaw_api.events import NewToken, Status, StatusUpdate, TurnWarning
from zeroclaw_api.identifiers import TurnId


class TokensKept(KernelMachine):
    """Compares the durable log with durable history, and the live log with the requests."""

    def after_each_step(self) -> list[str]:
        """A turn whose `Done` is durable is durable as a whole."""
        return token_problems(self.durable_events, self.history) + failover_problems(
            self.world.events, self.world.tally.requests
        )

    def at_the_end(self) -> list[str]:
        """Every turn is done now."""
        return token_problems(self.durable_events, self.history) + failover_problems(
            self.durable_events, self.world.tally.requests
        )


def test_what_was_shown_is_what_is_kept() -> None:
    check_machine(TokensKept)


def test_control_text_shown_and_not_kept_is_found() -> None:
    messages = round_with_a_call()
    kept = "".join(message.text for message in messages[1:])
    assert token_problems(event_log(NewToken(kept)), messages) == []
    assert token_problems(event_log(NewToken(kept[:-1])), messages) != []
    assert token_problems(event_log(NewToken(kept), NewToken("again")), messages) != []
    assert token_problems(event_log(), messages) != []


def test_control_a_second_try_after_a_token_is_found() -> None:
    asks = StatusUpdate(Status.WAITING_FOR_MODEL, 1)
    says = NewToken("a")
    corrects = StatusUpdate(Status.CORRECTING, 1)
    fails_over = TurnWarning("failed_over", {})
    assert failover_problems(event_log(asks, corrects, asks, fails_over, asks, says), []) == []
    assert failover_problems(event_log(asks, says, corrects), []) != []
    assert failover_problems(event_log(asks, says, fails_over), []) != []
    user, *_ = round_with_a_call()
    broken = RequestRecord(1, TurnId(1), request_of(user), ["a"], broke=True)
    silent = RequestRecord(1, TurnId(1), request_of(user), [""], broke=True)
    assert failover_problems([], [silent, broken]) == []
    assert failover_problems([], [broken, silent]) != []
