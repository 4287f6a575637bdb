"""Tests of the server as a command."""

from __future__ import annotations

import subprocess
import sys

import trio

from zeroclaw_testing.model_server.__main__ import answer_of, arguments_of
from zeroclaw_testing.model_server.raw_client import post_chat

LIMIT = 20


def test_the_answer_has_as_many_deltas_as_asked_for() -> None:
    arguments = arguments_of(["--deltas", "5", "--answer", "x", "--reasoning", "hm"])
    assert len(answer_of(arguments, tool_allowed=True).steps) == 4


async def test_the_command_prints_its_url_and_answers_there() -> None:
    command = [sys.executable, "-m", "zeroclaw_testing.model_server", "--answer", "Hi ", "--deltas"]
    with trio.fail_after(LIMIT):
        process = await trio.lowlevel.open_process(
            [*command, "3", "--tool", "look"], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        try:
            url = (await process.stdout.receive_some(1000)).decode().strip()
            called = await post_chat(url)
            call = {"name": "look", "arguments": "{}"}
            answered = await post_chat(
                url,
                messages=[
                    {"role": "user", "content": "x"},
                    {
                        "role": "assistant",
                        "tool_calls": [{"id": "call_1", "type": "function", "function": call}],
                    },
                    {"role": "tool", "tool_call_id": "call_1", "content": "seen"},
                ],
            )
            process.terminate()
            assert await process.wait() == 0
        finally:
            process.kill()
            await process.wait()
            await process.stdout.aclose()
    assert b'"name":"look"' in called.body
    assert answered.body.count(b'"content":"Hi "') == 3
