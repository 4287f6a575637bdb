"""A person talks at a real terminal with a real session, whatever happens meanwhile."""

from __future__ import annotations

import os
import select
import signal
import termios
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Timer

import pytest
import trio
from desk_person import COLUMNS, LARGE, ROWS, SECONDS, SESSION, Person, sitting
from trio.lowlevel import checkpoint
from trio.testing import MockClock, wait_all_tasks_blocked

from zeroclaw.chat.raw_mode import ENTER_SEQUENCES
from zeroclaw.chat.stage import LEAVE_SECONDS
from zeroclaw.chat.talk import ChangeAgent, Leave, NewSession
from zeroclaw.interrupts import Interrupts
from zeroclaw_api.errors import StoreError
from zeroclaw_api.events import Event, Gap
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Role
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stores import Commit
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import ModelRoute, assemble, open_session
from zeroclaw_testing import (
    FakeTool,
    ModelStore,
    Reached,
    Round,
    ScriptedProvider,
    Stall,
    WaitFor,
    call,
    tool_spec,
)
from zeroclaw_testing import say as saying

CTRL_C, CTRL_D, CTRL_L, CTRL_O, CTRL_R, ESC = "\x03", "\x04", "\x0c", "\x0f", "\x12", "\x1b"
HARMFUL = "\x1b[2J\x1b]0;title\x07\x9b31m\u202egnp"
LONG = f"{'line' * 15}\n" * 3_000
STALLS: Round = (Stall(),)


def writing(name: str = "change", does: str = "ok") -> FakeTool:
    """A tool that needs to be confirmed."""

    async def run(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await checkpoint()
        return ToolOutput.of_text(does)

    spec = tool_spec(name, risk=Risk.MEDIUM, effects=frozenset({Effect.WRITE}))
    return FakeTool(spec, run)


def said_by_user(person: Person) -> list[str]:
    return [m.text for m in person.session.conversation if m.role is Role.USER]


# Talking


async def test_what_is_entered_is_answered_below_it(tmp_path: Path) -> None:
    async with sitting(tmp_path, saying("Hi **there**.")) as person:
        before = termios.tcgetattr(person.slave)
        await person.says("Hello.", "Hi there.")
        assert "› Hello.\n\nHi there.\n" in person.text
        assert termios.tcgetattr(person.slave) == before
        person.type("/quit\r")
        assert await person.left_with() == Leave(0)


async def test_the_terminal_is_as_it_was_afterwards(tmp_path: Path) -> None:
    async with sitting(tmp_path) as person:
        assert not termios.tcgetattr(person.slave)[3] & termios.ICANON
        assert person.raw.startswith(ENTER_SEQUENCES.encode())
        person.type(CTRL_D)
        assert await person.left_in_order()
        assert person.next == Leave(0)
        assert "\n›" not in person.text


async def test_leaving_after_something_was_said_tells_how_to_go_on(tmp_path: Path) -> None:
    async with sitting(tmp_path, saying("Hi there.")) as person:
        await person.says("Hello.", "Hi there.")
        person.type(CTRL_D)
        assert await person.left_in_order()
        assert person.text.rstrip().endswith("zeroclaw agent -c goes on here.")


async def test_a_paste_of_several_lines_is_one_message(tmp_path: Path) -> None:
    async with sitting(tmp_path, saying("Yes.")) as person:
        person.paste("one\rtwo\r")
        await person.sees("› one\n  two")
        await person.says("", "Yes.")
        assert said_by_user(person) == ["one\ntwo"]


async def test_a_lone_escape_is_known_by_nothing_following(tmp_path: Path) -> None:
    async with sitting(tmp_path) as person:
        person.type(f"draft{CTRL_R}")
        await person.sees("search “”:")
        person.type(ESC)
        await person.until(lambda: "search" not in person.screen)
        assert person.screen.endswith("› draft")


async def test_messages_entered_at_once_keep_their_order(tmp_path: Path) -> None:
    texts = [str(number) for number in range(12)]
    async with sitting(tmp_path, *[saying(f"Answer {text}.") for text in texts]) as person:
        person.type("".join(f"{text}\r" for text in texts))
        await person.sees("Answer 11.")
        assert said_by_user(person) == texts


async def test_a_message_entered_meanwhile_is_queued_then_answered(tmp_path: Path) -> None:
    go_on = trio.Event()
    slow: Round = (WaitFor(go_on), *saying("First answer."))
    async with sitting(tmp_path, slow, saying("Second answer.")) as person:
        person.type("first\rsecond\r")
        await person.sees("queued: second")
        go_on.set()
        await person.sees("› second", "Second answer.")
        assert "queued:" not in person.screen


async def test_a_message_that_is_not_accepted_comes_back(tmp_path: Path) -> None:
    async def refuse(_session: SessionId, _commit: Commit) -> None:
        await checkpoint()
        raise StoreError(session_id=SESSION, problem="the disk is full")

    store = ModelStore()
    async with sitting(tmp_path, saying("Hi there."), store=store) as person:
        store.before_commit = refuse
        person.type(" /help me\r")
        await person.sees("the disk is full")
        await person.until(lambda: person.screen.endswith("›  /help me"))
        assert "queued:" not in person.screen


async def test_a_long_answer_reaches_the_terminal_whole(tmp_path: Path) -> None:
    words = [f"word{number}" for number in range(6_000)]
    answer = "\n\n".join(" ".join(words[at : at + 10]) for at in range(0, 6_000, 10))
    async with sitting(tmp_path, saying(answer, pieces=500)) as person:
        await person.says("Go.", "word5999")
        shown = [word for word in person.text.split() if word.startswith("word")]
        assert shown == words


# Questions


async def test_a_question_takes_the_prompt_over_and_gives_the_draft_back(tmp_path: Path) -> None:
    tool, go_on = writing(), trio.Event()
    asks: Round = (WaitFor(go_on), *call("change", {"path": "a.txt"}))
    async with sitting(tmp_path, asks, saying("Done it."), tools=[tool]) as person:
        person.type("Change it.\rhalf a mess")
        await person.until(lambda: person.screen.endswith("› half a mess"))
        go_on.set()
        await person.sees("The agent wants to run change:", "│ a.txt", "y = run it", "\n?")
        assert "half a mess" not in person.screen
        assert tool.calls == []
        person.type("y\r")
        await person.sees("✓ change  a.txt", "Done it.", "› half a mess")
        assert tool.calls == [{"path": "a.txt"}]


@pytest.mark.parametrize("keys", ["y\r", "\x1b[200~y\x1b[201~\r", "y\r" * 50])
async def test_nothing_typed_before_a_question_is_shown_answers_it(
    tmp_path: Path, keys: str
) -> None:
    tool, go_on = writing(), trio.Event()
    asks: Round = (WaitFor(go_on), *call("change", {"text": LONG}))
    async with sitting(tmp_path, asks, saying("As you like."), tools=[tool]) as person:
        person.type("Change it.\r")
        await person.sees("› Change it.", "Ctrl+C stops")
        person.look_away()
        go_on.set()
        # The terminal takes only the beginning of the question.
        await wait_all_tasks_blocked(0.1)
        person.type(keys)
        await wait_all_tasks_blocked(0.1)
        person.look_again()
        await person.sees("y = run it", "\n?")
        await wait_all_tasks_blocked(0.1)
        assert tool.calls == []
        person.type("n\r")
        await person.sees("As you like.")
        assert tool.calls == []
        assert said_by_user(person) == ["Change it."]


class Hasty(trio.abc.Instrument):
    """Says yes at every step of the painting that shows a question, the last one included."""

    def __init__(self, person: Person) -> None:
        self._person = person

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """See `trio.abc.Instrument`."""
        person = self._person
        if task.name.endswith("_paint_on") and person.prompt.unshown_question is not None:
            person.type("y\r")
            select.select([person.slave], [], [], SECONDS)


async def test_what_waits_in_the_terminal_does_not_answer_a_question(tmp_path: Path) -> None:
    tool = writing()
    async with sitting(tmp_path, call("change", {}), saying("Right."), tools=[tool]) as person:
        hasty = Hasty(person)
        trio.lowlevel.add_instrument(hasty)
        person.type("Change it.\r")
        await person.sees("y = run it", "\n?")
        await wait_all_tasks_blocked(0.1)
        trio.lowlevel.remove_instrument(hasty)
        assert tool.calls == []
        person.type("n\r")
        await person.sees("Right.")
        assert tool.calls == []


async def test_control_typed_after_it_is_shown_the_same_keys_answer(tmp_path: Path) -> None:
    tool = writing()
    asks = call("change", {"text": LONG})
    async with sitting(tmp_path, asks, saying("Done it."), tools=[tool]) as person:
        person.type("Change it.\r")
        await person.sees("y = run it", "\n?")
        await wait_all_tasks_blocked(0.1)
        person.type("y\r")
        await person.sees("Done it.")
        assert len(tool.calls) == 1


async def test_an_approval_for_good_is_not_asked_for_again(tmp_path: Path) -> None:
    tool = writing()
    twice = [call("change", {"path": "a"}), call("change", {"path": "a"}), saying("Done it.")]
    async with sitting(tmp_path, *twice, tools=[tool]) as person:
        person.type("Change it.\r")
        await person.sees("a = run it, also whenever", "\n?")
        await wait_all_tasks_blocked(0.1)
        person.type("a\r")
        await person.sees("Done it.")
        assert len(tool.calls) == 2


async def test_arguments_are_mended_in_place_before_they_run(tmp_path: Path) -> None:
    tool = writing()
    asks = call("change", {"path": "a"})
    async with sitting(tmp_path, asks, saying("Done it."), tools=[tool]) as person:
        person.type("Change it.\r")
        await person.sees("e = change the arguments", "\n?")
        await wait_all_tasks_blocked(0.1)
        person.type("e\r")
        await person.sees("{} {", "Esc gives up.")
        person.type("\x7f\r")
        await person.sees("Those arguments were not taken.")
        assert tool.calls == []
        # What was put in its place is shown whole, then asked about as well.
        person.type('}\x1b[A\x05\x7fb"\r')
        await person.sees("│ ab\n", "\n?")
        await wait_all_tasks_blocked(0.1)
        assert tool.calls == []
        person.type("y\r")
        await person.sees("Done it.")
        assert tool.calls == [{"path": "ab"}]


async def test_ctrl_c_at_a_question_cancels_its_turn(tmp_path: Path) -> None:
    tool = writing()
    async with sitting(tmp_path, call("change", {}), tools=[tool]) as person:
        person.type("Change it.\r")
        await person.sees("without arguments.", "\n?")
        person.type(CTRL_C)
        await person.sees("Cancelled.")
        await person.until(lambda: "\n?" not in person.screen)
        assert tool.calls == []


# Ctrl+C


async def test_ctrl_c_cancels_the_turn_then_leaves(tmp_path: Path) -> None:
    async with sitting(tmp_path, STALLS) as person:
        person.type("Hello.\r")
        await person.sees("Ctrl+C stops")
        person.type(CTRL_C)
        await person.sees("Cancelled.", "Ctrl+C again leaves.")
        person.type(CTRL_C)
        assert await person.left_with() == Leave(130)


async def test_ctrl_c_clears_what_is_written(tmp_path: Path) -> None:
    async with sitting(tmp_path) as person:
        person.type("half a mess")
        await person.sees("› half a mess")
        person.type(CTRL_C)
        await person.sees("Ctrl+C again leaves.")
        assert "half" not in person.screen


async def test_any_other_key_means_that_the_person_stays(tmp_path: Path) -> None:
    async with sitting(tmp_path, saying("Hi there.")) as person:
        for _ in range(3):
            person.type(CTRL_C)
            await person.sees("Ctrl+C again leaves.")
            person.type("x")
            await person.until(lambda: "again leaves" not in person.screen)
        await person.says("", "Hi there.")


async def test_one_ctrl_c_is_forgotten_after_a_while(tmp_path: Path, mock_clock: MockClock) -> None:
    mock_clock.rate = 4.0
    async with sitting(tmp_path) as person:
        for _ in range(2):
            person.type(CTRL_C)
            await person.sees("Ctrl+C again leaves.")
            await person.until(lambda: "again leaves" not in person.screen)


async def test_ctrl_c_cancels_a_message_that_is_being_accepted(tmp_path: Path) -> None:
    is_accepting, go_on = trio.Event(), trio.Event()

    async def hold(_session: SessionId, _commit: Commit) -> None:
        is_accepting.set()
        await go_on.wait()

    store = ModelStore()
    async with sitting(tmp_path, saying("Hi there."), store=store) as person:
        store.before_commit = hold
        person.type("Hello.\r")
        await is_accepting.wait()
        person.type(CTRL_C)
        await person.sees("Ctrl+C again leaves.")
        go_on.set()
        await person.sees("Cancelled.")
        assert "Hi there." not in person.text


async def test_ctrl_c_does_not_wait_for_a_message_behind_the_turn(tmp_path: Path) -> None:
    is_accepting, go_on, is_running = trio.Event(), trio.Event(), trio.Event()

    async def hold(_session: SessionId, commit: Commit) -> None:
        if is_running.is_set() and commit.accepted:
            is_accepting.set()
            await go_on.wait()
        await checkpoint()

    store = ModelStore(before_commit=hold)
    stalls: Round = (Reached(is_running), Stall())
    async with sitting(tmp_path, stalls, saying("Second answer."), store=store) as person:
        person.type("first\r")
        await is_running.wait()
        person.type("second\r")
        await is_accepting.wait()
        person.type(CTRL_C)
        await person.sees("Ctrl+C again leaves.")
        go_on.set()
        await person.sees("Cancelled.", "Second answer.")


# Commands


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("/help", "cancel the running turn; so does Ctrl+C"),
        ("/tools", "change  asks first · The tool change of a test."),
        ("/cost", "0 model requests"),
        ("/model", "*  custom.small"),
        ("/stop", "No turn is running."),
        ("/halp", "There is no command /halp; did you mean /help?"),
        ("/zzzzz", "did you mean /help?"),
        ("/model custom.huge", "There is no model custom.huge"),
    ],
)
async def test_a_command_tells_something_and_the_talk_goes_on(
    tmp_path: Path, command: str, shown: str
) -> None:
    async with sitting(tmp_path, saying("Hi there."), tools=[writing()]) as person:
        person.type(f"{command}\r")
        await person.sees(shown)
        await person.says("Hello.", "Hi there.")
        assert said_by_user(person) == ["Hello."]


@pytest.mark.parametrize(
    ("command", "following"), [("/new", NewSession), ("/model custom.large", ChangeAgent)]
)
async def test_what_needs_another_session_waits_for_the_turn(
    tmp_path: Path, command: str, following: type[NewSession | ChangeAgent]
) -> None:
    async with sitting(tmp_path, STALLS) as person:
        # The message is not even accepted when the command comes.
        person.type(f"Hello.\r{command}\r")
        await person.sees("› Hello.", "A turn is running; /stop ends it first.")
        person.type(f"x\x7f{command}\r")
        await person.sees("A turn is running; /stop ends it first.")
        person.type("/stop\r")
        await person.sees("Cancelled.")
        person.type(f"{command}\r")
        following_it = await person.left_with()
        assert isinstance(following_it, following)
        if isinstance(following_it, ChangeAgent):
            assert following_it.chosen.agent.settings == LARGE


async def test_stop_comes_in_time_for_what_was_just_entered(tmp_path: Path) -> None:
    async with sitting(tmp_path, saying("Hi there.")) as person:
        person.type("Hello.\r/stop\r")
        await person.sees("Cancelled.")
        assert "Hi there." not in person.text


# Cards


async def test_cards_are_folded_until_ctrl_o(tmp_path: Path) -> None:
    tool = FakeTool(tool_spec("look"), writing(does=f"first\nsecond{HARMFUL}").run)
    rounds = [call("look", {"at": HARMFUL}), saying("Seen it.")]
    async with sitting(tmp_path, *rounds, tools=[tool]) as person:
        await person.says("Look.", "Seen it.")
        assert "✓ look  \\x1b[2J" in person.text
        assert "second" not in person.text
        person.type(CTRL_O)
        await person.sees("│ first\n", "│ second\\x1b[2J\\x1b]0;title\\x07\\x9b31m\\u202egnp")
        assert not any(order.encode() in person.raw for order in ("\x1b]0", "\u202e", "\x9b31"))


async def test_a_running_tool_shows_its_last_lines(tmp_path: Path) -> None:
    go_on = trio.Event()

    async def build(context: ToolContext, _args: JsonObject) -> ToolOutput:
        for number in range(500):
            await context.progress(f"step {number}{HARMFUL}\n")
        await go_on.wait()
        return ToolOutput.of_text("built")

    tool = FakeTool(tool_spec("build"), build)
    async with sitting(tmp_path, call("build", {}), saying("Done it."), tools=[tool]) as person:
        person.type("Build.\r")
        await person.sees("step 499\\x1b[2J", "at work")
        assert person.screen.count("step ") == 3
        go_on.set()
        await person.sees("✓ build", "Done it.")
        assert "step" not in person.screen


# Sessions


async def test_the_last_turns_of_a_resumed_session_are_shown_again(tmp_path: Path) -> None:
    store = ModelStore()
    rounds = [saying(f"Answer {number}.") for number in range(4)]
    agent = assemble("main", [ModelRoute(ScriptedProvider(rounds), "model")])
    async with open_session(agent, SESSION, store=store) as session:
        for number in range(4):
            await session.ask(f"Question {number}.")
    async with sitting(tmp_path, store=store, is_resumed=True) as person:
        await person.sees("› Question 2.\n\nAnswer 2.\n\n› Question 3.\n\nAnswer 3.")
        assert "Question 1." not in person.text


async def test_what_a_slow_reader_missed_is_shown_all_the_same(tmp_path: Path) -> None:
    store = ModelStore()
    agent = assemble("main", [ModelRoute(ScriptedProvider([saying("Hi there.")]), "model")])

    async def gap() -> AsyncIterator[Event | Gap]:
        await checkpoint()
        yield Gap(1, store.head(SESSION).last_seq)

    with trio.fail_after(SECONDS):
        async with open_session(agent, SESSION, store=store) as session:
            await session.ask("Hello.")
            person = Person(session, tmp_path / "history.jsonl", is_resumed=False)
            desk = person.talk(agent, store, Interrupts(trio.CancelScope()))
            await desk._follow(gap())
            shown = desk._view.take_settled(COLUMNS)
    assert shown[:4] == ["", "› Hello.", "", "Hi there."]


async def test_a_session_that_closes_ends_the_talk(tmp_path: Path) -> None:
    async with sitting(tmp_path) as person:
        await person.session.shutdown(0)
        assert await person.left_in_order()
        assert person.next == Leave(1)
        assert "The session closed" in person.text


# The terminal


async def test_a_resized_terminal_is_drawn_again(tmp_path: Path) -> None:
    async with sitting(tmp_path) as person:
        person.type("x" * 60)
        await person.sees("x" * 60)
        termios.tcsetwinsize(person.slave, (ROWS, 40))
        os.kill(os.getpid(), signal.SIGWINCH)
        await person.until(lambda: f"› {'x' * 38}\n" in person.screen)


async def test_ctrl_l_clears_all_but_the_prompt(tmp_path: Path) -> None:
    async with sitting(tmp_path) as person:
        person.type(f"draft{CTRL_L}")
        await person.until(lambda: person.screen.strip() == "› draft")


async def test_a_terminal_that_goes_away_ends_the_talk(tmp_path: Path) -> None:
    async with sitting(tmp_path, STALLS) as person:
        person.type("Hello.\r")
        await person.sees("Ctrl+C stops")
        person.goes_away()
        assert await person.left_with() == Leave(130)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
async def test_a_signal_leaves_the_terminal_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with sitting(tmp_path, STALLS) as person:
        person.type("Hello.\r")
        await person.sees("Ctrl+C stops")
        os.kill(os.getpid(), number)
        assert await person.left_in_order()
        assert person.next is None


async def test_a_terminal_that_takes_nothing_does_not_hold_up_the_end(tmp_path: Path) -> None:
    answer = "line\n\n" * 50_000
    async with sitting(tmp_path, saying(answer, pieces=100)) as person:
        person.look_away()
        person.type("Hello.\r")
        await wait_all_tasks_blocked(0.1)
        os.kill(os.getpid(), signal.SIGTERM)
        with trio.fail_after(LEAVE_SECONDS + 5):
            assert await person.left_with() is None
        assert termios.tcgetattr(person.slave)[3] & termios.ICANON


class Flushing(trio.abc.Instrument):
    """Takes the keys away whenever somebody was told that there are some."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """See `trio.abc.Instrument`."""
        if task.name.endswith("_read_keys"):
            termios.tcflush(self._fd, termios.TCIFLUSH)


async def test_keys_that_were_flushed_meanwhile_hold_up_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path) as person:
        flushing = Flushing(person.slave)
        # Without it, a reading that holds up everything would hold up the test for ever.
        rescue = Timer(SECONDS, os.write, (person.master, b"rescued"))
        rescue.start()
        trio.lowlevel.add_instrument(flushing)
        person.type("lost")
        await wait_all_tasks_blocked(0.1)
        trio.lowlevel.remove_instrument(flushing)
        rescue.cancel()
        person.type("kept")
        await person.sees("› kept")
