"""One message to an agent, from the command line to the exit code."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import termios
from pathlib import Path
from typing import Final

import pytest
import trio
from at_terminal import started_at_terminal
from attrs import evolve
from command_line import CANCELLED, CommandLine, Finished
from homes import SECRET, calls, configured, only_sentence, secret_of, write_config
from marked_processes import moment

from zeroclaw_api.events import Done, Event, NewToken, Outcome, ToolFinished, ToolStarted
from zeroclaw_api.json import Json, parse_json_object
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_api.wire import event_from_wire
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import (
    Completion,
    HttpAnswer,
    ModelServer,
    Repeat,
    Silence,
    saying,
    serve_model,
)

SECONDS: Final = 60
SUM: Final = calls("calculator", {"expression": "1 + 1"})
ECHO: Final = calls("shell", {"command": "echo it ran | tee said"})
ESCAPE: Final = b"\x1b["


def model(server: ModelServer) -> tuple[str, ...]:
    """The flags that ask a server without any config."""
    return ("--uri", server.url, "--model", "some-model")


def messages(server: ModelServer, number: int = -1) -> list[tuple[str, str]]:
    """Role with text of each message of a request, without the system prompt."""
    form = server.requests[number].json
    assert form is not None
    found = dig(form, "messages")
    assert isinstance(found, list)
    return [(text_at(entry, "role"), text_at(entry, "content")) for entry in found[1:]]


def text_at(form: Json, key: str) -> str:
    text = dig(form, key)
    return text if isinstance(text, str) else ""


def contents_of(folder: Path) -> list[bytes]:
    """What the files below a folder hold."""
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


def events_in(done: Finished) -> list[Event]:
    """The events on standard output, one a line."""
    events = [event_from_wire(parse_json_object(line)) for line in done.out.splitlines()]
    return [event for event in events if event is not None]


async def test_answer_goes_to_standard_output_alone(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("Hello ", "there."))
            done = await CommandLine(tmp_path).run("agent", *model(server), "-m", "Hi.")
    assert (done.code, done.answer, done.told) == (0, "Hello there.\n", "")


async def test_progress_goes_to_standard_error_alone(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(SUM, saying("It is 2."))
            done = await CommandLine(tmp_path).run("agent", *model(server), "-m", "1 + 1?")
            result = messages(server)[-1]
    assert (done.code, done.answer) == (0, "It is 2.\n")
    started, finished = done.told.splitlines()
    assert started == '● calculator  {"expression": "1 + 1"}'
    assert finished.startswith("✓ calculator  0.")
    role, text = result
    assert (role, text.partition("\n\n[receipt: ")[0]) == ("tool", "2")


async def test_json_prints_one_event_a_line_to_the_end_of_the_turn(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(SUM, saying("It is ", "2."))
            done = await configured(tmp_path, server.url).run("agent", "--json", "-m", "1 + 1?")
    events = events_in(done)
    assert (done.code, done.told) == (0, "")
    assert len(events) == len(done.out.splitlines())
    numbers = [event.seq for event in events]
    assert numbers == sorted(set(numbers))
    kinds = [type(event.body) for event in events]
    assert kinds.index(ToolStarted) < kinds.index(ToolFinished) < kinds.index(NewToken)
    last = events[-1].body
    assert isinstance(last, Done)
    assert (last.outcome, last.final_text) == (Outcome.ANSWERED, "It is 2.")


async def test_json_of_a_failure_ends_with_done_besides_the_sentence(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(HttpAnswer(401, message="No."))
            done = await configured(tmp_path, server.url).run("agent", "--json", "-m", "Hi.")
    last = events_in(done)[-1].body
    assert isinstance(last, Done)
    assert (last.outcome, last.error_key) == (Outcome.FAILED, "provider_auth")
    assert only_sentence(done) == last.detail


async def test_text_on_standard_input_is_attached(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Seen.")) as server:
            line = configured(tmp_path, server.url)
            both = await line.run("agent", "-m", "What is this?", stdin="café\n".encode())
            alone = await line.run("agent", stdin=b"Just this.")
            first, second = messages(server, 0), messages(server, 1)
    assert (both.code, alone.code) == (0, 0)
    assert first[-1][1].endswith("What is this?\n\n<stdin>\ncafé\n\n</stdin>")
    assert second[-1][1].endswith("\n\nJust this.")


async def test_nothing_on_standard_input_attaches_nothing(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Seen.")) as server:
            line = configured(tmp_path, server.url)
            done = [
                await line.run("agent", "-m", "Hi.", stdin=b""),
                await line.run("agent", "-m", "Hi.", stdin=subprocess.DEVNULL),
            ]
            asked = [messages(server, number)[-1][1] for number in range(2)]
    assert [(each.code, each.told) for each in done] == [(0, "")] * 2
    assert all(text.endswith("\n\nHi.") for text in asked)


async def test_slow_standard_input_is_waited_for_with_a_word(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Seen.")) as server:
            line = configured(tmp_path, server.url)
            async with line.started("agent", "-m", "Hi.", stdin=reader) as running:
                os.close(reader)
                assert running.process.stderr is not None
                told = await running.process.stderr.receive_some()
                os.write(writer, b"late text")
                os.close(writer)
                done = await running.finish()
            asked = messages(server)[-1][1]
    assert told.startswith(b"zeroclaw: ")
    assert b"standard input" in told
    assert (done.code, done.answer) == (0, "Seen.\n")
    assert "late text" in asked


async def test_session_goes_on_in_another_process(tmp_path: Path) -> None:
    said = ("agent", "--session", "holiday", "-m")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(SUM, saying("It is 2."), saying("You asked for a sum."))
            line = configured(tmp_path, server.url)
            await line.run(*said, "1 + 1?")
            done = await line.run(*said, "What did I ask?")
            seen = messages(server)
    assert (done.code, done.answer, done.told) == (0, "You asked for a sum.\n", "")
    assert [role for role, _ in seen] == ["user", "assistant", "tool", "assistant", "user"]
    texts = [text.partition("\n\n[receipt: ")[0] for _, text in seen[:4]]
    assert texts == ["1 + 1?", "", "2", "It is 2."]
    assert seen[-1][1].endswith("What did I ask?")


async def test_messages_without_a_session_key_know_nothing_of_each_other(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(tmp_path, server.url)
            await line.run("agent", "-m", "The first.")
            await line.run("agent", "-m", "The second.")
            seen = messages(server)
    assert len(seen) == 1


async def test_key_of_the_config_is_sent_in_the_header_only(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(SUM, saying("It is 2."))
            line = configured(tmp_path, server.url)
            done = await line.run("agent", "--json", "--session", "s", "-m", "1 + 1?")
            requests = server.requests
    assert done.code == 0
    assert [request.header("authorization") for request in requests] == [f"Bearer {SECRET}"] * 2
    for request in requests:
        others = [value for name, value in request.headers if name != "authorization"]
        assert SECRET not in request.path + " ".join(others)
        assert SECRET.encode() not in request.body
    assert not secret_of(done)
    kept = contents_of(tmp_path)
    assert len(kept) >= 2
    assert not [data for data in kept if SECRET.encode() in data]


async def test_agent_is_chosen_by_its_alias(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(tmp_path, server.url)
            with (tmp_path / "config.toml").open("a") as config:
                config.write(
                    f'[providers.models.custom.other]\nuri = "{server.url}"\n'
                    'model = "other-model"\n'
                    '[agents.helper]\nmodel_provider = "custom.other"\n'
                )
            done = [
                await line.run("agent", "-m", "Hi."),
                await line.run("agent", "-a", "helper", "-m", "Hi."),
                await line.run("agent", "-a", "helper", "--model", "third", "-m", "Hi."),
            ]
            asked = [dig(request.json, "model") for request in server.requests]
    assert [(each.code, each.answer) for each in done] == [(0, "Hello.\n")] * 3
    assert asked == ["some-model", "other-model", "third"]
    assert (tmp_path / "agents/helper/workspace").is_dir()


async def asked_to_echo(home: Path, level: str, risk: str = "") -> tuple[Finished, str]:
    """What becomes of a shell command without a terminal, with what the model is told."""
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(ECHO, saying("Done with it."))
            write_config(home, server.url, level=level, risk=risk)
            done = await CommandLine(home, {"SOME_KEY": SECRET}).run("agent", "-m", "Echo.")
            return done, messages(server)[-1][1]


async def test_supervised_agent_denies_a_command_without_a_terminal(tmp_path: Path) -> None:
    done, result = await asked_to_echo(tmp_path, "supervised")
    assert (done.code, done.answer) == (0, "Done with it.\n")
    assert "it ran" not in result
    assert "Nobody could be asked" in result
    card = " ".join(done.told.split())
    assert "✗ shell unanswered: Nobody could be asked" in card
    assert "run this in a terminal and answer there, or list the tool under auto_approve" in card


async def test_auto_approve_runs_the_command_without_asking(tmp_path: Path) -> None:
    done, result = await asked_to_echo(tmp_path, "supervised", 'auto_approve = ["shell"]')
    assert (done.code, done.answer) == (0, "Done with it.\n")
    assert "it ran" in result
    assert "✓ shell" in done.told


async def test_never_allow_keeps_a_tool_from_an_agent_that_may_do_all(tmp_path: Path) -> None:
    done, result = await asked_to_echo(tmp_path, "full", 'never_allow = ["shell"]')
    assert done.code == 0
    assert "it ran" not in result
    assert "✗ shell" in done.told


async def test_readonly_agent_runs_no_command(tmp_path: Path) -> None:
    done, result = await asked_to_echo(tmp_path, "readonly")
    assert done.code == 0
    assert "not allowed" in result
    assert "✗ shell  denied" in done.told
    assert "Rule: readonly" in done.told


async def test_most_rounds_end_a_turn_with_the_limit_told(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(SUM, calls("calculator", {"expression": "2 + 2"}), saying("So far: 4."))
            write_config(tmp_path, server.url, runtime="max_iterations = 2")
            done = await CommandLine(tmp_path, {"SOME_KEY": SECRET}).run("agent", "-m", "Sums.")
    assert only_sentence(done) == "The turn reached its maximum of rounds."
    assert done.answer == "So far: 4.\n\n*Turn stopped: it reached its maximum of 2 rounds.*\n"


async def test_budget_stops_a_turn_before_its_request(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
            prices, budget = "prices = { input = 10, output = 10 }", "budget = {{ day = {} }}"
            write_config(tmp_path, server.url, model=prices, runtime=budget.format(0.001))
            stopped = await line.run("agent", "-m", "Hi.")
            asked = len(server.requests)
            write_config(tmp_path, server.url, model=prices, runtime=budget.format(5))
            allowed = await line.run("agent", "-m", "Hi.")
    sentence = only_sentence(stopped)
    assert "the budget day:" in sentence
    assert "$0.0010 of $0.0010 left. Raise the limit or wait" in sentence
    assert asked == 0
    assert (allowed.code, allowed.answer) == (0, "Hello.\n")


async def test_reader_that_leaves_ends_the_command_quietly(tmp_path: Path) -> None:
    gone = trio.Event()
    many = Repeat(TextDelta("more "), 20_000)
    said = ("agent", "--session", "s", "-m", "Talk.")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(
                Completion((TextDelta("Begin. "), Silence(gone), many, Finish(FinishReason.STOP))),
                saying("Again."),
            )
            line = configured(tmp_path, server.url)
            async with line.started(*said) as running:
                reading = running.process.stdout
                assert reading is not None
                assert await reading.receive_some(5) == b"Begin"
                await reading.aclose()
                gone.set()
                code = await running.process.wait()
                assert running.process.stderr is not None
                told = await running.process.stderr.receive_some()
            after = await line.run(*said)
            seen = messages(server)
    assert (code, told) == (CANCELLED, b"")
    assert (after.code, after.answer, after.told) == (0, "Again.\n", "")
    assert [role for role, _ in seen] == ["user", "assistant", "user"]
    assert seen[1][1].startswith("Begin. ")


@pytest.mark.parametrize("flags", [(), ("--json",)])
async def test_full_pipe_does_not_keep_ctrl_c_from_ending_it(
    flags: tuple[str, ...], tmp_path: Path
) -> None:
    endless = Completion((Repeat(TextDelta("more " * 1_000), 100), Silence()))
    said = ("agent", "--session", "s", "-m", "Talk.")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(endless, saying("Again."))
            line = configured(tmp_path, server.url)
            async with line.started(*said, *flags) as running:
                reading = running.process.stdout
                assert isinstance(reading, trio.lowlevel.FdStream)
                while has_room(running.pid) or not waiting_in(reading.fileno()):
                    await moment(0.05)
                running.interrupt()
                with trio.fail_after(SECONDS / 4):
                    code = await running.process.wait()
                assert running.process.stderr is not None
                told = await running.process.stderr.receive_some()
            after = await line.run(*said)
    assert (code, told) == (CANCELLED, b"")
    assert (after.code, after.answer) == (0, "Again.\n")


def has_room(pid: int) -> bool:
    """Whether the pipe that is a process's standard output takes more.

    How many bytes fit depends on how they were written: a pipe has slots, which may be part full.
    """
    with open(f"/proc/{pid}/fd/1", "wb", opener=without_blocking) as writing:
        return bool(select.select([], [writing], [], 0)[1])


def without_blocking(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def waiting_in(pipe: int) -> int:
    """How many bytes a pipe holds."""
    answer = fcntl.ioctl(pipe, termios.FIONREAD, struct.pack("i", 0))
    size: int = struct.unpack("i", answer)[0]
    return size


@pytest.mark.parametrize("closing", [">&-", "2>&-", "<&- >&- 2>&-"])
async def test_streams_that_are_closed_at_the_start_do_no_harm(
    closing: str, tmp_path: Path
) -> None:
    said = ("agent", "--session", "s", "-m", "1 + 1?")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(SUM, saying("It is 2."), saying("Again."))
            line = configured(tmp_path, server.url)
            bare = evolve(line, through=("sh", "-c", f'exec "$@" {closing}', "sh"))
            done, after = await bare.run(*said), await line.run(*said)
            seen = messages(server)
    assert done.code == 0
    assert done.answer == ("It is 2.\n" if closing == "2>&-" else "")
    assert (after.code, after.answer, after.told) == (0, "Again.\n", "")
    assert seen[3] == ("assistant", "It is 2.")
    assert (tmp_path / "data/state.db").read_bytes().startswith(b"SQLite format 3\0")


async def test_colours_are_for_terminals_that_want_them(tmp_path: Path) -> None:
    shown: list[bytes] = []
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(*[SUM, saying("It is 2.")] * 4)
            line = configured(tmp_path, server.url)
            for variables in ({}, {"NO_COLOR": "1"}):
                coloured = evolve(line, environment={**line.environment, **variables})
                async with started_at_terminal(coloured, "agent", "-m", "1 + 1?") as terminal:
                    assert await terminal.finish() == 0
                    shown.append(bytes(terminal.shown))
            piped = await line.run("agent", "-m", "1 + 1?")
            forced = await evolve(line, environment={**line.environment, "FORCE_COLOR": "1"}).run(
                "agent", "-m", "1 + 1?"
            )
    at_terminal, without = shown
    assert ESCAPE in at_terminal
    assert ESCAPE not in without
    assert b"calculator" in without
    assert ESCAPE not in piped.out + piped.err
    assert ESCAPE in forced.err
    assert forced.out == b"It is 2.\n"


@pytest.mark.parametrize(
    ("keys", "ran", "told_model"),
    [
        (b"y\n", True, "it ran"),
        (b"n\n", False, "The operator said no"),
        (b"n not today\n", False, "not today"),
        (b"\x04", False, "The operator said no"),
    ],
)
async def test_person_at_the_terminal_decides_about_a_command(
    keys: bytes, ran: bool, told_model: str, tmp_path: Path
) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(ECHO, saying("Done with it."))
            line = configured(tmp_path, server.url, level="supervised")
            async with started_at_terminal(line, "agent", "-m", "Echo.") as terminal:
                await terminal.wait_for(b"\n> ")
                asked = bytes(terminal.shown)
                await terminal.type(keys)
                code = await terminal.finish()
                shown = bytes(terminal.shown)
            result = messages(server)[-1][1]
    assert code == 0
    assert b"The agent wants to run shell:" in asked
    assert b"echo it ran" in asked
    assert b"Done with it." in shown
    assert ("[exit code 0]" in result) is ran
    assert told_model in result
