"""The bytes that ask for a command, read back by the program that gets them."""

from __future__ import annotations

import os
import socket

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.processes import Command
from zeroclaw_api.restrictions import ResourceLimits, Restrictions
from zeroclaw_runtime.process.reaper_main import receive_command
from zeroclaw_runtime.process.request import command_request

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=9)
NAMES = TEXT.filter(lambda name: name and "=" not in name)
LIMITS = st.none() | st.integers(0, 1 << 40)


def read_back(command: Command) -> tuple[str, list[bytes], list[bytes], dict[bytes, bytes]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(command_request(command))
        return receive_command(theirs)


@settings(max_examples=100, deadline=None)
@given(
    argv=st.tuples(NAMES, TEXT, TEXT),
    env=st.dictionaries(NAMES, TEXT, max_size=3),
    memory=LIMITS,
    beneath=st.none() | st.tuples(st.tuples(TEXT, st.integers(0, 0xFFFF))),
    program=st.binary(max_size=16),
)
def test_command_arrives_as_it_was_asked_for(
    argv: tuple[str, ...],
    env: dict[str, str],
    memory: int | None,
    beneath: tuple[tuple[str, int], ...] | None,
    program: bytes,
) -> None:
    command = Command(
        argv=argv,
        cwd="/srv",
        env=env,
        limits=ResourceLimits(memory=memory),
        restrictions=Restrictions(beneath=beneath, system_calls=program),
    )
    cwd, words, takings, environment = read_back(command)
    assert (cwd, words) == ("/srv", [os.fsencode(word) for word in argv])
    assert environment == {os.fsencode(name): os.fsencode(value) for name, value in env.items()}
    expected = [] if memory is None else [f"limit AS {memory}"]
    expected.append("restricted")
    if beneath is not None:
        expected += ["files", *(f"beneath {rights} {path}" for path, rights in beneath)]
    if program:
        expected.append(f"system_calls {program.hex()}")
    assert takings == [os.fsencode(word) for word in expected]


def test_bare_command_has_nothing_taken_from_it() -> None:
    assert read_back(Command(argv=("true",), cwd=None, env={}))[2] == []


@pytest.mark.parametrize(
    "command",
    [
        Command(argv=("true",), cwd="/srv\0x", env={}),
        Command(argv=("true",), cwd=None, env={}, restrictions=Restrictions((("/a\0b", 1),))),
    ],
)
def test_path_that_would_end_a_field_is_refused(command: Command) -> None:
    with pytest.raises(ValueError, match="NUL"):
        command_request(command)
