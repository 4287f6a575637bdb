"""What is wrong with an installation is found, with what fixes it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sqlite3
import stat
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, TypedDict, cast

import pytest
import trio
from at_terminal import started_at_terminal
from command_line import CommandLine, Finished
from homes import (
    SECRET,
    WITHOUT_BUBBLEWRAP,
    calls,
    configured,
    only_sentence,
    secret_of,
    write_config,
)

from zeroclaw_runtime.process.restrict_main import LEAST_ABI_FOR_FILES, landlock_abi
from zeroclaw_testing.model_server import (
    Completion,
    Delivery,
    HttpAnswer,
    ModelServer,
    Silence,
    saying,
    serve_model,
)

SECONDS: Final = 60
NOWHERE: Final = "http://127.0.0.1:9/v1"
MODEL: Final = "some-model"
IN_BACKTICKS: Final = re.compile(r"`([^`]+)`")

needs_bubblewrap = pytest.mark.skipif(
    shutil.which("bwrap") is None, reason="bwrap is not installed"
)
needs_landlock = pytest.mark.skipif(
    landlock_abi() < LEAST_ABI_FOR_FILES, reason="the kernel has no Landlock that is new enough"
)


class Row(TypedDict):
    """A finding as the command prints it."""

    severity: str
    subject: str
    code: str | None
    text: str
    fix: str | None


def rows_of(done: Finished) -> list[Row]:
    """The findings of a run with --json."""
    assert not secret_of(done), done
    return cast("list[Row]", json.loads(done.answer)["findings"])


def about(done: Finished, subject: str, *, bad: bool = True) -> list[Row]:
    """The rows about a subject; those alone that are bad, unless told otherwise."""
    return [
        row
        for row in rows_of(done)
        if row["subject"] == subject and (not bad or row["severity"] != "ok")
    ]


def private(home: Path) -> None:
    """Take from others what a config written by a test gives them."""
    home.chmod(0o700)
    (home / "config.toml").chmod(0o600)


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file with its mode and content, but for what SQLite's readers share in memory."""
    return {
        str(path.relative_to(folder)): (
            stat.S_IMODE(path.lstat().st_mode),
            path.read_bytes() if path.is_file() and path.suffix != ".db-shm" else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


async def obeyed(line: CommandLine, row: Row, *more: str, stdin: bytes = b"") -> None:
    """Run the command that a fix names."""
    [command] = IN_BACKTICKS.findall(row["fix"] or "")
    program, *arguments = shlex.split(command)
    assert program == "zeroclaw"
    done = await line.run(*arguments, *more, stdin=stdin)
    assert done.code == 0, (command, done)


async def examined(server: ModelServer, home: Path) -> Finished:
    line = configured(home, server.url, level="supervised")
    private(home)
    return await line.run("doctor", "--json")


async def test_everything_fine_exits_zero_without_asking_for_a_token(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(models=(MODEL,)) as server:
            done = await examined(server, tmp_path)
            asked = [(request.method, request.path) for request in server.requests]
            keys = [request.header("authorization") for request in server.requests]
    assert done.code == 0, done
    assert [row for row in rows_of(done) if row["severity"] == "error"] == []
    assert about(done, "providers", bad=False) == [
        {
            "severity": "ok",
            "subject": "providers",
            "code": "answered",
            "text": f"custom.home answers at {server.origin}, and has the model {MODEL}.",
            "fix": None,
        }
    ]
    assert asked == [("GET", "/v1/models")]
    assert keys == [f"Bearer {SECRET}"]
    assert json.loads(done.answer)["summary"]["error"] == 0


async def test_model_that_is_not_listed_is_tried_with_one_token(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            done = await examined(server, tmp_path)
            form = server.requests[-1].json
    assert done.code == 0, done
    assert about(done, "providers") == []
    assert form is not None
    assert form["max_tokens"] == 1


async def test_unknown_model_is_told_with_the_command_that_takes_another(tmp_path: Path) -> None:
    refusal = HttpAnswer(404, message=f"The model `{MODEL}` does not exist", code="model_not_found")
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: refusal) as server:
            done = await examined(server, tmp_path)
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
            for row in about(done, "providers"):
                await obeyed(line, row)
            after = await line.run("doctor", "--json")
    assert done.code == 1, done
    assert about(after, "providers") == []
    [row] = about(done, "providers")
    assert row["severity"] == "error"
    assert f"does not know the model {MODEL}; it has scripted-model at" in row["text"]
    command = "zeroclaw config set providers.models.custom.home.model scripted-model"
    assert row["fix"] == f"Take one that it has: `{command}`."


REFUSALS: Final[Mapping[str, tuple[HttpAnswer, str]]] = {
    "a key that is refused": (
        HttpAnswer(401, message=f"Incorrect API key provided: {SECRET}", code="invalid_api_key"),
        "custom.home refuses the key at",
    ),
    "a server in trouble": (HttpAnswer(503, message="Try later."), "not as it should: HTTP 503"),
}


async def test_vendor_without_its_key_is_told_with_the_variable(tmp_path: Path) -> None:
    entry = '[providers.models.groq.fast]\nmodel = "m"\n'
    agent = '[agents.main]\nmodel_provider = "groq.fast"\n'
    (tmp_path / "config.toml").write_text(f"schema_version = 3\n{entry}{agent}")
    private(tmp_path)
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("doctor", "--json")
    [row] = about(done, "providers")
    assert row["severity"] == "error"
    assert "the variable GROQ_API_KEY is not set" in row["text"]
    assert "`zeroclaw secrets set providers.models.groq.fast.api_key`" in str(row["fix"])


@pytest.mark.parametrize("name", REFUSALS)
async def test_refusal_is_told_apart_without_the_key(name: str, tmp_path: Path) -> None:
    answer, words = REFUSALS[name]
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: answer) as server:
            done = await examined(server, tmp_path)
    [row] = about(done, "providers")
    assert words in row["text"]
    assert row["fix"] is not None


async def test_server_that_hangs_is_told_after_five_seconds(tmp_path: Path) -> None:
    hanging = Completion((Silence(),), delivery=Delivery(hold=Silence()))
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: hanging) as server:
            done = await examined(server, tmp_path)
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with listeners[0]:
            port = listeners[0].socket.getsockname()[1]
            line = configured(tmp_path, f"http://127.0.0.1:{port}/v1", level="supervised")
            mute = await line.run("doctor", "--json")
    [row] = about(done, "providers")
    assert "gave no answer to a request in time" in row["text"]
    assert mute.code == 1
    [row] = about(mute, "providers")
    assert f"gave no answer within 5 seconds at http://127.0.0.1:{port}" in row["text"]


async def test_server_that_is_not_there_is_an_error_only_when_asked(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE, level="supervised")
    with trio.fail_after(SECONDS):
        done = await line.run("doctor", "--json")
        offline = await line.run("doctor", "--json", "--offline")
    assert done.code == 1
    [row] = about(done, "providers")
    assert row["text"] == "custom.home cannot be reached at http://127.0.0.1:9: connection refused."
    assert offline.code == 0, offline
    assert about(offline, "providers", bad=False)[0]["text"] == "custom.home was not asked."


async def test_model_that_no_agent_uses_is_a_warning(tmp_path: Path) -> None:
    unused = f'[providers.models.custom.spare]\nuri = "{NOWHERE}"\nmodel = "m"\n'
    with trio.fail_after(SECONDS):
        async with serve_model(models=(MODEL,)) as server:
            write_config(tmp_path, server.url, model=unused, level="supervised")
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
            done = await line.run("doctor", "--json")
            one = await line.run("doctor", "--json", "--agent", "main")
    assert done.code == 0, done
    [row] = about(done, "providers")
    assert (row["severity"], row["text"].split()[0]) == ("warning", "custom.spare")
    assert len(about(one, "providers", bad=False)) == 1


async def test_agent_that_is_misspelt_is_wrong_usage(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await configured(tmp_path, NOWHERE).run("doctor", "--agent", "mian")
    assert "did you mean `main`?" in only_sentence(done, 2)


async def test_clock_that_differs_from_the_providers_is_a_warning(tmp_path: Path) -> None:
    body = json.dumps({"object": "list", "data": [{"id": MODEL}]}).encode()
    date = "Mon, 01 Jan 2024 00:00:00 GMT"
    answer = (
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: {date}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode() + body

    async def serve(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        await stream.send_all(answer)
        await stream.aclose()

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            listeners = await nursery.start(partial(trio.serve_tcp, serve, 0, host="127.0.0.1"))
            port = listeners[0].socket.getsockname()[1]
            line = configured(tmp_path, f"http://127.0.0.1:{port}/v1", level="supervised")
            done = await line.run("doctor", "--json")
            nursery.cancel_scope.cancel()
    assert done.code == 0, done
    [row] = about(done, "clock")
    assert "seconds ahead of that of custom.home" in row["text"]


async def test_doctor_creates_nothing_whatever_the_home_is_like(tmp_path: Path) -> None:
    empty, broken, used = tmp_path / "empty", tmp_path / "broken", tmp_path / "used"
    broken.mkdir()
    (broken / "config.toml").write_text("schema_version = 3\n[agents.\n")
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(used, server.url)
            await line.run("agent", "-m", "Hi.")
            before = tree(tmp_path)
            homes = {"ZEROCLAW_HOME": str(empty)}
            nothing = await CommandLine(tmp_path, homes).run("doctor", "--json")
            bad = await CommandLine(broken).run("doctor", "--json")
            good = await line.run("doctor", "--json")
    assert tree(tmp_path) == before
    assert nothing.code == 0, nothing
    assert about(nothing, "config")[0]["fix"] is not None
    assert bad.code == 1
    assert "is not TOML at line 2" in about(bad, "config")[0]["text"]
    assert good.code == 0, good
    [database] = about(good, "database", bad=False)
    assert database["text"].endswith("1 session.")


@pytest.mark.bubblewrap
@needs_bubblewrap
async def test_read_only_home_is_an_error_and_the_rest_is_told(tmp_path: Path) -> None:
    through = ("bwrap", "--dev-bind", "/", "/", "--ro-bind", str(tmp_path), str(tmp_path))
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello."), models=(MODEL,)) as server:
            line = configured(tmp_path, server.url)
            await line.run("agent", "-m", "Hi.")
            sealed = CommandLine(tmp_path, line.environment, through)
            done = await sealed.run("doctor", "--json")
    assert done.code == 1
    [disk] = about(done, "disk")
    assert "Read-only file system" in disk["text"]
    assert about(done, "providers") == []
    assert about(done, "database") == []


async def test_database_that_is_damaged_or_held_is_told(tmp_path: Path) -> None:
    file = tmp_path / "data" / "state.db"
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello."), models=(MODEL,)) as server:
            line = configured(tmp_path, server.url)
            await line.run("agent", "-m", "Hi.")
            with closing(sqlite3.connect(file)) as other:
                other.execute("BEGIN IMMEDIATE")
                held = await line.run("doctor", "--json")
            whole = file.read_bytes()
            file.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
            damaged = await line.run("doctor", "--json")
            file.write_bytes(b"no database at all, but long enough to be read" * 100)
            foreign = await line.run("doctor", "--json")
    assert about(held, "database")[0]["text"].startswith(f"The process {os.getpid()} has")
    assert held.code == 0
    for done in (damaged, foreign):
        assert done.code == 1
        assert about(done, "database")[0]["severity"] == "error"


OPEN: Final = ("config.toml", ".secret_key", "data/history.jsonl")


async def test_every_command_named_against_open_files_really_fixes_it(tmp_path: Path) -> None:
    home = tmp_path / "a home"
    line = configured(home, NOWHERE)
    (home / "data").mkdir()
    for name in OPEN:
        (home / name).touch()
    (home / ".secret_key").write_text("ab" * 32)
    for path in (home, *home.rglob("*")):
        path.chmod(0o777)
    with trio.fail_after(SECONDS):
        done = await line.run("doctor", "--json", "--offline")
        commands = [
            command
            for row in about(done, "permissions")
            for command in IN_BACKTICKS.findall(row["fix"] or "")
            if command.startswith("chmod ")
        ]
        for command in commands:
            await trio.run_process(["sh", "-c", command])
        after = await line.run("doctor", "--json", "--offline")
    assert len(commands) == len(OPEN) + 2
    assert done.code == 1
    assert about(after, "permissions") == []


async def test_secrets_that_do_not_open_are_told_until_they_are_set_again(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE, level="supervised")
    key = "providers.models.custom.home.api_key"
    with trio.fail_after(SECONDS):
        await line.run("secrets", "set", key, stdin=SECRET.encode())
        fine = await line.run("doctor", "--json", "--offline")
        (tmp_path / ".secret_key").write_text("ab" * 32 + "\n")
        lost = await line.run("doctor", "--json", "--offline")
        row = about(lost, "secrets")[0]
        await obeyed(line, row, stdin=SECRET.encode())
        after = await line.run("doctor", "--json", "--offline")
    assert about(fine, "secrets", bad=False)[0]["text"] == "The 1 sealed value opens."
    assert lost.code == 1
    assert f"`zeroclaw secrets set {key}`" in (row["fix"] or "")
    assert about(after, "secrets") == []


async def test_unfinished_rotation_is_told_until_the_named_command_ran(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE, level="supervised")
    with trio.fail_after(SECONDS):
        await line.run(
            "secrets", "set", "providers.models.custom.home.api_key", stdin=SECRET.encode()
        )
        shutil.copy(tmp_path / ".secret_key", tmp_path / ".secret_key.previous")
        told = await line.run("doctor", "--json", "--offline")
        [row] = about(told, "secrets")
        await obeyed(line, row, "--yes")
        after = await line.run("doctor", "--json", "--offline")
    assert about(after, "secrets") == []


async def test_agent_that_acts_unasked_is_told_until_the_named_command_ran(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE, level="full")
    with trio.fail_after(SECONDS):
        told = await line.run("doctor", "--json", "--offline")
        [row] = unasked(told)
        await obeyed(line, row)
        after = await line.run("doctor", "--json", "--offline")
    assert unasked(after) == []


def unasked(done: Finished) -> list[Row]:
    """What is told of the agent; where bubblewrap is missing, more is told of the sandbox."""
    return [row for row in about(done, "sandbox") if row["code"] == "runs_unasked"]


def sandbox_row(done: Finished) -> Row:
    """What confines the commands of the one agent, or fails to."""
    told = {"confined", "weaker_sandbox", "half_confined", "sandbox_fails", "unconfined"}
    [row] = [row for row in about(done, "sandbox", bad=False) if row["code"] in told]
    return row


@pytest.mark.bubblewrap
@needs_bubblewrap
async def test_bubblewrap_that_works_is_told_to_confine_commands(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE, level="supervised")
    with trio.fail_after(SECONDS):
        done = await line.run("doctor", "--json", "--offline")
    assert done.code == 0, done
    assert about(done, "sandbox") == []
    row = sandbox_row(done)
    assert (row["severity"], row["code"]) == ("ok", "confined")
    assert "bubblewrap confines the shell commands of main" in row["text"]


@pytest.mark.bubblewrap
@needs_bubblewrap
@needs_landlock
async def test_failing_sandbox_runs_nothing_until_the_named_command_ran(tmp_path: Path) -> None:
    proof = tmp_path / "agents" / "main" / "workspace" / "proof"
    call = calls("shell", {"command": "touch proof"})
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(call, saying("Not done."), call, saying("Done."))
            write_config(tmp_path, server.url, risk='sandbox_backend = "bubblewrap"')
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET}, WITHOUT_BUBBLEWRAP)
            told = await line.run("doctor", "--json", "--offline")
            await line.run("agent", "-m", "Go.")
            was_refused = not proof.exists()
            row = sandbox_row(told)
            await obeyed(line, row)
            after = await line.run("doctor", "--json", "--offline")
            await line.run("agent", "-m", "Go.")
            asked = len(server.requests)
    assert (told.code, row["severity"], row["code"]) == (1, "error", "sandbox_fails")
    assert "No shell command of these agents runs here" in row["text"]
    assert "no bwrap in " in row["text"]
    assert "Install bubblewrap" in str(row["fix"])
    assert was_refused
    assert (after.code, sandbox_row(after)["code"]) == (0, "half_confined")
    assert (proof.exists(), asked) == (True, 4)


@pytest.mark.bubblewrap
@needs_bubblewrap
@needs_landlock
async def test_weaker_sandbox_is_told_with_what_it_leaves_open(tmp_path: Path) -> None:
    write_config(tmp_path, NOWHERE, level="supervised")
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET}, WITHOUT_BUBBLEWRAP)
    with trio.fail_after(SECONDS):
        done = await line.run("doctor", "--json", "--offline")
    row = sandbox_row(done)
    assert (done.code, row["severity"], row["code"]) == (0, "warning", "weaker_sandbox")
    assert "names, sizes and times of other files" in row["text"]
    assert "Install bubblewrap" in str(row["fix"])


async def test_sandbox_turned_off_is_told_until_the_named_command_ran(tmp_path: Path) -> None:
    risk = 'sandbox_backend = "none"'
    write_config(tmp_path, NOWHERE, level="supervised", risk=risk)
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
    with trio.fail_after(SECONDS):
        told = await line.run("doctor", "--json", "--offline")
        in_words = await line.run("doctor", "--offline")
        row = sandbox_row(told)
        await obeyed(line, row)
        after = await line.run("doctor", "--json", "--offline")
    assert (told.code, row["severity"], row["code"]) == (0, "warning", "unconfined")
    assert "NOTHING CONFINES the shell commands of main: risk_profiles.default" in in_words.answer
    assert sandbox_row(after)["code"] != "unconfined"


async def test_wide_folders_and_open_network_are_warned_of(tmp_path: Path) -> None:
    risk = 'allowed_roots = ["/"]\nsandbox_network = "open"\nauto_approve = ["shell"]'
    write_config(tmp_path, NOWHERE, level="supervised", risk=risk)
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
    with trio.fail_after(SECONDS):
        done = await line.run("doctor", "--json", "--offline")
        [row] = [row for row in about(done, "sandbox") if row["code"] == "network_open"]
        await obeyed(line, row)
        after = await line.run("doctor", "--json", "--offline")
    found = {row["code"] for row in about(done, "sandbox")}
    assert {"network_open", "wide_root", "shell_approved"} <= found
    assert "network_open" not in {row["code"] for row in about(after, "sandbox")}


async def test_config_of_an_older_form_is_told_until_the_named_command_ran(tmp_path: Path) -> None:
    old = '[providers.models.default]\nprovider = "openai"\nmodel = "m"\n'
    (tmp_path / "config.toml").write_text(f"schema_version = 2\n{old}")
    line = CommandLine(tmp_path)
    with trio.fail_after(SECONDS):
        told = await line.run("doctor", "--json", "--offline")
        [row] = about(told, "config")
        await obeyed(line, row, "--yes")
        after = await line.run("doctor", "--json", "--offline")
    assert (told.code, row["severity"]) == (1, "error")
    assert "not migrated" in row["text"]
    assert all("not migrated" not in each["text"] for each in about(after, "config"))


async def test_missing_config_is_told_until_the_named_command_ran(tmp_path: Path) -> None:
    line = CommandLine(tmp_path)
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello."), models=(MODEL,)) as server:
            told = await line.run("doctor", "--json")
            [row] = about(told, "config")
            await obeyed(line, row, "--uri", server.url, "--model", MODEL, "--yes")
            after = await line.run("doctor", "--json")
    assert after.code == 0, after
    assert about(after, "config") == []


async def test_locale_without_utf8_is_told_until_another_is_exported(tmp_path: Path) -> None:
    poor = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    with trio.fail_after(SECONDS):
        told = await CommandLine(tmp_path, poor).run("doctor", "--json")
        [row] = about(told, "terminal")
        [command] = IN_BACKTICKS.findall(row["fix"] or "")
        through = ("sh", "-c", f'{command}; exec "$@"', "sh")
        after = await CommandLine(tmp_path, poor, through).run("doctor", "--json")
    assert row["severity"] == "warning"
    assert about(after, "terminal") == []


async def test_ctrl_c_ends_the_wait_for_a_provider_at_once(tmp_path: Path) -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    with trio.fail_after(SECONDS):
        async with listeners[0]:
            port = listeners[0].socket.getsockname()[1]
            line = configured(tmp_path, f"http://127.0.0.1:{port}/v1")
            async with line.started("doctor") as running:
                stream = await listeners[0].accept()
                running.interrupt()
                done = await running.finish()
                await stream.aclose()
    assert (done.code, done.err) == (130, b"")


async def test_rows_in_a_pipe_are_plain_and_hold_no_secret(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE)
    with trio.fail_after(SECONDS):
        done = await line.run("doctor")
    assert done.code == 1
    assert not secret_of(done)
    assert b"\x1b" not in done.out
    assert done.err == b""
    assert "error   providers    custom.home cannot be reached" in done.answer
    assert done.answer.splitlines()[-1].startswith("1 error, ")


async def test_terminal_shows_signs_in_colour_and_who_is_asked(tmp_path: Path) -> None:
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET, "LC_ALL": "C.UTF-8"})
    write_config(tmp_path, NOWHERE)
    with trio.fail_after(SECONDS):
        async with started_at_terminal(line, "doctor") as shown:
            code = await shown.finish()
    text = shown.shown.decode()
    assert code == 1
    assert "Asking the provider" in text
    assert "\x1b[31m✗" in text
    assert "\x1b[32m✓" in text
    assert SECRET not in text


async def test_closed_standard_output_ends_it_without_a_word(tmp_path: Path) -> None:
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET}, ("sh", "-c", 'exec "$@" | true', "sh"))
    write_config(tmp_path, NOWHERE)
    with trio.fail_after(SECONDS):
        done = await line.run("doctor", "--offline")
    assert done.err == b""
