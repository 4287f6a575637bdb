"""Runs the program that a profile names as the giver of its keys."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from typing import Final

import trio

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.processes import Command, Programs, RunningProcess
from zeroclaw_providers.bedrock.lent_keys import LentKeys, lent_keys

__all__ = ["process_keys"]

SECONDS: Final = 60.0
"""A person may have to touch a token meanwhile."""
KILL_SECONDS: Final = 2.0
MAX_OUTPUT: Final = 64 * 1024
PASSED_ON: Final = (
    *("PATH", "HOME", "USER", "LANG", "SSL_CERT_FILE", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"),
    *("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "AWS_CA_BUNDLE"),
    *("AWS_REGION", "AWS_DEFAULT_REGION"),
)
"""Variables that such programs go by; no key of anybody is among them."""

Lookup = Callable[[str], str | None]


async def process_keys(
    command: str, programs: Programs, lookup: Lookup, seconds: float = SECONDS
) -> LentKeys:
    """What the program prints. Raises ValueError, which quotes neither it nor its words."""
    try:
        words = tuple(shlex.split(command))
        wanted = Command(words, None, dict(_environment(lookup)))
    except ValueError:
        raise ValueError("credential_process is no command: check its quotes") from None
    with trio.move_on_after(seconds):
        try:
            output = await _output(programs, wanted)
        except ZeroClawError as error:
            raise ValueError(f"credential_process cannot be run: {type(error).__name__}") from None
        return lent_keys(output, "credential_process")
    raise ValueError(f"credential_process took longer than {seconds:g} seconds")


async def _output(programs: Programs, command: Command) -> bytes:
    program = await programs.start(command)
    try:
        await program.close_stdin()
        async with trio.open_nursery() as nursery:
            # A program whose errors nobody reads may wait for that for ever.
            nursery.start_soon(_discard, program)
            output = await _head_of(program)
            nursery.cancel_scope.cancel()
        if len(output) > MAX_OUTPUT:
            raise ValueError(f"credential_process printed more than {MAX_OUTPUT} bytes")
        ended = await program.wait()
    finally:
        with trio.move_on_after(KILL_SECONDS, shield=True):
            await program.kill()
    if ended.exit_code != 0:
        raise ValueError("credential_process failed: run it in a shell to see why")
    return output


async def _head_of(program: RunningProcess) -> bytes:
    """All that it prints, or somewhat more than may be."""
    output = bytearray()
    while len(output) <= MAX_OUTPUT and (chunk := await program.receive_stdout()):
        output += chunk
    return bytes(output)


async def _discard(program: RunningProcess) -> None:
    while await program.receive_stderr():
        continue


def _environment(lookup: Lookup) -> Iterator[tuple[str, str]]:
    for name in PASSED_ON:
        value = lookup(name)
        if value:
            yield name, value
