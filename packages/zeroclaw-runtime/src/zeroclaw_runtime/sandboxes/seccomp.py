"""The system calls that no confined command may make, as a filter for seccomp."""

from __future__ import annotations

import errno
from functools import cache

from attrs import frozen

from zeroclaw_runtime.sandboxes.bpf import (
    Bits,
    Equal,
    Give,
    Instruction,
    Label,
    Least,
    Load,
    assembled_program,
)

__all__ = ["filter_program"]

# struct seccomp_data on a little-endian machine; the low half of argument n is at 16 + 8 n.
_NUMBER, _ARCHITECTURE = 0, 4
_FIRST, _SECOND, _THIRD = 16, 24, 32

_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000

# Of clone's flags only the low half counts, also in the kernel. All are CLONE_NEW*.
_NEW_NAMESPACES = 0x7E020000
# Both put characters into a terminal's input. The kernel takes the low half of the request, so
# that a filter that compared 64 bits would be passed by setting a high one.
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_AF_INET, _AF_INET6, _AF_NETLINK, _NETLINK_ROUTE = 2, 10, 16, 0

# By name, the number on x86-64, then on the machines with the generic table.
_REFUSED = {
    # Another view of the file system, through which a protected place would be reached.
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "open_by_handle_at": (304, 265),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    # Namespaces, in which the command would have every capability.
    "unshare": (272, 97),
    "setns": (308, 268),
    # Other processes.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    # Large and often broken parts of the kernel; io_uring also makes system calls unseen.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Keys belong to the user, not to a namespace.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # The machine itself.
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "acct": (163, 89),
    "syslog": (103, 116),
}
# Numbers behind the newest call that was looked at; programs fall back when one is missing.
_UNKNOWN = 470


@frozen
class _Machine:
    """One kind of processor; `foreign` is the first number of another table it also has."""

    name: str
    architecture: int
    column: int
    clone: int
    ioctl: int
    socket: int
    foreign: int | None


_CLONE3 = 435
_MACHINES = (
    _Machine("x86-64", 0xC000003E, 0, clone=56, ioctl=16, socket=41, foreign=0x40000000),
    _Machine("aarch64", 0xC00000B7, 1, clone=220, ioctl=29, socket=198, foreign=None),
)


@cache
def filter_program(*, network: bool) -> bytes:
    """The filter as the kernel takes it, one for x86-64 and aarch64 alike.

    It lists what is refused, with the errno that programs expect, and kills what comes by the
    table of another processor, whose numbers mean something else.

    Without `network` no socket can be made at all, local ones included: a socket file that lies
    in a workspace belongs to a program outside. Pairs made by `socketpair` stay, since nobody
    else can reach them. With it come the internet and the question for the own addresses; not
    local sockets, whose abstract names are those of the whole machine then.
    """
    program: list[Instruction] = [Load(_ARCHITECTURE)]
    program += [Equal(machine.architecture, machine.name) for machine in _MACHINES]
    program += [Give(_KILL)]
    for machine in _MACHINES:
        program += _for_machine(machine, network=network)
    return assembled_program(program)


def _for_machine(machine: _Machine, *, network: bool) -> list[Instruction]:
    def own(label: str) -> str:
        return f"{machine.name} {label}"

    program: list[Instruction] = [Label(machine.name), Load(_NUMBER)]
    if machine.foreign is not None:
        program += [Least(machine.foreign, own("kill"))]
    program += [Least(_UNKNOWN, own("missing")), Equal(_CLONE3, own("missing"))]
    program += [Equal(machine.clone, own("clone")), Equal(machine.ioctl, own("ioctl"))]
    program += [Equal(machine.socket, own("socket"))]
    numbers = sorted(columns[machine.column] for columns in _REFUSED.values())
    program += [Equal(number, own("refuse")) for number in numbers]
    program += [Give(_ALLOW)]
    program += [Label(own("clone")), Load(_FIRST)]
    program += [Bits(_NEW_NAMESPACES, own("refuse"), own("allow"))]
    program += [Label(own("ioctl")), Load(_SECOND), Equal(_TIOCSTI, own("refuse"))]
    program += [Equal(_TIOCLINUX, own("refuse"), own("allow")), Label(own("socket"))]
    if network:
        program += [Load(_FIRST), Equal(_AF_INET, own("allow")), Equal(_AF_INET6, own("allow"))]
        program += [Equal(_AF_NETLINK, "", own("no access")), Load(_THIRD)]
        program += [Equal(_NETLINK_ROUTE, own("allow"), own("no access"))]
    program += [Label(own("no access")), Give(_ERROR | errno.EACCES)]
    program += [Label(own("allow")), Give(_ALLOW)]
    program += [Label(own("refuse")), Give(_ERROR | errno.EPERM)]
    # The library then makes threads by the older call, whose flags can be looked at.
    program += [Label(own("missing")), Give(_ERROR | errno.ENOSYS), Label(own("kill"))]
    return [*program, Give(_KILL)]
