"""Chats with an agent, from the command line to the exit code."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from typing import Final

import trio
from attrs import frozen

from zeroclaw.chat.history import History
from zeroclaw.chat.lifecycle import chat
from zeroclaw.chat.plain import PlainChat
from zeroclaw.chat.talk import Front
from zeroclaw.ending import ended
from zeroclaw.home import Home, find_home
from zeroclaw.request import Request, check_request, choose_agent, session_key_of
from zeroclaw.wiring.session_names import latest_session
from zeroclaw.words import current_words
from zeroclaw_http import preload

__all__ = ["Chat", "can_chat", "run"]

STDIN: Final = 0


@frozen
class Chat:
    """A chat, with what the command line asks for besides."""

    is_plain: bool
    request: Request


def can_chat() -> bool:
    """Whether somebody sits there who could write."""
    return os.isatty(STDIN)


def run(asked: Chat) -> int:
    """Chat; the exit code. Whatever goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, asked), debug=asked.request.debug)


def _run(asked: Chat) -> int:
    check_request(asked.request)
    key = session_key_of(asked.request)
    home = find_home(os.environ)
    chosen = choose_agent(asked.request, home)
    front = _front(asked, home)
    preload()
    # What is loaded stays: the collector need not look at it again.
    gc.freeze()
    gc.enable()
    if asked.request.is_continued:
        key = trio.run(latest_session, home, chosen.agent.alias)
    return trio.run(chat, chosen, home, os.environ, key, front)


def _front(asked: Chat, home: Home) -> Front:
    words = current_words()
    if asked.is_plain:
        return PlainChat(words, {**os.environ, "NO_COLOR": "1"})
    is_drawable = sys.stdout is not None and sys.stdout.isatty()
    if not is_drawable or os.environ.get("TERM", "dumb") == "dumb":
        return PlainChat(words, os.environ)
    from zeroclaw.chat.terminal_front import TerminalChat

    return TerminalChat(words, History.load(home.history), os.environ)
