"""A disk or a database that cannot be used is told in one sentence, then all goes on again."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import trio
from command_line import CommandLine, Finished
from homes import SECRET, configured, only_sentence, write_config

from zeroclaw_api.stream import TextDelta
from zeroclaw_testing.model_server import Completion, Silence, saying, serve_model

SECONDS: Final = 120

needs_bubblewrap = pytest.mark.skipif(
    shutil.which("bwrap") is None, reason="bwrap is not installed"
)


def with_read_only(folder: Path) -> tuple[str, ...]:
    return ("bwrap", "--dev-bind", "/", "/", "--ro-bind", str(folder), str(folder))


@pytest.mark.bubblewrap
@needs_bubblewrap
async def test_read_only_home_is_told_whether_new_or_used(tmp_path: Path) -> None:
    said = ("agent", "--session", "s", "-m", "Hi.")
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(tmp_path, server.url)
            sealed = CommandLine(tmp_path, line.environment, with_read_only(tmp_path))
            new = await sealed.run(*said)
            first = await line.run(*said)
            used = [await sealed.run(*said), await sealed.run("agent", "-m", "Hi.")]
            after = await line.run(*said)
    sentence = only_sentence(new)
    assert f"Cannot use {tmp_path}/data: Read-only file system" in sentence
    assert "set ZEROCLAW_HOME to another folder" in sentence
    for done in used:
        sentence = only_sentence(done)
        assert f"Cannot use {tmp_path}/data/" in sentence
        assert "Read-only file system" in sentence
        assert "can be written" in sentence
    assert (first.code, after.code) == (0, 0)


FULL_DISK: Final = """
set -e
cp "$1" "$ZEROCLAW_HOME/config.toml"
shift
fill() { head -c 100000000 /dev/zero >"$ZEROCLAW_HOME/fill" 2>/dev/null || true; }
if [ "$1" = before ]; then fill; else "$2" agent --session s -m one >/dev/null; fill; fi
shift
"$@" || echo "code $?"
rm "$ZEROCLAW_HOME/fill"
"$1" agent --session s -m three
"""


@pytest.mark.bubblewrap
@needs_bubblewrap
@pytest.mark.parametrize("moment", ["before", "between"])
async def test_full_disk_is_told_then_the_session_goes_on(moment: str, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("word " * 2_000)) as server:
            write_config(tmp_path, server.url)
            tight = ("bwrap", "--dev-bind", "/", "/", "--size", "1000000", "--tmpfs", str(small))
            script = ("sh", "-c", FULL_DISK, "sh", str(tmp_path / "config.toml"), moment)
            line = CommandLine(small, {"SOME_KEY": SECRET}, (*tight, *script))
            done = await line.run("agent", "--session", "s", "-m", "two")
            request = server.requests[-1].body.decode()
    assert done.code == 0, done
    assert done.out.startswith(b"code 1\n")
    assert done.out.count(b"word ") == 2_000
    sentence = only_sentence(Finished(1, done.out, done.err))
    assert f"{small}/data/state.db" in sentence
    assert "no room left to write; free some space" in sentence or "that it has room" in sentence
    assert ('"content":"one"' in request) is (moment == "between")
    assert "three" in request


async def test_standard_output_on_a_full_disk_is_told(tmp_path: Path) -> None:
    said = ("agent", "--session", "s", "-m", "Hi.")
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(tmp_path, server.url)
            full = CommandLine(
                tmp_path, line.environment, ("sh", "-c", 'exec "$@" >/dev/full', "sh")
            )
            failed, after = await full.run(*said), await line.run(*said)
            request = server.requests[-1].body.decode()
    sentence = only_sentence(failed)
    assert "Cannot write to standard output: No space left on device. Make room" in sentence
    assert (after.code, after.answer) == (0, "Hello.\n")
    assert '"content":"Hello."' in request


async def test_database_that_is_none_is_told_and_left_alone(tmp_path: Path) -> None:
    garbage = b"no database at all " * 1_000
    database = tmp_path / "data" / "state.db"
    database.parent.mkdir()
    database.write_bytes(garbage)
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(tmp_path, server.url)
            failed = [
                await line.run("agent", "--session", "s", "-m", "Hi."),
                await line.run("agent", "-m", "Hi."),
            ]
            kept = database.read_bytes()
            database.rename(tmp_path / "elsewhere")
            after = await line.run("agent", "--session", "s", "-m", "Hi.")
    for done in failed:
        sentence = only_sentence(done)
        assert f"Cannot use {database}: the file is no database; move it away" in sentence
        assert done.out == b""
    assert kept == garbage
    assert (after.code, after.answer) == (0, "Hello.\n")


@pytest.mark.slow
async def test_locked_database_is_told_after_a_while(tmp_path: Path) -> None:
    done: list[Finished] = []
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(tmp_path, server.url)

            async def run(*flags: str) -> None:
                done.append(await line.run("agent", *flags, "-m", "Hi."))

            await run("--session", "s")
            with closing(sqlite3.connect(tmp_path / "data" / "state.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(run, "--session", "s")
                    nursery.start_soon(run)
            await run("--session", "s")
    before, *locked, after = done
    assert (before.code, after.code, after.answer) == (0, 0, "Hello.\n")
    for failed in locked:
        sentence = only_sentence(failed)
        assert f"another program has kept {tmp_path}/data/state.db locked for 20 s" in sentence
        assert "end it, then try again" in sentence
        assert failed.out == b""


async def test_lock_that_ends_soon_is_waited_for(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            line = configured(tmp_path, server.url)
            await line.run("agent", "-m", "Hi.")
            with closing(sqlite3.connect(tmp_path / "data" / "state.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                async with line.started("agent", "-m", "Hi.") as running:
                    await server.wait_for_requests(2)
                    other.rollback()
                    done = await running.finish()
    assert (done.code, done.answer, done.told) == (0, "Hello.\n", "")


async def test_session_that_is_in_use_names_its_holder(tmp_path: Path) -> None:
    said = ("agent", "--session", "s", "-m", "Hi.")
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(Completion((TextDelta("Half an"), Silence())), saying("Hello."))
            line = configured(tmp_path, server.url)
            async with line.started(*said) as other:
                await server.wait_for_requests(1)
                failed = await line.run(*said)
                other.interrupt()
                await other.process.wait()
            after = await line.run(*said)
    sentence = only_sentence(failed)
    assert f"Session main/s is in use: process {other.pid} holds it. Wait for it" in sentence
    assert (after.code, after.answer) == (0, "Hello.\n")
