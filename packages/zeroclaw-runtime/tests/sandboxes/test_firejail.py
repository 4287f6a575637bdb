"""A policy becomes the options of Firejail, with everything else closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command
from zeroclaw_api.sandbox import NetworkAccess, Sandbox, SandboxPolicy
from zeroclaw_runtime.sandboxes.firejail import FirejailSandbox
from zeroclaw_testing.kits.sandbox import SandboxConformance
from zeroclaw_testing.processes import FakeOutcome, FakeProcesses


def planned(policy: SandboxPolicy) -> tuple[str, ...]:
    sandbox = FirejailSandbox(FakeProcesses(), "/bin/firejail")
    return sandbox.plan(Command(("make", "-j"), None, {"A": "b"}), policy).command.argv


def test_everything_but_the_granted_paths_is_closed(tmp_path: Path) -> None:
    base = tmp_path.resolve()
    for name in ("work/.git/hooks", "beside", "work/secrets"):
        (base / name).mkdir(parents=True)
    work = base / "work"
    policy = SandboxPolicy(
        writable=(str(work),),
        readable=(),
        protected=(f"{work}/.git/hooks",),
        hidden=(f"{work}/secrets",),
    )
    argv = planned(policy)
    assert {
        f"--read-write={work}",
        f"--read-write={work}/.git",
        f"--read-only={work}/.git/hooks",
        f"--blacklist={work}/secrets",
        f"--whitelist={work}",
        "--blacklist=/root",
        "--blacklist=/var",
        "--net=none",
    } <= {*argv}
    closed = {f"--blacklist={way}" for way in (work, *work.parents)}
    assert closed & {*argv} == set()
    assert [word for word in argv if "--whitelist" in word] == [f"--whitelist={work}"]
    assert argv[-3:] == ("--", "make", "-j")
    assert argv.index("--read-only=/") < argv.index(f"--read-write={work}")


def test_open_network_has_no_local_sockets() -> None:
    argv = planned(SandboxPolicy(writable=(), readable=(), network=NetworkAccess.OPEN))
    assert "--net=none" not in argv
    assert "--protocol=inet,inet6,netlink" in argv


@pytest.mark.parametrize("name", ["a*", "${HOME}", "a,b", "~"])
def test_path_that_would_be_read_as_a_pattern_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(SandboxUnavailable, match="as it is"):
        planned(SandboxPolicy(writable=(str(tmp_path / name),), readable=()))


def test_whole_machine_can_be_granted() -> None:
    argv = planned(SandboxPolicy(writable=(), readable=("/",)))
    assert not any("=/root" in word or "=/var" in word for word in argv)


class TestFirejailSandbox(SandboxConformance):
    def make(self) -> Sandbox:
        return FirejailSandbox(FakeProcesses({"/bin/firejail": FakeOutcome()}), "/bin/firejail")

    def make_unavailable(self) -> Sandbox:
        return FirejailSandbox(FakeProcesses(), None)
