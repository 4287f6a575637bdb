"""The docker host confines what it starts; nothing it offers outlives a command."""

from __future__ import annotations

from zeroclaw_api.host import HostFeature, RuntimeAdapter
from zeroclaw_runtime import DockerHost

SCRIPT = "echo --privileged; docker ps"


def test_container_has_no_network_and_no_privileges() -> None:
    argv = DockerHost("debian").shell_argv(SCRIPT, "/work")
    options = argv[: argv.index("debian")]
    for option in ("--network=none", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--rm"):
        assert option in options
    assert "--privileged" not in options
    assert argv[argv.index("debian") :] == ("debian", "/bin/sh", "-c", "--", SCRIPT)


def test_workspace_is_the_only_thing_that_is_mounted() -> None:
    argv = DockerHost("debian").shell_argv(SCRIPT, "/work")
    mounts = [argv[index + 1] for index, word in enumerate(argv) if word == "--mount"]
    assert mounts == ["type=bind,source=/work,target=/work"]
    assert argv[argv.index("--workdir") + 1] == "/work"


def test_memory_is_limited_unless_told_otherwise() -> None:
    limited: RuntimeAdapter = DockerHost("debian")
    argv = limited.shell_argv(SCRIPT, "/work")
    assert argv[argv.index("--memory") + 1] == str(limited.memory_budget)
    assert "--memory" not in DockerHost("debian", memory_budget=None).shell_argv(SCRIPT, "/work")


def test_nothing_long_running_is_offered() -> None:
    features = DockerHost("debian").features
    assert features == {HostFeature.SHELL, HostFeature.FILESYSTEM}
