"""A policy becomes a profile whose later rules narrow the earlier ones."""

from __future__ import annotations

import pytest

from zeroclaw_api.sandbox import NetworkAccess, Sandbox, SandboxPolicy
from zeroclaw_runtime.sandboxes.seatbelt import SeatbeltSandbox, profile_text
from zeroclaw_testing.kits.sandbox import SandboxConformance
from zeroclaw_testing.processes import FakeOutcome, FakeProcesses

POLICY = SandboxPolicy(
    writable=("/Users/me/work",),
    readable=("/Users/me/lib",),
    protected=("/Users/me/work/.git/hooks",),
    hidden=("/Users/me/work/a/b/.env",),
)


def test_profile_begins_by_denying_everything() -> None:
    assert profile_text(POLICY).splitlines()[:2] == ["(version 1)", "(deny default)"]


def test_rules_narrow_in_the_order_that_counts() -> None:
    lines = profile_text(POLICY).splitlines()
    order = [
        '(allow file-read* (subpath "/Users/me/lib"))',
        '(allow file-read* file-write* (subpath "/Users/me/work"))',
        '(deny file-write* (subpath "/Users/me/work/.git/hooks"))',
        '(deny file-write-unlink (literal "/Users/me/work/.git"))',
        '(deny file-write-unlink (literal "/Users/me/work/a/b"))',
        '(deny file-write-unlink (literal "/Users/me/work/a"))',
        '(deny file-read* (subpath "/Users/me/work/a/b/.env"))',
    ]
    assert [line for line in lines if line in order] == order
    assert not any("unlink" in line and line.endswith('/work"))') for line in lines)


def test_network_is_allowed_only_where_the_policy_says() -> None:
    assert "network" not in profile_text(POLICY)
    opened = SandboxPolicy(writable=(), readable=(), network=NetworkAccess.OPEN)
    assert "(allow network-outbound" in profile_text(opened)


@pytest.mark.parametrize("path", ['/a"b', "/a\\", '/a\\") (allow default) ("'])
def test_path_cannot_end_its_own_text(path: str) -> None:
    text = profile_text(SandboxPolicy(writable=(path,), readable=()))
    opening = '(allow file-read* file-write* (subpath "'
    (line,) = (line for line in text.splitlines() if line.startswith(opening))
    inside = line.removeprefix(opening).removesuffix('"))')
    unescaped = inside.replace("\\\\", "\0").replace('\\"', "\1")
    assert "\\" not in unescaped
    assert '"' not in unescaped
    assert unescaped.replace("\0", "\\").replace("\1", '"') == path


def test_parentheses_of_a_profile_are_balanced() -> None:
    text = profile_text(POLICY)
    assert text.count("(") == text.count(")")


class TestSeatbeltSandbox(SandboxConformance):
    def make(self) -> Sandbox:
        # Any program that exists, since the plan is only looked at.
        return SeatbeltSandbox(FakeProcesses({"/bin/sh": FakeOutcome()}), "/bin/sh")

    def make_unavailable(self) -> Sandbox:
        return SeatbeltSandbox(FakeProcesses(), "/nowhere/sandbox-exec")
