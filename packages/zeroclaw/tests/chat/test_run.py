"""The command chats on the terminal it was started on, then tells the shell how it ended."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define, field

from zeroclaw.chat.run import Chat, run
from zeroclaw.request import Request
from zeroclaw.wiring.given import GivenModel

SECONDS = 20

TO_THE_TERMINAL = """
import os, sys
fd = os.open(sys.argv[1], os.O_RDWR)
for standard in (0, 1, 2):
    os.dup2(fd, standard)
"""

CHATS = f"""{TO_THE_TERMINAL}
from zeroclaw.chat.run import Chat, run
from zeroclaw.request import Request
from zeroclaw.wiring.given import GivenModel
given = GivenModel("http://127.0.0.1:1/v1", "small")
sys.exit(run(Chat("plain" in sys.argv, Request(given=given, is_continued="continue" in sys.argv))))
"""

SHELL = f"""{TO_THE_TERMINAL}
import signal, subprocess, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
chat = subprocess.Popen([sys.executable, "-c", sys.argv[2], sys.argv[1]], process_group=0)
os.tcsetpgrp(0, chat.pid)
_, status = os.waitpid(chat.pid, os.WUNTRACED)
edits = bool(termios.tcgetattr(0)[3] & termios.ICANON)
print("stopped:", os.WIFSTOPPED(status), "edits lines:", edits, flush=True)
os.killpg(chat.pid, signal.SIGCONT)
sys.exit(chat.wait())
"""
"""What a shell does with a program that is stopped: it shows its own prompt, then goes on."""

CHOOSES = f"""{TO_THE_TERMINAL}
from pathlib import Path
from zeroclaw.chat.run import Chat, _front, can_chat
from zeroclaw.home import Home
from zeroclaw.request import Request

def name(is_plain, term):
    os.environ.pop("TERM", None)
    if term:
        os.environ["TERM"] = term
    return type(_front(Chat(is_plain, Request()), Home(Path(os.environ["HOME"])))).__name__

print(can_chat(), name(False, "xterm"), name(True, "xterm"), name(False, "dumb"), name(False, ""))
sys.stdout = sys.__stdout__ = open(os.devnull, "w")
print(name(False, "xterm"), file=sys.stderr)
"""


@define(eq=False)
class Terminal:
    """A terminal of its own for one process; `raw` is all it has shown."""

    home: Path
    master: int
    path: str
    seen: bytes = b""
    """What it has shown after that which was waited for last."""
    raw: bytes = b""
    processes: list[subprocess.Popen[bytes]] = field(factory=list)

    def start(self, code: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start Python as the leader of a session that owns the terminal."""
        process = subprocess.Popen(
            [sys.executable, "-c", code, self.path, *arguments],
            env={**os.environ, "ZEROCLAW_HOME": str(self.home), "TERM": "xterm"},
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def sees(self, text: str) -> None:
        """Wait until it is shown."""
        while text.encode() not in self.seen:
            assert select.select([self.master], [], [], SECONDS)[0], self.seen
            data = os.read(self.master, 65_536)
            self.seen += data
            self.raw += data
        self.seen = self.seen.partition(text.encode())[2]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    master, slave = os.openpty()
    terminal = Terminal(tmp_path, master, os.ttyname(slave))
    yield terminal
    for process in terminal.processes:
        process.kill()
        process.wait()
    os.close(slave)
    os.close(master)


@pytest.mark.parametrize("kind", ["drawn", "plain"])
def test_a_chat_that_is_left_succeeds(terminal: Terminal, kind: str) -> None:
    process = terminal.start(CHATS, kind)
    terminal.sees("tells more")
    terminal.sees("> " if kind == "plain" else "›")
    os.write(terminal.master, b"/quit\n" if kind == "plain" else b"/quit\r")
    assert process.wait(SECONDS) == 0
    assert (b"\x1b" in terminal.raw) is (kind == "drawn")


@pytest.mark.parametrize("kind", ["drawn", "plain"])
def test_a_signal_from_outside_ends_a_chat_as_cancelled(terminal: Terminal, kind: str) -> None:
    process = terminal.start(CHATS, kind)
    terminal.sees("tells more")
    terminal.sees("> " if kind == "plain" else "›")
    process.send_signal(signal.SIGTERM)
    assert process.wait(SECONDS) == 130


def test_ctrl_c_twice_leaves_a_plain_chat(terminal: Terminal) -> None:
    process = terminal.start(CHATS, "plain")
    terminal.sees("> ")
    os.write(terminal.master, b"half\x03")
    terminal.sees("again leaves")
    terminal.sees("> ")
    os.write(terminal.master, b"\x03")
    assert process.wait(SECONDS) == 130


def test_ctrl_z_gives_the_terminal_back_until_the_chat_goes_on(terminal: Terminal) -> None:
    shell = terminal.start(SHELL, CHATS)
    terminal.sees("tells more")
    terminal.sees("›")
    os.write(terminal.master, b"draft\x1a")
    terminal.sees("stopped: True edits lines: True")
    terminal.sees("› draft")
    os.write(terminal.master, b"\x03/quit\r")
    assert shell.wait(SECONDS) == 0


def test_nothing_to_continue_is_wrong_usage(terminal: Terminal) -> None:
    process = terminal.start(CHATS, "continue")
    terminal.sees("no session to continue")
    assert process.wait(SECONDS) == 2


def test_only_a_terminal_that_can_be_drawn_on_is_drawn_on(terminal: Terminal) -> None:
    process = terminal.start(CHOOSES)
    terminal.sees("True TerminalChat PlainChat PlainChat PlainChat\r\nPlainChat\r\n")
    assert process.wait(SECONDS) == 0


def test_nobody_chats_without_a_terminal() -> None:
    code = "from zeroclaw.chat.run import can_chat; print(can_chat())"
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    assert done.stdout.strip() == b"False"


@pytest.mark.parametrize(
    "request_",
    [
        Request(session_key="a/b"),
        Request(session_key="a", is_continued=True),
        Request(given=GivenModel(model="caf\udce9")),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_first(
    request_: Request, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(Chat(False, request_)) == 2
    assert capfd.readouterr().err.startswith("zeroclaw: ")
