"""The state machine that all seven invariants share: every rule is one stimulus from outside.

The profile decides how many examples run: `ci` explores two thousand anew each time (a
failure prints the blob that replays it), `nightly` fifty thousand longer ones.
"""

from __future__ import annotations

from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from kernel_fakes import Fault, Step
from kernel_stimuli import answers, commands, model_steps, options, replies, rounds_of_calls, waits
from kernel_world import SESSION, KernelWorld, Options
from stepping import stop_watching

from zeroclaw_api.events import Event, TurnStarted
from zeroclaw_api.identifiers import QuestionId, TurnId
from zeroclaw_api.messages import Message
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.questions import Reply
from zeroclaw_api.session import CancelReason, ProcessMessage, SubscriberRole

__all__ = ["KernelMachine", "check_machine"]

EXAMPLES: Final = 2_000
"""State machine runs of one search; hypothesis remembers them all, some 70 MB a thousand."""

SEARCHES: Final = {"ci": 1, "nightly": 25}
"""How often each invariant is searched anew, by profile."""

STEPS: Final = {"ci": 13, "nightly": 30}
"""At most so many stimuli a run: enough for two turns with calls, a crash between them."""


def check_machine(machine: type[KernelMachine]) -> None:
    """Run a machine as often as the profile wants; raises with the smallest failing run."""
    profile = settings.get_current_profile_name()
    try:
        for _ in range(SEARCHES[profile]):
            run_state_machine_as_test(
                machine,
                settings=settings(
                    max_examples=EXAMPLES,
                    stateful_step_count=STEPS[profile],
                    deadline=None,
                    print_blob=True,
                    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
                ),
            )
    finally:
        stop_watching()


class KernelMachine(RuleBasedStateMachine):
    """All stimuli; a subclass adds what must hold `after_each_step` and `at_the_end`."""

    world: KernelWorld

    def after_each_step(self) -> list[str]:
        """What is wrong now."""
        return []

    def at_the_end(self) -> list[str]:
        """What is wrong once everything was answered and the session is closed."""
        return []

    @property
    def history(self) -> tuple[Message, ...]:
        """Everything durable of the conversation."""
        return self.world.store.conversation(SESSION)

    @property
    def durable_events(self) -> tuple[Event, ...]:
        """Everything durable of the log."""
        return self.world.store.all_events(SESSION)

    @property
    def turns_with_memory(self) -> dict[tuple[int, TurnId], bool]:
        """Whether who started a turn lets it remember, by life and turn."""
        return {
            (reader.life, event.turn_id): event.body.origin is not TurnOrigin.SUB_TURN
            for reader in self.world.readers
            for event in reader.seen
            if isinstance(event, Event)
            and event.turn_id is not None
            and isinstance(event.body, TurnStarted)
        }

    # --- the rules ---------------------------------------------------------------------------

    @initialize(
        options=options(),
        seed=st.random_module(),
        driven=st.sampled_from([True, True, False]),
        command=commands(),
        steps=st.just([]) | rounds_of_calls(),
    )
    def open_first(
        self,
        options: Options,
        seed: object,
        driven: bool,
        command: ProcessMessage,
        steps: list[Step],
    ) -> None:
        """Open the session, start a turn; the seed decides in which order tasks run."""
        self.world = KernelWorld(options)
        self._open(driven)
        self.world.send(command)
        self.world.feed_model(*steps)
        self._check()

    @precondition(lambda self: self.world.session is not None)
    @rule(command=commands())
    def somebody_speaks(self, command: ProcessMessage) -> None:
        """A message arrives."""
        self.world.send(command)
        self._check()

    @precondition(lambda self: self.world.life is not None)
    @rule(steps=rounds_of_calls())
    def model_calls_tools(self, steps: list[Step]) -> None:
        """The model wants tools."""
        self.world.feed_model(*steps)
        self._check()

    @precondition(lambda self: self.world.life is not None)
    @rule(steps=answers())
    def model_answers(self, steps: list[Step]) -> None:
        """The model says something and is done."""
        self.world.feed_model(*steps)
        self._check()

    @precondition(lambda self: self.world.life is not None)
    @rule(steps=model_steps())
    def model_goes_on(self, steps: list[Step]) -> None:
        """The stream continues, ends in some way, or breaks."""
        self.world.feed_model(*steps)
        self._check()

    @precondition(lambda self: self.world.life is not None and self.world.life.hanging)
    @rule(place=st.integers(0, 3))
    def tool_finishes(self, place: int) -> None:
        """A tool that hung comes to its end."""
        self.world.finish_tool(place)
        self._check()

    @precondition(lambda self: self.world.session is not None and self.world.questions)
    @rule(reply=replies(), place=st.sampled_from([0, 0, 0, 1, None]))
    def somebody_answers(self, reply: Reply, place: int | None) -> None:
        """A question is answered: as a rule an open one, at times one that nobody asked."""
        questions = self.world.questions
        known = None if place is None else questions[place % len(questions)].id
        self.world.answer(known or QuestionId("s:9:9"), reply)
        self._check()

    @precondition(lambda self: self.world.session is not None)
    @rule(reason=st.sampled_from(CancelReason))
    def somebody_cancels(self, reason: CancelReason) -> None:
        """The running turn is to end."""
        self.world.cancel(reason)
        self._check()

    @rule(seconds=st.none() | waits())
    def time_passes(self, seconds: float | None) -> None:
        """Some time passes at once, or exactly as much as makes something due."""
        if seconds is None:
            self.world.pass_time_to_next_deadline()
        else:
            self.world.pass_time(seconds)
        self._check()

    @rule(trouble=st.sampled_from([*Fault, "slow", "slow_to_say"]))
    def store_gets_into_trouble(self, trouble: Fault | str) -> None:
        """The next commit goes wrong, or all wait: before they are durable, or after."""
        if isinstance(trouble, Fault):
            self.world.faults.append(trouble)
        else:
            self.world.hold_store(after=trouble == "slow_to_say")

    @precondition(lambda self: self.world.holds_before or self.world.holds_after)
    @rule()
    def store_gets_fast(self) -> None:
        """Commits go on."""
        self.world.release_store()
        self._check()

    @precondition(lambda self: self.world.session is not None)
    @rule(
        role=st.sampled_from(SubscriberRole),
        permits=st.sampled_from([None, 0, 0, 2]),
        after=st.sampled_from([None, 0, 0, 3, 9]),
    )
    def reader_joins(self, role: SubscriberRole, permits: int | None, after: int | None) -> None:
        """A reader comes: fast, slow or stuck."""
        self.world.join(role, permits, after)
        self._check()

    @precondition(lambda self: self.world.slow_readers)
    @rule(permits=st.sampled_from([1, 5]), leaves=st.booleans())
    def slow_reader_moves(self, permits: int, leaves: bool) -> None:
        """The slowest reader reads a little, or gives up."""
        reader = self.world.slow_readers[0]
        if leaves:
            self.world.leave_reading(reader)
        else:
            self.world.let_read(reader, permits)
        self._check()

    @precondition(lambda self: self.world.session is not None)
    @rule(grace=st.sampled_from([None, 0.0, 3.0]))
    def session_ends(self, grace: float | None) -> None:
        """The program leaves the session, at once or after it takes no more."""
        if grace is not None:
            self.world.shut_down(grace)
            self._check()
            self.world.pass_time(1.0)
        self.world.leave()
        self._check()
        self._open_if_over()

    @precondition(lambda self: self.world.life is not None)
    @rule(keep_in_flight=st.booleans(), again=st.sampled_from([True, True, True, False]))
    def power_goes(self, keep_in_flight: bool, again: bool) -> None:
        """The machine crashes, and as a rule starts again."""
        self.world.crash(keep_in_flight=keep_in_flight)
        self._check()
        if again:
            self._open_if_over()

    @precondition(lambda self: self.world.life is None)
    @rule(driven=st.booleans())
    def process_starts(self, driven: bool) -> None:
        """The session is opened again."""
        self._open(driven)

    def _open_if_over(self) -> None:
        if self.world.life is None:
            self._open(driven=True)

    def _open(self, driven: bool) -> None:
        self.world.open()
        if driven:
            self.world.join(SubscriberRole.DRIVER, None)
        self._check()

    # --- the checks --------------------------------------------------------------------------

    def teardown(self) -> None:
        """Let everything be answered, then check the whole."""
        if not hasattr(self, "world"):
            return
        try:
            for _ in self.world.run_dry():
                self._check()
            problems = self.at_the_end()
            assert not problems, "\n".join(problems)
        finally:
            self.world.close()

    def _check(self) -> None:
        problems = self.world.tally.problems + self.after_each_step()
        assert not problems, "\n".join(problems)
