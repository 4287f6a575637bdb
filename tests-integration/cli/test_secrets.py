"""Secrets are sealed by the command, used by an agent, shown by nothing."""

from __future__ import annotations

import json
import os
import termios
from pathlib import Path
from typing import Final

import pytest
import trio
from at_terminal import AtTerminal, started_at_terminal
from command_line import CANCELLED, CommandLine, Finished
from homes import only_sentence
from planted_secrets import LeakWatch

from zeroclaw_testing.model_server import ModelServer, saying, serve_model

SECONDS: Final = 60
PLANTED: Final = "sk-planted-5e1f0a7b-0123456789"
KEY: Final = "providers.models.custom.home.api_key"
OTHER: Final = "providers.models.custom.other.api_key"

CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "{uri}"
model = "some-model"
[providers.models.custom.other]
uri = "{uri}"
model = "some-model"
[risk_profiles.default]
level = "full"
[agents.main]
model_provider = "custom.home"
risk_profile = "default"
[agents.second]
model_provider = "custom.other"
"""


def home_for(home: Path, uri: str = "http://127.0.0.1:1/v1") -> CommandLine:
    """The command with a config that has no secret yet."""
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(CONFIG.format(uri=uri))
    return CommandLine(home)


async def give(command: CommandLine, key: str = KEY, secret: str = PLANTED) -> Finished:
    """Pipe a secret in."""
    return await command.run("secrets", "set", key, stdin=f"{secret}\n".encode())


def places_of(home: Path, *shown: bytes) -> list[str]:
    """Where the planted secret can be read: files of a home, or something that was shown."""
    files = [path for path in sorted(home.rglob("*")) if path.is_file()]
    found = [path.name for path in files if PLANTED.encode() in path.read_bytes()]
    return found + ["shown" for text in shown if PLANTED.encode() in text]


def keys_sent(server: ModelServer) -> list[str]:
    """The key of each request."""
    sent = [dict(request.headers) for request in server.requests]
    return [{name.lower(): value for name, value in each.items()}["authorization"] for each in sent]


def sealed_in(home: Path) -> str:
    """The one sealed value of the config."""
    lines = (home / "config.toml").read_text().splitlines()
    (found,) = [line.partition('"')[2][:-1] for line in lines if "enc3:" in line]
    return found


async def test_sealed_key_is_sent_to_the_server_but_shown_nowhere(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("Hello."), saying("Hello again."))
            command = home_for(tmp_path / "home", server.url)
            done = [
                await give(command),
                await command.run("agent", "-m", "Hi."),
                await command.run("secrets", "list"),
                await command.run("secrets", "rotate-key", "--yes"),
                await command.run("agent", "--json", "-m", "Hi.", "--debug"),
                await command.run("secrets", "list", "--json"),
                await command.run("secrets", "remove", KEY, "--yes"),
            ]
            assert [each.code for each in done] == [0] * 7, done
            assert keys_sent(server) == [f"Bearer {PLANTED}"] * 2
    shown = [part for each in done for part in (each.out, each.err)]
    assert places_of(tmp_path / "home", *shown) == []
    assert json.loads(done[5].out) == [{"key": KEY, "kind": "sealed"}]


def test_control_a_secret_in_a_home_is_found(tmp_path: Path) -> None:
    (tmp_path / "config.toml.lock").write_text(f"1 {PLANTED}")
    assert places_of(tmp_path, PLANTED.encode()) == ["config.toml.lock", "shown"]


async def test_sealed_value_at_another_key_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        command = home_for(tmp_path / "home")
        assert (await give(command)).code == 0
        path = command.home / "config.toml"
        sealed = sealed_in(command.home)
        without = CONFIG.format(uri="http://127.0.0.1:1/v1")
        header = "[providers.models.custom.other]\n"
        path.write_text(without.replace(header, f'{header}api_key = "{sealed}"\n'))
        done = await command.run("agent", "--agent", "second", "-m", "Hi.")
    told = only_sentence(done)
    assert OTHER in told
    assert "was sealed for another key" in told
    assert sealed not in told


async def test_foreign_key_file_is_told_with_what_helps(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        command = home_for(tmp_path / "home")
        assert (await give(command)).code == 0
        (command.home / ".secret_key").write_text("ab" * 32 + "\n")
        told = only_sentence(await command.run("agent", "-m", "Hi."))
        assert f"run `zeroclaw secrets set {KEY}`" in told
        assert (await give(command)).code == 0
        told = only_sentence(await command.run("agent", "-m", "Hi."))
    assert "cannot be read" not in told


async def test_secrets_of_two_writers_at_once_are_both_kept(tmp_path: Path) -> None:
    command = home_for(tmp_path / "home")
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(give, command, KEY)
            nursery.start_soon(give, command, OTHER)
        listed = await command.run("secrets", "list", "--json")
        replaced = await command.run("secrets", "rotate-key", "--yes")
    assert [entry["key"] for entry in json.loads(listed.out)] == [KEY, OTHER]
    assert replaced.answer.startswith("Sealed 2 values anew")


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("set", KEY, PLANTED), b""),
        (("set", KEY), b""),
        (("set", KEY, "-"), b"\n"),
        (("remove", KEY), b""),
        (("rotate-key",), b""),
    ],
)
async def test_wrong_usage_changes_nothing_and_repeats_no_secret(
    tmp_path: Path, leak_watch: LeakWatch, arguments: tuple[str, ...], stdin: bytes
) -> None:
    leak_watch.may_show(PLANTED, "the command line", why="it is given there, to be refused")
    command = home_for(tmp_path / "home")
    with trio.fail_after(SECONDS):
        assert (await give(command)).code == 0
        before = (command.home / "config.toml").read_bytes()
        done = await command.run("secrets", *arguments, stdin=stdin)
    only_sentence(done, code=2)
    assert places_of(command.home, done.out, done.err) == []
    assert (command.home / "config.toml").read_bytes() == before


async def typed(screen: AtTerminal, prompt: bytes, keys: bytes) -> None:
    """Wait for a prompt that does not echo, then type."""
    await screen.wait_for(prompt)
    while screen.local_flags & termios.ECHO:
        await trio.lowlevel.checkpoint()
    await screen.type(keys)


async def test_typed_secret_is_asked_for_twice_without_echo(tmp_path: Path) -> None:
    command = home_for(tmp_path / "home")
    with trio.fail_after(SECONDS):
        async with started_at_terminal(command, "secrets", "set", KEY) as screen:
            await typed(screen, b"Secret: ", f"{PLANTED}\n".encode())
            await typed(screen, b"again: ", f"{PLANTED}\n".encode())
            assert await screen.finish() == 0
    assert f"Sealed {KEY}".encode() in screen.shown
    assert places_of(command.home, bytes(screen.shown)) == []
    assert sealed_in(command.home)


async def test_two_entries_that_differ_write_nothing(tmp_path: Path) -> None:
    command = home_for(tmp_path / "home")
    with trio.fail_after(SECONDS):
        async with started_at_terminal(command, "secrets", "set", KEY) as screen:
            await typed(screen, b"Secret: ", b"one\n")
            await typed(screen, b"again: ", b"two\n")
            assert await screen.finish() == 2
    assert b"differ" in screen.shown
    assert "enc3:" not in (command.home / "config.toml").read_text()


@pytest.mark.parametrize("keys", [b"\x03", b"\x04"])
async def test_leaving_the_prompt_gives_the_terminal_its_echo_back(
    tmp_path: Path, keys: bytes
) -> None:
    command = home_for(tmp_path / "home")
    with trio.fail_after(SECONDS):
        async with started_at_terminal(command, "secrets", "set", KEY) as screen:
            await typed(screen, b"Secret: ", keys)
            assert await screen.finish() == CANCELLED
            assert screen.local_flags & termios.ECHO
    assert "enc3:" not in (command.home / "config.toml").read_text()


async def test_removing_is_asked_about_at_a_terminal(tmp_path: Path) -> None:
    command = home_for(tmp_path / "home")
    with trio.fail_after(SECONDS):
        assert (await give(command)).code == 0
        async with started_at_terminal(command, "secrets", "remove", KEY) as screen:
            await screen.wait_for(b"[y/N]")
            await screen.type(b"n\n")
            assert await screen.finish() == CANCELLED
        assert sealed_in(command.home)
        async with started_at_terminal(command, "secrets", "remove", KEY) as screen:
            await screen.wait_for(b"[y/N]")
            await screen.type(b"y\n")
            assert await screen.finish() == 0
    assert "enc3:" not in (command.home / "config.toml").read_text()


def with_op(command: CommandLine, script: str) -> CommandLine:
    """The command with a program `op` on its search path."""
    folder = command.home.parent / "bin"
    folder.mkdir()
    (folder / "op").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "op").chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return CommandLine(command.home, {"PATH": path, "OP_SERVICE_ACCOUNT_TOKEN": "some-token"})


async def test_reference_is_followed_for_the_model_in_use_alone(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(saying("Hello."))
            command = home_for(tmp_path / "home", server.url)
            script = f'echo "$*" >> {calls}; printf %s {PLANTED}'
            command = with_op(command, script)
            assert (await give(command, KEY, "op://Private/server/key")).code == 0
            assert (await give(command, OTHER, "op://Private/other/key")).code == 0
            before = (command.home / "config.toml").read_text()
            done = await command.run("agent", "-m", "Hi.")
            assert (done.code, done.answer) == (0, "Hello.\n")
            assert keys_sent(server) == [f"Bearer {PLANTED}"]
    assert calls.read_text() == "read --no-newline -- op://Private/server/key\n"
    assert (command.home / "config.toml").read_text() == before
    assert places_of(command.home, done.out, done.err) == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (f"echo {PLANTED}; echo 'not signed in {PLANTED}' >&2; exit 1", "run `op signin`"),
        (f"echo 'could not find item {PLANTED}' >&2; exit 1", "has nothing there"),
        ("exec sleep 1000", "gave no answer in 10 s"),
    ],
)
async def test_reference_that_fails_is_one_sentence(tmp_path: Path, script: str, said: str) -> None:
    with trio.fail_after(SECONDS):
        command = with_op(home_for(tmp_path / "home"), script)
        assert (await give(command, KEY, "op://Private/server/key")).code == 0
        done = await command.run("agent", "-m", "Hi.")
    assert said in only_sentence(done)
    assert KEY in only_sentence(done)
    assert places_of(command.home, done.out, done.err) == []
