"""What is revoked is exactly what was named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from approval_homes import HOSTILE, approval, approval_file, environment, given

from zeroclaw.approving.revoking import run
from zeroclaw.kept_approvals.entries import digest_of, short_ids
from zeroclaw_api.approvals import CommandPrefix, KeptApproval, SamePath

Output = pytest.CaptureFixture[str]

ALIKE = ("/90748", "/118805")
"""Paths whose approvals have digests that begin with the same eight characters."""


def id_of(kept: KeptApproval) -> str:
    return digest_of(kept)[:8]


def revoke(
    root: Path,
    ids: Sequence[str] = (),
    *,
    is_all: bool = False,
    agent: str | None = None,
    is_agreed: bool = True,
) -> int:
    return run(environment(root), ids, is_all=is_all, agent=agent, is_agreed=is_agreed, debug=False)


def test_named_approvals_are_revoked_with_nothing_else(tmp_path: Path, capfd: Output) -> None:
    one, two, three = approval(), approval(SamePath("/a")), approval(agent="other")
    file = given(tmp_path, one, two, three)
    assert revoke(tmp_path, [id_of(one), digest_of(three).upper()]) == 0
    assert file.read() == (two,)
    assert capfd.readouterr().out.count("Revoked for") == 2


def test_unknown_id_is_told_while_the_others_are_revoked(tmp_path: Path, capfd: Output) -> None:
    file = given(tmp_path, approval())
    assert revoke(tmp_path, ["00000000", id_of(approval())]) == 1
    assert file.read() == ()
    assert "no approval 00000000" in capfd.readouterr().err


def test_id_of_several_approvals_revokes_none_of_them(tmp_path: Path, capfd: Output) -> None:
    first, second = approval(SamePath(ALIKE[0])), approval(SamePath(ALIKE[1]))
    assert id_of(first) == id_of(second)
    file = given(tmp_path, first, second)
    assert revoke(tmp_path, [id_of(first)]) == 1
    assert "Several approvals" in capfd.readouterr().err
    assert file.read() == (first, second)
    longer = short_ids(map(digest_of, file.read()))[digest_of(first)]
    assert revoke(tmp_path, [longer]) == 0
    assert file.read() == (second,)


@pytest.mark.parametrize("short", ["", "0", "1234567", HOSTILE[:3]])
def test_beginning_of_an_id_revokes_nothing(tmp_path: Path, short: str) -> None:
    file = given(tmp_path, approval())
    assert revoke(tmp_path, [id_of(approval()), short]) == 2
    assert len(file.read()) == 1


def test_all_of_one_agent_are_revoked(tmp_path: Path) -> None:
    other = approval(agent="other")
    file = given(tmp_path, approval(), approval(SamePath("/a")), other)
    assert revoke(tmp_path, is_all=True, agent="main") == 0
    assert file.read() == (other,)
    assert revoke(tmp_path, is_all=True) == 0
    assert file.read() == ()
    assert revoke(tmp_path, is_all=True) == 0


def test_all_are_not_revoked_where_nobody_can_be_asked(tmp_path: Path) -> None:
    file = given(tmp_path, approval())
    assert revoke(tmp_path, is_all=True, is_agreed=False) == 2
    assert len(file.read()) == 1


def test_contradictory_words_revoke_nothing(tmp_path: Path, capfd: Output) -> None:
    file = given(tmp_path, approval())
    assert revoke(tmp_path) == 2
    assert revoke(tmp_path, [id_of(approval())], is_all=True) == 2
    assert revoke(tmp_path, [id_of(approval())], agent="main") == 2
    assert len(file.read()) == 1
    assert capfd.readouterr().err.count("Name either ids or --all") == 3


def test_hostile_approval_is_revoked_without_harm(tmp_path: Path, capfd: Output) -> None:
    hostile = approval(CommandPrefix((HOSTILE,)), HOSTILE, HOSTILE)
    given(tmp_path, hostile)
    assert revoke(tmp_path, [id_of(hostile), HOSTILE]) == 1
    shown = capfd.readouterr()
    assert (shown.out + shown.err).replace("\n", "").isprintable()
    assert shown.out.count("\n") == 1


def test_spoilt_file_is_left_even_when_all_is_to_be_revoked(tmp_path: Path, capfd: Output) -> None:
    path = approval_file(tmp_path).path
    path.write_text("spoilt")
    assert revoke(tmp_path, is_all=True) == 1
    assert path.read_text() == "spoilt"
    assert "Nothing counts as approved" in capfd.readouterr().err
