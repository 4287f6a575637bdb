"""The rules of Landlock that a policy comes to with the files that there are now."""

# Not pathlib: paths come and go as text here, and pass a comparison of text in between.
# ruff: noqa: PTH110, PTH112, PTH114, PTH120

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice

from attrs import define, field, frozen

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.sandbox import NetworkAccess, SandboxPolicy
from zeroclaw_runtime.process.restrict_main import (
    EXECUTE,
    FILE_RIGHTS,
    IOCTL_DEV,
    MAKE_BLOCK,
    MAKE_CHAR,
    READ_DIR,
    READ_FILE,
    WRITE_FILE,
    known_rights,
)

__all__ = ["Grants", "grants_of"]

# Each is one rule to be opened and added; some ten thousand would be felt at every start.
ENTRY_LIMIT = 4000

_PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
# What nobody needs to hide. Certificates only: beside them lie private keys.
_SETTINGS = (
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/group", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/timezone"),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/ca-trust", "/etc/pki/tls/certs"),
    *("/etc/ca-certificates", "/etc/gitconfig", "/etc/inputrc", "/etc/mime.types"),
    # Not all of /proc, where the command lines of everybody are.
    *("/proc/cpuinfo", "/proc/filesystems", "/proc/loadavg", "/proc/meminfo", "/proc/stat"),
    *("/proc/uptime", "/proc/version", "/sys/devices/system/cpu"),
)
_NETWORK_SETTINGS = (
    *("/etc/gai.conf", "/etc/host.conf", "/etc/hosts", "/etc/protocols", "/etc/resolv.conf"),
    "/etc/services",
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
# Not its ioctls, one of which types into the terminal.
_TERMINAL = "/dev/tty"

_READING = EXECUTE | READ_FILE | READ_DIR


@frozen
class Grants:
    """What may be done where: real paths, none through a symbolic link.

    In the folders of `frozen` nothing can be created, removed or renamed, since Landlock gives
    every right for a whole tree; what lies in them is as the policy says. Those of `unlisted`
    cannot be listed either. `unprotected` are protected paths that do not exist, in a folder
    where a command can make them.
    """

    rules: tuple[tuple[str, int], ...]
    frozen: tuple[str, ...]
    unlisted: tuple[str, ...]
    unprotected: tuple[str, ...]


def grants_of(policy: SandboxPolicy, abi: int, *, writable: Iterable[str] = ()) -> Grants:
    """The rules for a policy, with more `writable` folders. Only looks, at names and kinds.

    Landlock cannot take a right away again beneath a folder that has it. So a folder on the way
    to something protected or hidden gets no right that would reach it, and each of its other
    entries gets the right of its own. Raises `SandboxUnavailable` when there are too many, or
    when a symbolic link on the way lies where a command can replace it.
    """
    is_open = policy.network is NetworkAccess.OPEN
    settings = (*_SETTINGS, *(_NETWORK_SETTINGS if is_open else ()))
    roots = _existing((*policy.writable, *writable))
    _refuse_links(policy, roots)
    carving = _Carving(
        _existing(policy.protected), _existing(policy.hidden), ENTRY_LIMIT, known_rights(abi)
    )
    for path in _existing((*_PROGRAMS, *settings, *policy.readable)):
        carving.grant(path, _READING)
    written = carving.known & ~(MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV)
    for path in roots:
        carving.grant(path, written)
    for path in _existing(_DEVICES):
        carving.add(path, READ_FILE | WRITE_FILE | IOCTL_DEV)
    for path in _existing((_TERMINAL,)):
        carving.add(path, READ_FILE | WRITE_FILE)
    unprotected = [path for path in _absent(policy.protected) if carving.can_make(path, roots)]
    return Grants(
        rules=tuple(carving.rules.items()),
        frozen=tuple(sorted(carving.frozen)),
        unlisted=tuple(sorted(carving.unlisted)),
        unprotected=tuple(sorted(unprotected)),
    )


@define
class _Carving:
    """The rules so far, with what they have to go around."""

    protected: list[str]
    hidden: list[str]
    entries_left: int
    known: int
    rules: dict[str, int] = field(factory=dict)
    frozen: set[str] = field(factory=set)
    unlisted: set[str] = field(factory=set)

    def add(self, path: str, rights: int) -> None:
        """One rule, with the rights that its kind of file can have in this kernel."""
        rights &= self.known if os.path.isdir(path) else self.known & FILE_RIGHTS
        self.rules[path] = self.rules.get(path, 0) | rights

    def grant(self, root: str, rights: int) -> None:
        """Give the rights at the root and below, except where that is protected or hidden.

        A root that lies beneath something hidden was named on purpose, as it is in other
        sandboxes; one beneath something protected stays as it is.
        """
        if any(_is_beneath(root, place) for place in self.protected):
            rights &= _READING
        if root in self.hidden:
            return
        self._carve(root, rights)

    def _carve(self, path: str, rights: int) -> None:
        if path in self.hidden:
            return
        if path in self.protected:
            rights &= _READING
        hidden = [place for place in self.hidden if _is_beneath(place, path)]
        protected = [place for place in self.protected if _is_beneath(place, path)]
        if not hidden and (not protected or rights & ~_READING == 0):
            self.add(path, rights)
            return
        if rights & ~_READING:
            self.frozen.add(path)
        if not hidden:
            self.add(path, _READING)
        elif any(os.path.isdir(place) for place in hidden):
            self.unlisted.add(path)
        else:
            self.add(path, READ_DIR)
        for entry in self._entries(path):
            self._carve(entry, rights)

    def _entries(self, folder: str) -> list[str]:
        """What lies in a folder; a symbolic link needs no right, only what it leads to does."""
        try:
            with os.scandir(folder) as entries:
                found = list(islice(entries, self.entries_left + 1))
        except OSError as error:
            raise _refused(f"{folder} cannot be listed: {error.strerror}") from error
        self.entries_left -= len(found)
        if self.entries_left < 0:
            raise _refused(f"more than {ENTRY_LIMIT} entries lie beside what must not change")
        return [entry.path for entry in found if not entry.is_symlink()]

    def can_make(self, path: str, roots: list[str]) -> bool:
        """Whether something can be created where nothing is: its nearest folder is writable."""
        above = os.path.dirname(path)
        while not os.path.lexists(above):
            above = os.path.dirname(above)
        above = os.path.realpath(above)
        if above in self.frozen or any(_is_beneath(above, place) for place in self.protected):
            return False
        return any(_is_beneath(above, root) for root in roots)


def _existing(paths: Iterable[str]) -> list[str]:
    return [os.path.realpath(path) for path in paths if os.path.exists(path)]


def _absent(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if not os.path.lexists(path)]


def _refuse_links(policy: SandboxPolicy, roots: list[str]) -> None:
    """Raises `SandboxUnavailable` for a link that a command could have made, or could replace."""
    for path in (*policy.writable, *policy.readable, *policy.protected, *policy.hidden):
        place = os.path.normpath(path)
        while place != "/":
            above = os.path.dirname(place)
            if os.path.islink(place):
                folder = os.path.realpath(above)
                if any(_is_beneath(folder, root) for root in roots):
                    raise _refused(f"{place} is a symbolic link that a command can replace")
            place = above


def _refused(problem: str) -> SandboxUnavailable:
    return SandboxUnavailable(sandbox="landlock", problem=problem)


def _is_beneath(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")
