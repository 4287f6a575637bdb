"""Whatever a command shows, starts or leaves behind is searched for planted secrets."""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import termios
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
import trio
from at_terminal import started_at_terminal
from command_line import CommandLine
from homes import SECRET, calls, configured
from marked_processes import Mark, moment
from planted_secrets import PLANTED, LeakWatch, commands_below, watching
from terminal_model import started_on_terminal

from zeroclaw_testing.model_server import HttpAnswer, serve_model

SECONDS: Final = 60
HERE: Final = Path(__file__).parent
VALUE: Final = PLANTED["PLANTED_API_KEY"]
GIVEN: Final = "given-secret-8f14e45f"

SAYS: Final[Mapping[str, Callable[[str], str]]] = {
    "as it is": lambda text: text,
    "in JSON": lambda text: json.dumps({"key": text}),
    "in JSON in JSON": lambda text: json.dumps({"args": json.dumps({"key": text})}),
    "as Python writes it": lambda text: repr((text,)),
    "as Python writes its bytes": lambda text: repr(text.encode()),
    "in percent code": lambda text: f"key={quote(text, safe='')}&a=b",
    "in base64": lambda text: base64.b64encode(f"user:{text}:x".encode()).decode(),
    "base64 of URLs": lambda text: base64.urlsafe_b64encode(f"ab{text}".encode()).decode(),
    "in hex": lambda text: f"x{text.encode().hex()}x",
    "its beginning": lambda text: text[:20] + "...",
    "its end": lambda text: "..." + text[-20:],
}
"""Ways in which a secret may be written."""


def shows(script: str) -> tuple[str, ...]:
    """What starts a command after a script of the shell, which leaks."""
    return ("sh", "-c", f'{script}; exec "$@"', "sh")


@pytest.mark.parametrize("form", SAYS)
@pytest.mark.parametrize("secret", PLANTED.values())
def test_control_a_secret_is_found_in_every_form(form: str, secret: str) -> None:
    watch = LeakWatch()
    watch.record("a place").extend(f"before {SAYS[form](secret)} after\n".encode())
    assert any(leak.startswith("a place has PLANTED_") for leak in watch.leaks())


@pytest.mark.parametrize("before", ["", "a", "ab", "abc"])
def test_control_a_given_secret_is_found_in_base64(before: str) -> None:
    watch = LeakWatch()
    watch.plant(f"{GIVEN}\n".encode(), "a secret")
    encoded = base64.b64encode(f"{before}{GIVEN}{before}".encode())
    watch.record("a place").extend(encoded)
    assert watch.leaks() == ["a place has a secret, as it is in base64"]


def test_what_only_resembles_a_secret_is_no_leak() -> None:
    watch = LeakWatch()
    watch.plant("op://Private/server/key", "a reference")
    watch.plant("short", "a short one")
    text = f"op://Private/server/key short {VALUE[:8]} {VALUE[::-1]} PLANTED_API_KEY"
    watch.record("a place").extend(text.encode())
    assert watch.leaks() == []


async def test_control_a_leak_to_either_stream_is_found(tmp_path: Path) -> None:
    script = 'printf %s "$PLANTED_TOKEN" | base64 -w0; printf %s "$PLANTED_API_KEY" >&2'
    with trio.fail_after(SECONDS), watching() as watch:
        await CommandLine(tmp_path, through=shows(script)).run("--version")
    leaks = watch.leaks()
    assert "standard output of `zeroclaw --version` has PLANTED_TOKEN, as it is in base64" in leaks
    assert "standard error of `zeroclaw --version` has PLANTED_API_KEY, as it is" in leaks


async def test_control_a_leak_of_a_started_command_is_found_unread(tmp_path: Path) -> None:
    script = 'printf %s "$PLANTED_TOKEN"; printf %s "$PLANTED_API_KEY" >&2'
    with trio.fail_after(SECONDS), watching() as watch:
        async with CommandLine(tmp_path, through=shows(script)).started("--version") as running:
            await running.process.wait()
    assert {leak.partition(" of ")[0] for leak in watch.leaks()} == {
        "standard output",
        "standard error",
    }


async def test_control_a_leak_to_a_terminal_is_found(tmp_path: Path) -> None:
    planted = {"PLANTED_HERE": VALUE}
    with trio.fail_after(SECONDS), watching() as watch:
        command = CommandLine(tmp_path, planted, shows('printf "%s" "$PLANTED_HERE"'))
        async with started_on_terminal(command, "--version", columns=20) as terminal:
            await terminal.finish()
    assert "a terminal has PLANTED_API_KEY, as it is" in watch.leaks()
    assert "the screen of `zeroclaw --version` has PLANTED_API_KEY, as it is" in watch.leaks()


async def test_control_an_echoed_secret_is_found(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("schema_version = 3\n")
    with trio.fail_after(SECONDS), watching() as watch:
        async with started_at_terminal(
            CommandLine(tmp_path), "secrets", "set", "providers.models.custom.x.api_key"
        ) as screen:
            # Nothing has turned the echo off yet.
            await screen.type(GIVEN.encode())
            await screen.wait_for(b"Secret: ")
            while screen.local_flags & termios.ECHO:
                await moment(0.01)
            await screen.type(b"\x03")
            await screen.finish()
    assert "a terminal has what was typed into `secrets set`, as it is" in watch.leaks()


def leave_log(home: Path) -> None:
    (home / "logs").mkdir()
    (home / "logs" / "zeroclaw.jsonl").write_text(json.dumps({"error": f"key {VALUE} refused"}))


def leave_row(home: Path) -> None:
    with closing(sqlite3.connect(home / "state.db")) as connection:
        connection.execute("CREATE TABLE messages (form TEXT)")
        connection.execute("INSERT INTO messages VALUES (?)", (f"the key is {VALUE}.",))
        connection.commit()


def leave_name(home: Path) -> None:
    (home / quote(VALUE, safe="")).touch()


def leave_link(home: Path) -> None:
    (home / "latest").symlink_to(quote(VALUE, safe=""))


@pytest.mark.parametrize(
    ("leave", "place"),
    [
        (leave_log, "the file logs/zeroclaw.jsonl"),
        (leave_row, "the file state.db"),
        (leave_name, "the name of a file in home"),
        (leave_link, "the link latest"),
    ],
)
def test_control_a_secret_left_in_a_home_is_found(
    tmp_path: Path, leave: Callable[[Path], None], place: str
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with watching() as watch:
        watch.enter(home)
        leave(home)
    assert any(leak.startswith(f"{place} has PLANTED_API_KEY") for leak in watch.leaks())


async def test_control_a_secret_in_a_command_line_is_found(tmp_path: Path) -> None:
    mark = Mark()
    script = f'sh -c "{mark.nap(60)}; true" sh "$PLANTED_TOKEN"'
    with trio.fail_after(SECONDS), watching() as watch:
        line = CommandLine(tmp_path, through=shows(script))
        async with line.started("--version"):
            token = PLANTED["PLANTED_TOKEN"].encode()
            while not any(token in line for line in tuple(watch.commands)):
                await moment(0.01)
            mark.end()
    assert "the command line of a process has PLANTED_TOKEN, as it is" in watch.leaks()


async def test_control_a_pardon_holds_for_its_place_alone() -> None:
    watch = LeakWatch()
    watch.record("a place").extend(VALUE.encode())
    watch.record("elsewhere").extend(VALUE.encode())
    watch.may_show(VALUE, "a place", why="it is shown here to be pardoned")
    assert {leak.partition(" has ")[0] for leak in watch.leaks()} == {"elsewhere"}
    with pytest.raises(AssertionError, match="say why"):
        watch.may_show(VALUE, "elsewhere", why="")


def variables_of(pid: int) -> bytes:
    """The environment of a process; nothing when it has just gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes()
    return b""


async def test_tool_gets_no_secret_in_command_lines_or_variables(tmp_path: Path) -> None:
    mark = Mark()
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(calls("shell", {"command": mark.nap(600)}))
            line = configured(tmp_path, server.url)
            async with line.started("agent", "-m", "Sleep.") as running:
                below: list[bytes] = []
                variables: list[bytes] = []
                # Those that come or go while they are listed may be missing from the lists.
                while not (
                    any(mark.stem.encode() in each for each in below)
                    and any(b"PATH=" in each for each in variables)
                ):
                    await moment(0.01)
                    below = commands_below(running.pid)
                    variables = [variables_of(pid) for pid in mark.living()]
            mark.end()
    for secret in (*PLANTED.values(), SECRET):
        assert not [each for each in (*below, *variables) if secret.encode() in each]


async def test_control_a_secret_that_a_model_sends_is_found(tmp_path: Path) -> None:
    mark = Mark()
    with trio.fail_after(SECONDS), watching() as watch:
        watch.plant(GIVEN, "a secret of the model")
        async with serve_model() as server:
            command = f"true {GIVEN}; {mark.nap(600)}"
            server.answer(calls("shell", {"command": command}))
            async with configured(tmp_path, server.url).started("agent", "-m", "Sleep."):
                while not any(GIVEN.encode() in line for line in tuple(watch.commands)):
                    await moment(0.01)
            mark.end()
    assert "the command line of a process has a secret of the model, as it is" in watch.leaks()
    assert any(leak.startswith("the file data/state.db") for leak in watch.leaks())


@pytest.mark.parametrize("status", [400, 401, 403])
@pytest.mark.parametrize("way", SAYS)
async def test_key_that_a_server_sends_back_is_shown_nowhere(
    tmp_path: Path, leak_watch: LeakWatch, status: int, way: str
) -> None:
    leak_watch.plant(VALUE, "the key that was sent back")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            said = f"Incorrect API key provided: {SAYS[way](VALUE)}."
            server.answer(*[HttpAnswer(status, message=said, code="invalid_api_key")] * 8)
            line = configured(tmp_path, server.url)
            path = tmp_path / "config.toml"
            path.write_text(path.read_text().replace("SOME_KEY", "PLANTED_API_KEY"))
            done = await line.run("agent", "--debug", "-m", "Hi.")
    assert done.code == 1


def test_only_the_harness_starts_the_command() -> None:
    starts = re.compile(r"\[[^\]]*\bCOMMAND\b|\bstr\(COMMAND\)")
    found = {
        path.name for path in HERE.parent.rglob("test_*.py") if starts.search(path.read_text())
    }
    # The first has a terminal that no other test needs, the second lets tmux start it.
    assert found == {"test_fetch_bundled.py", "test_chat_in_tmux.py"}
