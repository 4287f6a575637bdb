"""What a model put into an approval is shown as it is, yet harmless."""

from __future__ import annotations

import pytest
from approval_homes import HOSTILE

from zeroclaw.approving.scope_text import on_one_line, scope_text
from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, SameCall, SamePath


@pytest.mark.parametrize(
    "scope", [CommandPrefix(("git", HOSTILE)), SamePath(HOSTILE), SameCall(HOSTILE)]
)
def test_hostile_scope_stays_on_its_line(scope: ApprovalScope) -> None:
    shown = scope_text(scope)
    assert shown.isprintable()
    assert "\\n0000aaaa" in shown
    for spelled in ("\\x1b[2J", "\\x07", "\\x0d", "\\u202e", "\\u200b"):
        assert spelled in shown


def test_control_the_text_itself_would_be_obeyed() -> None:
    assert not HOSTILE.isprintable()
    assert "\x1b" not in on_one_line(HOSTILE)


def test_scope_says_what_it_covers() -> None:
    assert scope_text(CommandPrefix(("git", "a b"))) == "commands that begin with: git 'a b'"
    assert scope_text(SamePath("/a")) == "this path: /a"
    assert scope_text(SameCall("d")) == "exactly this call: d"
