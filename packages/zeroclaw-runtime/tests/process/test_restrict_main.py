"""The numbers of Landlock, compared with what others know of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from zeroclaw_runtime.process import restrict_main

plumbing = pytest.importorskip("landlock.plumbing")


@pytest.mark.parametrize(
    "name",
    [
        *("EXECUTE", "WRITE_FILE", "READ_FILE", "READ_DIR", "MAKE_CHAR", "MAKE_BLOCK"),
        *("TRUNCATE", "IOCTL_DEV"),
    ],
)
def test_each_right_has_the_number_that_others_give_it(name: str) -> None:
    assert getattr(restrict_main, name) == int(plumbing.FSAccess[name])


def test_version_of_the_kernel_is_what_others_read() -> None:
    assert restrict_main.landlock_abi() == plumbing.landlock_abi_version()


@pytest.mark.parametrize("abi", range(1, 10))
def test_every_right_of_a_version_is_known(abi: int) -> None:
    since = {"REFER": 2, "TRUNCATE": 3, "IOCTL_DEV": 5}
    rights = [right for right in plumbing.FSAccess if since.get(right.name, 1) <= abi]
    assert restrict_main.known_rights(abi) == sum(int(right) for right in rights)


@pytest.mark.parametrize(("abi", "size"), [(3, 8), (4, 16), (5, 16), (6, 24), (7, 24)])
def test_attributes_are_as_long_as_the_kernel_knows_them(abi: int, size: int) -> None:
    attributes = restrict_main.ruleset_attributes(abi, files=True, network=True)
    assert len(attributes) == size
    assert int.from_bytes(attributes[:8], sys.byteorder) == restrict_main.known_rights(abi)


def test_program_needs_nothing_but_the_standard_library() -> None:
    script = f"import sys; sys.path.append({str(Path(restrict_main.__file__).parent)!r})\n"
    script += "before = set(sys.modules)\nimport restrict_main\n"
    script += "print(sorted(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-E", "-c", script],
        capture_output=True,
        text=True,
        timeout=10,
        check=True,
    )
    assert "pathlib" not in done.stdout
    assert "zeroclaw" not in done.stdout
