"""Checks the ledger, from the command line to the exit code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

from zeroclaw.configuring.printing import is_terminal, show_json, show_lines
from zeroclaw.ending import FAILED, SUCCEEDED, ended, tell
from zeroclaw.errors import WrongUsage
from zeroclaw.home import find_home
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import style_for
from zeroclaw.words import say
from zeroclaw_api.json import JsonObject
from zeroclaw_api.ledger import LedgerHead
from zeroclaw_memory.ledger.reading import copy_of_ledger
from zeroclaw_runtime.security.ledger.chain import ChainVerdict, verify

__all__ = ["run"]

SHOWN: Final = 20
"""Breakages that are listed for people; programs get them all."""

_HEAD: Final = re.compile(r"(\d{1,15}):([0-9a-f]{64})")


def run(environment: Mapping[str, str], *, heads: Sequence[str], as_json: bool, debug: bool) -> int:
    """Do it; the exit code, 1 when the ledger is broken or missing.

    `heads` are ones that somebody noted earlier, as `COUNT:DIGEST`.
    """
    return ended(partial(_run, environment, heads, as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], heads: Sequence[str], *, as_json: bool) -> int:
    folder = find_home(environment).ledger
    noted = [_head(text) for text in heads]
    copy = copy_of_ledger(folder)
    if copy is None:
        tell(say("audit_none", path=visible(str(folder))))
        return FAILED
    verdict = verify(copy.lines(), copy.seals, copy.key, noted)
    if as_json:
        show_json(_form(verdict))
    else:
        show_lines(_lines(verdict, str(folder), environment))
    return SUCCEEDED if verdict.is_whole else FAILED


def _head(text: str) -> LedgerHead:
    match = _HEAD.fullmatch(text)
    if match is None:
        raise WrongUsage(problem=say("audit_head_wrong", text=text))
    return LedgerHead(int(match[1]), match[2])


def _form(verdict: ChainVerdict) -> JsonObject:
    return {
        "whole": verdict.is_whole,
        "records": verdict.head.count,
        "head": f"{verdict.head.count}:{verdict.head.digest}",
        "unsealed": verdict.unsealed,
        "breakages": [{"kind": each.kind.value, "seq": each.seq} for each in verdict.breakages],
    }


def _lines(verdict: ChainVerdict, path: str, environment: Mapping[str, str]) -> Iterator[str]:
    style = style_for(environment, is_terminal=is_terminal())
    facts = {"path": visible(path), "count": verdict.head.count}
    if verdict.is_whole:
        yield style.good(say("audit_whole", **facts))
        yield say("audit_head", head=f"{verdict.head.count}:{verdict.head.digest}")
    else:
        yield style.bad(say("audit_broken", **facts))
        for each in islice(verdict.breakages, SHOWN):
            yield f"  {say(f'audit_break_{each.kind}', seq=each.seq)}"
        more = len(verdict.breakages) - SHOWN
        if more > 0:
            yield f"  {say('audit_more', count=more)}"
    if verdict.unsealed:
        yield say("audit_unsealed", count=verdict.unsealed)
