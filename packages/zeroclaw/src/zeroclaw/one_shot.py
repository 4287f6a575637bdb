"""Says one thing to an agent, from the command line to the exit code."""

from __future__ import annotations

import gc
import os
from functools import partial
from typing import Final, assert_never

import trio
from attrs import frozen

from zeroclaw.conversation import Conversation, converse
from zeroclaw.ending import FAILED, SUCCEEDED, ended, tell
from zeroclaw.errors import WrongUsage
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.request import (
    Request,
    check_flag,
    check_request,
    choose_agent,
    new_session_key,
    session_key_of,
)
from zeroclaw.stdin import attach, read_attachment
from zeroclaw.words import say
from zeroclaw_api.events import Outcome
from zeroclaw_http import preload

__all__ = ["OneShot", "exit_code", "run"]

STDIN: Final = 0


@frozen
class OneShot:
    """One message, with what the command line asks for besides."""

    message: str
    as_json: bool
    request: Request


def run(asked: OneShot) -> int:
    """Do it; the exit code. Whatever goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, asked), debug=asked.request.debug)


def _run(asked: OneShot) -> int:
    check_flag("--message", asked.message)
    check_request(asked.request)
    key = session_key_of(asked.request)
    text = attach(asked.message, read_attachment(STDIN, lambda key: tell(say(key))))
    if not text.strip():
        raise WrongUsage(problem=say("agent_nothing_to_say"))
    home = find_home(os.environ)
    agent = choose_agent(asked.request, home).agent
    is_new = key is None and not asked.request.is_continued
    conversation = Conversation(
        new_session_key() if is_new else key, text, is_new=is_new, as_json=asked.as_json
    )
    preload()
    # What is loaded stays: the collector need not look at it again.
    gc.freeze()
    gc.enable()
    done = trio.run(converse, agent, home, os.environ, conversation)
    if done is None:
        return CANCELLED
    if done.detail:
        tell(done.detail)
    return exit_code(done.outcome)


def exit_code(outcome: Outcome) -> int:
    """What the shell is told of the end of a turn."""
    match outcome:
        case Outcome.ANSWERED:
            return SUCCEEDED
        case Outcome.CANCELLED:
            return CANCELLED
        case Outcome.FAILED | Outcome.LIMIT | Outcome.INTERRUPTED:
            return FAILED
        case _:
            assert_never(outcome)
