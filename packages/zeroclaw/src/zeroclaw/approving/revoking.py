"""Revokes approvals from the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from zeroclaw.approving.scope_text import on_one_line, scope_text
from zeroclaw.configuring.asking import agreed
from zeroclaw.configuring.printing import show
from zeroclaw.ending import FAILED, SUCCEEDED, ended, tell
from zeroclaw.errors import WrongUsage
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw.kept_approvals.entries import SHORTEST_ID, digest_of
from zeroclaw.words import say
from zeroclaw_api.approvals import KeptApproval

__all__ = ["run"]


def run(
    environment: Mapping[str, str],
    ids: Sequence[str],
    *,
    is_all: bool,
    agent: str | None,
    is_agreed: bool,
    debug: bool,
) -> int:
    """Revoke those with these ids, or all, or all of an agent; `is_agreed` without asking.

    The exit code, 1 when an id names none or several; the others are revoked then.
    """

    def work() -> int:
        if is_all == bool(ids) or (agent is not None and not is_all):
            raise WrongUsage(problem=say("approvals_usage"))
        file = ApprovalFile.of(find_home(environment))
        return _run_all(file, agent, is_agreed=is_agreed) if is_all else _run_some(file, ids)

    return ended(work, debug=debug)


def _run_some(file: ApprovalFile, ids: Sequence[str]) -> int:
    for short in ids:
        if len(short) < SHORTEST_ID:
            raise WrongUsage(problem=say("approvals_no_id", id=on_one_line(short)))
    digests = frozenset(map(digest_of, file.read()))
    named = {short: {each for each in digests if each.startswith(short.lower())} for short in ids}
    sure = frozenset[str]().union(*(found for found in named.values() if len(found) == 1))
    _revoke(file, lambda each: digest_of(each) in sure)
    unsure = [short for short, found in named.items() if len(found) != 1]
    for short in unsure:
        key = "approvals_ambiguous" if named[short] else "approvals_unknown"
        tell(say(key, id=on_one_line(short)))
    return FAILED if unsure else SUCCEEDED


def _run_all(file: ApprovalFile, agent: str | None, *, is_agreed: bool) -> int:
    def is_meant(approval: KeptApproval) -> bool:
        return agent is None or approval.agent == agent

    count = sum(map(is_meant, file.read()))
    if not count:
        tell(say("approvals_none"))
        return SUCCEEDED
    if not agreed(say("approvals_question", count=count), is_agreed=is_agreed):
        tell(say("approvals_left"))
        return CANCELLED
    _revoke(file, is_meant)
    return SUCCEEDED


def _revoke(file: ApprovalFile, is_meant: Callable[[KeptApproval], bool]) -> None:
    for each in file.revoke(is_meant):
        agent, tool = on_one_line(each.agent), on_one_line(each.tool)
        scope = scope_text(each.scope)
        show(say("approvals_revoked", agent=agent, tool=tool, scope=scope))
