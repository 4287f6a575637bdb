"""The filter of system calls means what libseccomp makes of the same policy."""

from __future__ import annotations

import errno
import os
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence

import pyseccomp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_runtime.sandboxes.bpf import INSTRUCTION
from zeroclaw_runtime.sandboxes.seccomp import filter_program

ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, EACCES, ENOSYS = (0x50000 | number for number in (errno.EPERM, errno.EACCES, errno.ENOSYS))
X86, ARM = 0xC000003E, 0xC00000B7
FOREIGN = {"i386": 0x40000003, "arm": 0x40000028, "riscv64": 0xC00000F3, "none": 0}
# What libseccomp 2.5 has no name for, by number on both machines.
UNNAMED = {"open_tree_attr": 467}
NEWEST = 469
SOCKETS = (41, 198)
REFUSED = [
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "open_tree",
    "move_mount",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "open_by_handle_at",
    "quotactl",
    "quotactl_fd",
    "swapon",
    "swapoff",
    "unshare",
    "setns",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "pidfd_getfd",
    "kcmp",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "add_key",
    "request_key",
    "keyctl",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "reboot",
    "acct",
    "syslog",
]
NAMESPACE_FLAGS = [0x20000, *(1 << bit for bit in (25, 26, 27, 28, 29, 30))]
HIGH = 0xDEADBEEF << 32
WORDS = [0, 2, 10, 16, 0x5412, 0x541C, 0x5411, 0x11, *NAMESPACE_FLAGS, 0x3D0F00]
CASES = [(word | high, other) for word in WORDS for high in (0, HIGH) for other in (0, 4, HIGH)]


def run(program: Sequence[tuple[int, ...]], arch: int, number: int, *words: int) -> int:
    """What the kernel would do with the program, for the instructions that such filters have."""
    data = struct.pack("=IIQ6Q", number, arch, 0, *words, *[0] * (6 - len(words)))
    place, word = 0, 0
    while True:
        code, then, otherwise, value = program[place]
        place += 1
        match code:
            case 0x20:
                word = struct.unpack_from("=I", data, value)[0]
            case 0x54:
                word &= value
            case 0x05:
                place += value
            case 0x15:
                place += then if word == value else otherwise
            case 0x25:
                place += then if word > value else otherwise
            case 0x35:
                place += then if word >= value else otherwise
            case 0x45:
                place += then if word & value else otherwise
            case 0x06:
                return value
            case _:
                raise AssertionError(f"instruction {code:#x}")


def lines(program: bytes) -> list[tuple[int, ...]]:
    return list(INSTRUCTION.iter_unpack(program))


def reference(machine: pyseccomp.Arch, *, network: bool) -> list[tuple[int, ...]]:
    """The same policy, told to libseccomp."""
    policy = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    policy.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    if not policy.exist_arch(machine):
        policy.add_arch(machine)
        policy.remove_arch(pyseccomp.Arch.NATIVE)
    refuse, deny = pyseccomp.ERRNO(errno.EPERM), pyseccomp.ERRNO(errno.EACCES)
    low = 0xFFFFFFFF

    def is_low(place: int, value: int, mask: int = low) -> pyseccomp.Arg:
        return pyseccomp.Arg(place, pyseccomp.MASKED_EQ, mask, value)

    for name in REFUSED:
        policy.add_rule(refuse, name)
    policy.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
    for flag in NAMESPACE_FLAGS:
        policy.add_rule(refuse, "clone", is_low(0, flag, flag))
    for request in (0x5412, 0x541C):
        policy.add_rule(refuse, "ioctl", is_low(1, request))
    if not network:
        policy.add_rule(deny, "socket")
    else:
        for family in set(range(64)) - {2, 10, 16}:
            policy.add_rule(deny, "socket", is_low(0, family))
        for protocol in range(1, 32):
            policy.add_rule(deny, "socket", is_low(0, 16), is_low(2, protocol))
    with tempfile.TemporaryFile() as file:
        policy.export_bpf(file)
        file.seek(0)
        return lines(file.read())


@pytest.mark.parametrize("network", [False, True])
@pytest.mark.parametrize(
    ("arch", "machine"), [(X86, pyseccomp.Arch.X86_64), (ARM, pyseccomp.Arch.AARCH64)]
)
def test_every_known_call_is_judged_as_libseccomp_judges_it(
    arch: int, machine: pyseccomp.Arch, network: bool
) -> None:
    ours, theirs = lines(filter_program(network=network)), reference(machine, network=network)
    differing = [
        (number, words)
        for number in range(NEWEST + 1)
        if number not in UNNAMED.values()
        for words in [(a, a, b) for a, b in CASES]
        # The reference can only list families, so that `test_sockets_...` has the others.
        if not (network and number in SOCKETS and words[0] % 2**32 >= 64)
        if run(ours, arch, number, *words) != run(theirs, arch, number, *words)
    ]
    assert differing == []
    foreign = [*FOREIGN.values(), ARM if arch == X86 else X86]
    for other in set(foreign) - {X86, ARM}:
        assert run(ours, other, 1) == run(theirs, other, 1) == KILL


def test_control_a_missing_rule_shows_in_the_comparison() -> None:
    ours = lines(filter_program(network=False))
    changed = [(code, a, b, 2**31 if value == 101 else value) for code, a, b, value in ours]
    assert run(changed, X86, 101) != run(reference(pyseccomp.Arch.X86_64, network=False), X86, 101)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([X86, ARM]), st.integers(0, NEWEST), st.integers(0, 2**64 - 1), st.booleans()
)
def test_random_words_are_judged_as_libseccomp_judges_them(
    arch: int, number: int, word: int, network: bool
) -> None:
    theirs = _REFERENCES[arch, network]
    if number not in UNNAMED.values():
        ours = lines(filter_program(network=network))
        words = (word, word, word & 31)
        if number not in SOCKETS:
            assert run(ours, arch, number, *words) == run(theirs, arch, number, *words)


_REFERENCES = {
    (arch, network): reference(machine, network=network)
    for arch, machine in ((X86, pyseccomp.Arch.X86_64), (ARM, pyseccomp.Arch.AARCH64))
    for network in (False, True)
}


@pytest.mark.parametrize("number", [*UNNAMED.values()])
def test_mount_calls_newer_than_libseccomp_are_refused(number: int) -> None:
    for arch in (X86, ARM):
        assert run(lines(filter_program(network=True)), arch, number) == EPERM


@pytest.mark.parametrize("number", [NEWEST + 1, 547, 4095, 0x3FFFFFFF])
def test_call_that_nobody_looked_at_is_missing(number: int) -> None:
    for arch in (X86, ARM):
        assert run(lines(filter_program(network=True)), arch, number) == ENOSYS


@pytest.mark.parametrize("number", [0x40000000, 0x40000000 | 39, 0x40000000 | 165, 0xFFFFFFFF])
def test_second_table_of_the_processor_kills(number: int) -> None:
    assert run(lines(filter_program(network=True)), X86, number) == KILL


@pytest.mark.parametrize("family", [*range(50), 2**31, HIGH | 1])
def test_sockets_are_for_the_internet_only(family: int) -> None:
    bare, with_network = (lines(filter_program(network=network)) for network in (False, True))
    for arch, number in ((X86, 41), (ARM, 198)):
        assert run(bare, arch, number, family) == EACCES
        expected = ALLOW if family in {2, 10, 16} else EACCES
        assert run(with_network, arch, number, family, 0, 0) == expected
        assert run(with_network, arch, number, family, 0, 4) == (
            EACCES if family == 16 else expected
        )


CHILD = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
program = sys.stdin.buffer.read()
array = ctypes.create_string_buffer(program)
class Program(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('lines', ctypes.c_void_p)]
if program:
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    wanted = Program(len(program) // 8, ctypes.addressof(array))
    assert libc.prctl(22, 2, ctypes.byref(wanted)) == 0, ctypes.get_errno()
def call(number, *words):
    result = libc.syscall(ctypes.c_long(number), *(ctypes.c_ulong(word) for word in words))
    return -ctypes.get_errno() if result < 0 else result
"""


def child(program: bytes, line: str) -> tuple[int, str]:
    """The result of a child under the filter."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", CHILD + line],
        input=program,
        capture_output=True,
        timeout=20,
        check=False,
    )
    return done.returncode, done.stdout.decode().strip() or done.stderr.decode()


needs_x86 = pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86-64")


@needs_x86
@pytest.mark.parametrize(
    ("line", "bare", "refused"),
    [
        ("print(call(323, 1) > 0)", "True", "False"),
        ("print(call(323, 1))", None, str(-errno.EPERM)),
        ("print(call(435, 0, 0))", str(-errno.EINVAL), str(-errno.ENOSYS)),
        ("print(call(41, 1, 1, 0))", "3", str(-errno.EACCES)),
        ("print(call(41, 1 << 32 | 2, 1, 0))", "3", str(-errno.EACCES)),
        ("print(call(16, 0, 7 << 32 | 0x5412, 0))", None, str(-errno.EPERM)),
        ("print(call(16, 0, 0x5412, 0))", None, str(-errno.EPERM)),
        ("import socket; print(len(socket.socketpair()))", "2", "2"),
        ("import threading; t = threading.Thread(); t.start(); print(t.join())", "None", "None"),
        ("print(os.waitstatus_to_exitcode(os.system('exit 3')))", "3", "3"),
    ],
)
def test_kernel_does_what_the_filter_says(line: str, bare: str | None, refused: str) -> None:
    if bare is not None:
        assert child(b"", line) == (0, bare)
    assert child(filter_program(network=False), line) == (0, refused)


@needs_x86
def test_number_of_the_second_table_ends_the_process() -> None:
    line = "print(call(0x40000000 | 39))"
    assert child(b"", line)[0] == 0
    assert child(filter_program(network=True), line)[0] == -signal.SIGSYS
