"""The part of the fork server's program that takes rights from a command before it starts.

Loaded by path like `reaper_main.py`, from the standard library only. Everything here works on
the calling process, for ever: `reaper_main.py` calls it in the child that becomes the command.

Sources: landlock(7), seccomp(2), capabilities(7), the kernel's `linux/landlock.h`.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import struct

__all__ = [
    "ABSTRACT_SOCKETS",
    "ALL_NETWORK",
    "EXECUTE",
    "FILE_RIGHTS",
    "IOCTL_DEV",
    "LEAST_ABI_FOR_FILES",
    "LEAST_ABI_FOR_NETWORK",
    "MAKE_BLOCK",
    "MAKE_CHAR",
    "READ_DIR",
    "READ_FILE",
    "SIGNALS",
    "TRUNCATE",
    "WRITE_FILE",
    "filter_system_calls",
    "known_rights",
    "landlock_abi",
    "landlock_errata",
    "limit_resources",
    "restrict_files",
    "ruleset_attributes",
]

# Landlock's rights of files that the sandboxes name; the others are reached by `known_rights`.
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_CHAR, MAKE_BLOCK = 1 << 6, 1 << 11
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
# A rule on anything but a folder may hold these only.
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV

ALL_NETWORK = 0b11  # to bind, to connect: both over TCP
ABSTRACT_SOCKETS, SIGNALS = 0b01, 0b10

# Below it a file outside can be truncated, which no promise of read-only survives.
LEAST_ABI_FOR_FILES = 3
# Below it an abstract socket can be reached.
LEAST_ABI_FOR_NETWORK = 6

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF, _OPENAT2 = 444, 445, 446, 437
_ASK_VERSION, _ASK_ERRATA = 1, 2
_RULE_PATH_BENEATH = 1
_NO_MAGIC_LINKS, _NO_SYMBOLIC_LINKS = 0x02, 0x04
_AT_FDCWD = -100

_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_INSTRUCTION = 8


def known_rights(abi: int) -> int:
    """Every right of files that this version of Landlock can take away."""
    if abi >= 5:
        return 0xFFFF
    if abi >= 3:
        return 0x7FFF
    return 0x3FFF if abi == 2 else 0x1FFF


def ruleset_attributes(abi: int, *, files: bool, network: bool) -> bytes:
    """`struct landlock_ruleset_attr`, as long as this version of Landlock knows it."""
    scopes = (ABSTRACT_SOCKETS if network else 0) | SIGNALS
    fields = (known_rights(abi) if files else 0, ALL_NETWORK if network else 0, scopes)
    count = 3 if abi >= 6 else 2 if abi >= 4 else 1
    return struct.pack(f"={count}Q", *fields[:count])


def landlock_abi() -> int:
    """The version of Landlock in this kernel; 0 where it is missing or switched off."""
    return _told(_ASK_VERSION)


def landlock_errata() -> int:
    """The bits of the repaired defects of this kernel's Landlock; 0 where it cannot tell."""
    return _told(_ASK_ERRATA)


def restrict_files(words: list[bytes]) -> None:
    """Let Landlock hold, then give up every capability. Raises OSError, nothing half done.

    Words: `files` to take all rights of files but those of the words `beneath <rights> <path>`,
    `network` to take TCP with abstract sockets. Signals to the outside go with either, where this
    version knows them. A path with a symbolic link in it is refused: the folder that was meant
    may have been replaced by a link since.
    """
    files, network = b"files" in words, b"network" in words
    rules = [word.split(b" ", 2)[1:] for word in words if word.startswith(b"beneath ")]
    libc = _libc()
    _checked(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    if files or network:
        abi = landlock_abi()
        if (files and abi < LEAST_ABI_FOR_FILES) or (network and abi < LEAST_ABI_FOR_NETWORK):
            raise OSError(errno.EOPNOTSUPP, f"Landlock {abi} is too old")
        attributes = ruleset_attributes(abi, files=files, network=network)
        ruleset = _checked(libc.syscall(_CREATE_RULESET, attributes, _size(len(attributes)), 0))
        for rights, path in rules:
            _allow(libc, ruleset, int(rights), path)
        _checked(libc.syscall(_RESTRICT_SELF, ruleset, 0))
        os.close(ruleset)
    _drop_capabilities(libc)


def limit_resources(words: list[bytes]) -> None:
    """Apply the words `limit <NAME> <value>`, never above what the process has already."""
    for word in words:
        if not word.startswith(b"limit "):
            continue
        _, name, value = word.decode().split(" ")
        number: int = getattr(resource, f"RLIMIT_{name}")
        wanted, hard = int(value), resource.getrlimit(number)[1]
        # The hard limit of CPU time kills without the signal that names the reason.
        ceiling = wanted + 1 if name == "CPU" else wanted
        if hard != resource.RLIM_INFINITY:
            wanted, ceiling = min(wanted, hard), min(ceiling, hard)
        resource.setrlimit(number, (wanted, ceiling))


def filter_system_calls(words: list[bytes]) -> None:
    """Install the program of the word `system_calls <hex>`, if there is one."""
    for word in words:
        if not word.startswith(b"system_calls "):
            continue
        program = bytes.fromhex(word.split(b" ")[1].decode())
        if len(program) % _INSTRUCTION:
            raise OSError(errno.EINVAL, "not a program of classic BPF")
        held = ctypes.create_string_buffer(program, len(program))
        # struct sock_fprog: a count, padded to the pointer behind it.
        described = struct.pack("@HP", len(program) // _INSTRUCTION, ctypes.addressof(held))
        _checked(_libc().prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, described, 0, 0))


def _told(question: int) -> int:
    answer: int = _libc().syscall(_CREATE_RULESET, None, _size(0), question)
    return max(answer, 0)


def _allow(libc: ctypes.CDLL, ruleset: int, rights: int, path: bytes) -> None:
    how = struct.pack("=QQQ", os.O_PATH | os.O_CLOEXEC, 0, _NO_MAGIC_LINKS | _NO_SYMBOLIC_LINKS)
    folder = _checked(libc.syscall(_OPENAT2, _AT_FDCWD, path, how, _size(len(how))))
    rule = struct.pack("=Qi", rights, folder)
    _checked(libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0))
    os.close(folder)


def _drop_capabilities(libc: ctypes.CDLL) -> None:
    """Without them, `no_new_privs` keeps them away even from a program started as root."""
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    _checked(libc.capset(header, bytes(24)))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _size(count: int) -> ctypes.c_size_t:
    return ctypes.c_size_t(count)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
