"""The agent command explains itself before it loads anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from zeroclaw.commands.agent import agent

ASKS = """
import os, sys
if sys.argv[1]:
    fd = os.open(sys.argv[1], os.O_RDWR)
    os.dup2(fd, 0)
from zeroclaw.commands.agent import agent
agent(["--uri", "http://127.0.0.1:1/v1", "--model", "small", *sys.argv[2:]])
"""
HEAVY = ("trio", "pydantic", "httpx", "sqlalchemy", "zeroclaw_runtime")


def test_help_has_examples_and_exit_codes() -> None:
    text = CliRunner().invoke(agent, ["--help"]).output
    assert 'zeroclaw agent -m "What is in this workspace?"' in text
    assert "zeroclaw agent --local -m" in text
    assert "130 cancelled" in text


def test_module_of_the_command_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.agent; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_tells_how_to_chat() -> None:
    text = CliRunner().invoke(agent, ["--help"]).output
    assert "zeroclaw agent --continue" in text
    assert "--plain" in text


def test_saying_one_thing_loads_nothing_of_the_chat() -> None:
    code = (
        "import sys, zeroclaw.one_shot, zeroclaw.conversation; "
        "print([name for name in sys.modules if name.split('.')[0] == 'rich' "
        "or name.startswith('zeroclaw.chat')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def asked(home: Path, terminal: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command with standard input at the terminal, or at nothing."""
    return subprocess.run(
        [sys.executable, "-c", ASKS, terminal, *arguments],
        env={**os.environ, "ZEROCLAW_HOME": str(home), "TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        timeout=60,
    )


def test_without_a_message_or_a_terminal_there_is_nothing_to_say(tmp_path: Path) -> None:
    done = asked(tmp_path, "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Nothing to say" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--plain",)])
def test_without_a_message_on_a_terminal_it_is_a_chat(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    master, slave = os.openpty()
    os.write(master, b"/quit\n")
    done = asked(tmp_path, os.ttyname(slave), *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert b"/help" in os.read(master, 65_536)
    os.close(slave)
    os.close(master)


def test_events_are_never_a_chat(tmp_path: Path) -> None:
    master, slave = os.openpty()
    done = asked(tmp_path, os.ttyname(slave), "--json")
    assert done.returncode == 2
    assert "Nothing to say" in done.stderr
    os.close(slave)
    os.close(master)
