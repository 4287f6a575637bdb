"""The native host offers everything, handing scripts to a POSIX shell."""

from __future__ import annotations

from zeroclaw_api.host import HostFeature, RuntimeAdapter
from zeroclaw_runtime import NativeHost


def test_native_host_offers_everything_without_a_limit() -> None:
    host: RuntimeAdapter = NativeHost()
    assert host.features == set(HostFeature)
    assert host.memory_budget is None
    assert host.name == "native"


def test_script_stays_one_word_of_the_command() -> None:
    script = "echo 'a b' && rm -rf \"$HOME\"\n"
    assert NativeHost().shell_argv(script, "/work") == ("/bin/sh", "-c", "--", script)
