"""Words what an approval is for, on one line of a terminal."""

from __future__ import annotations

from shlex import join
from typing import assert_never

from zeroclaw.terminal.sanitise import exact
from zeroclaw.words import say
from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, SameCall, SamePath

__all__ = ["on_one_line", "scope_text"]


def scope_text(scope: ApprovalScope) -> str:
    """All of it; the words of it are a model's."""
    match scope:
        case CommandPrefix(words):
            return say("approvals_prefix", words=on_one_line(join(words)))
        case SamePath(path):
            return say("approvals_path", path=on_one_line(path))
        case SameCall(digest):
            return say("approvals_call", digest=on_one_line(digest))
        case _:
            assert_never(scope)


def on_one_line(text: str) -> str:
    r"""Foreign text, with whatever cannot be seen spelled out; a line feed is `\n`."""
    return exact(text).replace("\n", "\\n")
