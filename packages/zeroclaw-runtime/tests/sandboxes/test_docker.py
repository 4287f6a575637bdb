"""A policy becomes the options of a container."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import NetworkAccess, Sandbox, SandboxPolicy
from zeroclaw_runtime.sandboxes.docker import DockerSandbox
from zeroclaw_testing.kits.sandbox import SandboxConformance
from zeroclaw_testing.processes import FakeOutcome, FakeProcesses


def planned(policy: SandboxPolicy, cwd: str, **env: str) -> Command:
    sandbox = DockerSandbox(FakeProcesses(), "image", "/bin/docker")
    return sandbox.plan(Command(("make", "-j"), cwd, env), policy).command


def mounts_of(command: Command) -> list[str]:
    words = command.argv
    return [words[place + 1] for place, word in enumerate(words) if word == "--mount"]


def test_only_the_folders_of_the_policy_are_mounted(tmp_path: Path) -> None:
    work = tmp_path.resolve() / "work"
    (work / ".git/hooks").mkdir(parents=True)
    (work / "token").touch()
    (work / "secrets").mkdir()
    policy = SandboxPolicy(
        writable=(str(work),),
        readable=("/usr", "/var/tmp"),
        protected=(f"{work}/.git/hooks",),
        hidden=(f"{work}/token", f"{work}/secrets"),
    )
    command = planned(policy, str(work))
    assert sorted(mounts_of(command)) == sorted(
        [
            "type=bind,source=/var/tmp,target=/var/tmp,readonly",
            f"type=bind,source={work},target={work}",
            f"type=bind,source={work}/.git,target={work}/.git",
            f"type=bind,source={work}/.git/hooks,target={work}/.git/hooks,readonly",
            f"type=bind,source=/dev/null,target={work}/token,readonly",
            f"type=tmpfs,target={work}/secrets,tmpfs-mode=0555",
        ]
    )
    assert command.argv[-4:] == ("--", "image", "make", "-j")
    assert ("--workdir", str(work)) in zip(command.argv, command.argv[1:], strict=False)
    assert ("--user", f"{os.getuid()}:{os.getgid()}") in zip(
        command.argv, command.argv[1:], strict=False
    )


@pytest.mark.parametrize(
    ("network", "word"), [(NetworkAccess.NONE, "none"), (NetworkAccess.OPEN, "bridge")]
)
def test_network_is_that_of_the_policy(network: NetworkAccess, word: str) -> None:
    argv = planned(SandboxPolicy(writable=(), readable=(), network=network), "/").argv
    assert argv[argv.index("--network") + 1] == word


def test_environment_is_in_a_file_instead_of_the_command_line() -> None:
    command = planned(SandboxPolicy(writable=(), readable=()), "/", A="a secret", B="")
    assert command.files == (b"A=a secret\nB=\n",)
    assert command.env == {}
    assert not any("secret" in word for word in command.argv)


def test_limits_are_those_of_the_container() -> None:
    limits = ResourceLimits(cpu_seconds=1, memory=2, file_size=3, open_files=4, processes=5)
    command = planned(SandboxPolicy(writable=(), readable=(), limits=limits), "/")
    assert command.limits == ResourceLimits()
    text = " ".join(command.argv)
    for words in ("cpu=1:1", "--memory 2", "fsize=3:3", "nofile=4:4", "--pids-limit 5", "core=0:0"):
        assert words in text


def test_what_cannot_be_handed_over_is_refused(tmp_path: Path) -> None:
    odd = tmp_path / "a,readonly"
    odd.mkdir()
    with pytest.raises(SandboxUnavailable, match="cannot be handed over"):
        planned(SandboxPolicy(writable=(str(odd),), readable=()), "/")
    with pytest.raises(SandboxUnavailable, match="line break"):
        planned(SandboxPolicy(writable=(), readable=()), "/", A="a\nB=b")
    absent = SandboxPolicy(
        writable=(str(tmp_path),), readable=(), protected=(f"{tmp_path}/missing",)
    )
    with pytest.raises(SandboxUnavailable, match="nothing holds the place"):
        planned(absent, "/")


class TestDockerSandbox(SandboxConformance):
    def make(self) -> Sandbox:
        processes = FakeProcesses({"/bin/docker": FakeOutcome()})
        return DockerSandbox(processes, "image", "/bin/docker")

    def make_unavailable(self) -> Sandbox:
        return DockerSandbox(FakeProcesses(), "image", None)
