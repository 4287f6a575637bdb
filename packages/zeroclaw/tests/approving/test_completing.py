"""Ids are offered on the command line, harmlessly."""

from __future__ import annotations

from pathlib import Path

from approval_homes import approval, approval_file, environment, given
from click.testing import CliRunner

from zeroclaw.approving.completing import ids_like
from zeroclaw.kept_approvals.entries import digest_of
from zeroclaw_api.approvals import SamePath


def offered(root: Path, incomplete: str) -> list[str]:
    with CliRunner(env=environment(root)).isolation():
        return ids_like(incomplete)


def test_ids_that_begin_alike_are_offered(tmp_path: Path) -> None:
    one, two = approval(), approval(SamePath("/a"))
    given(tmp_path, one, two)
    assert set(offered(tmp_path, "")) == {digest_of(one)[:8], digest_of(two)[:8]}
    assert offered(tmp_path, digest_of(one)[:8]) == [digest_of(one)[:8]]
    assert offered(tmp_path, "x") == []


def test_spoilt_file_offers_nothing(tmp_path: Path) -> None:
    approval_file(tmp_path).path.write_text("spoilt")
    assert offered(tmp_path, "") == []
