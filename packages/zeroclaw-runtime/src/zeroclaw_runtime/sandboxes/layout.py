"""The file tree that a command sees in a mount namespace of its own, worked out from a policy."""

# Not pathlib: paths come and go as text here, and pass a comparison of text in between.
# ruff: noqa: PTH110, PTH112, PTH114, PTH118, PTH120, PTH208

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import cache

from attrs import define, field, frozen

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.sandbox import NetworkAccess, SandboxPolicy

__all__ = ["Absent", "Layout", "Mount", "layout_of"]

_PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
# Few, since each costs a tenth of a millisecond at every start. Certificates only: beside them,
# in /etc/ssl and /etc/pki, lie private keys.
_SETTINGS = (
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"),
    *("/etc/group", "/etc/nsswitch.conf", "/etc/passwd"),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/ca-trust", "/etc/pki/tls/certs"),
)
_NETWORK_SETTINGS = ("/etc/gai.conf", "/etc/host.conf", "/etc/hosts", "/etc/resolv.conf")
_OWN = ("/dev", "/proc")
_TEMPORARY = "/tmp"
# What marks an empty file or folder as ours: sticky, writable for nobody.
_MARK_BITS, _MARK = 0o1222, 0o1000


class Mount(Enum):
    """What lies at one path: the same of the host, something private, or nothing to be seen."""

    READ_ONLY = auto()
    WRITABLE = auto()
    TEMPORARY = auto()
    HIDDEN_FILE = auto()
    HIDDEN_FOLDER = auto()


_VISIBLE = frozenset({Mount.READ_ONLY, Mount.WRITABLE})


@frozen
class Absent:
    """A path that must stay absent; a mount needs something there to be mounted on."""

    path: str
    is_folder: bool


@frozen
class Layout:
    """The mounts, each after what it lies beneath, with the links beside them.

    `links` are names with the paths that they lead to. `absent` has what something must lie at
    before the mounts can be made, including what already lies there for that reason alone.
    """

    mounts: tuple[tuple[str, Mount], ...]
    links: tuple[tuple[str, str], ...]
    absent: tuple[Absent, ...]

    def unheld(self) -> list[str]:
        """What must stay absent with nothing at its place, where a command could make it."""
        return [place.path for place in self.absent if not os.path.lexists(place.path)]

    def of_the_policy(self) -> list[tuple[str, Mount]]:
        """The mounts without those that every command gets."""
        own = {*_system(network=True).mounts, _TEMPORARY}
        return [(path, kind) for path, kind in self.mounts if path not in own]

    def has(self, path: str) -> bool:
        """Whether a command can be in this folder."""
        real = os.path.realpath(path)
        mounts = dict(self.mounts)
        if _nearest(mounts, real) in _VISIBLE:
            return True
        return any(_is_beneath(place, real) for place in (*mounts, *_OWN))


def layout_of(policy: SandboxPolicy, cwd: str) -> Layout:
    """What the policy comes to with the files that there are now. Only looks.

    The programs of the system are always there, read-only. Of two paths of which one lies
    beneath the other, the more generous one counts, except that what is protected is never
    writable and what is hidden never visible; a grant beneath something hidden counts again.
    Raises `SandboxUnavailable` when a symbolic link leads to something protected: the command
    could replace the link, and a mount cannot hold one.
    """
    system = _system(network=policy.network is NetworkAccess.OPEN)
    hidden = sorted(policy.hidden, key=_depth)
    plan = _Plan(_grants(policy, system, [os.path.realpath(path) for path in hidden]))
    for path in sorted(policy.protected, key=_depth):
        plan.guard(path)
    for path in hidden:
        plan.hide(path)
    links = {**system.links, **_links_to((*policy.writable, *policy.readable, cwd))}
    return Layout(
        mounts=tuple(sorted(plan.mounts.items(), key=lambda mount: _depth(mount[0]))),
        # A mount that a link lies on has the link already.
        links=tuple(link for link in links.items() if _is_bare(plan.mounts, link[0])),
        absent=tuple(Absent(path, folder) for path, folder in sorted(plan.absent.items())),
    )


@define
class _Plan:
    """The mounts so far."""

    mounts: dict[str, Mount]
    absent: dict[str, bool] = field(factory=dict)

    def guard(self, path: str) -> None:
        """Make a path that lies in something writable read-only with all that is below it."""
        for place in self._held(path):
            for beneath in [other for other in self.mounts if _is_beneath(other, place)]:
                del self.mounts[beneath]
            self.mounts[place] = Mount.READ_ONLY

    def hide(self, path: str) -> None:
        """Make a path unreadable; one in something writable cannot be replaced either."""
        for place in self._held(path):
            self.mounts[place] = Mount.READ_ONLY
        real = os.path.realpath(path)
        if os.path.exists(real) and _nearest(self.mounts, real) in _VISIBLE:
            self.mounts[real] = Mount.HIDDEN_FOLDER if os.path.isdir(real) else Mount.HIDDEN_FILE

    def _held(self, path: str) -> list[str]:
        """Pin the folders on the way to a path; gives the place that must not change, if any."""
        place = "/"
        parts = [part for part in os.path.normpath(path).split("/") if part]
        for number, part in enumerate(parts):
            is_inside = _nearest(self.mounts, place) is Mount.WRITABLE
            is_last = number == len(parts) - 1
            place = os.path.join(place, part)
            if not is_inside:
                # Nobody inside can change this link, so that what it leads to is what counts.
                if os.path.islink(place):
                    real = os.path.realpath(place)
                    return self._held(os.path.join(real, *parts[number + 1 :]))
                if is_last and _nearest(self.mounts, place) is Mount.WRITABLE:
                    return [place]
            elif self._must_not_change(path, place, is_last=is_last):
                return [place]
        return []

    def _must_not_change(self, path: str, place: str, *, is_last: bool) -> bool:
        """Whether the way ends here; a folder that only lies on it is pinned."""
        try:
            found = os.lstat(place)
        except FileNotFoundError:
            self.absent[place] = self.absent.get(place, False) or not is_last
            return True
        if stat.S_ISLNK(found.st_mode):
            problem = f"{place} is a symbolic link, so that {path} cannot be protected"
            raise SandboxUnavailable(sandbox="bubblewrap", problem=problem)
        if _is_ours(place, found):
            self.absent[place] = stat.S_ISDIR(found.st_mode)
            return True
        if is_last or not stat.S_ISDIR(found.st_mode):
            return True
        # A mount of its own, since a folder that is one cannot be renamed.
        self.mounts.setdefault(place, Mount.WRITABLE)
        return False


@frozen
class _System:
    """What every command gets."""

    mounts: Mapping[str, Mount]
    links: Mapping[str, str]


@cache
def _system(*, network: bool) -> _System:
    """Looked up once: the folders of a system stay where they are."""
    settings = (*_SETTINGS, *(_NETWORK_SETTINGS if network else ()))
    programs = [path for path in _existing(_PROGRAMS) if not os.path.islink(path)]
    # A link is cheaper than a mount, where it leads to something that is there anyway.
    linked = {path for path in settings if os.path.islink(path)}
    linked = {path for path in linked if _is_beneath_any(os.path.realpath(path), programs)}
    mounted = [*programs, *(path for path in _existing(settings) if path not in linked)]
    return _System(dict.fromkeys(mounted, Mount.READ_ONLY), _links_to((*_PROGRAMS, *linked)))


def _grants(policy: SandboxPolicy, system: _System, hidden: Sequence[str]) -> dict[str, Mount]:
    """What the policy gives, without what lies beneath an equal gift."""
    wanted = {_TEMPORARY: Mount.TEMPORARY, **system.mounts}
    wanted |= {os.path.realpath(path): Mount.READ_ONLY for path in _existing(policy.readable)}
    wanted |= {os.path.realpath(path): Mount.WRITABLE for path in _existing(policy.writable)}
    given: dict[str, Mount] = {}
    for path in sorted(wanted, key=_depth):
        above = _above(given, path)
        is_given = above is not None and given[above] in {Mount.WRITABLE, wanted[path]}
        if (
            above is None
            or not is_given
            or any(_is_beneath(path, place) and not _is_beneath(above, place) for place in hidden)
        ):
            given[path] = wanted[path]
    return given


def _links_to(named: Iterable[str]) -> dict[str, str]:
    """The symbolic links on the way to what was named, with what they lead to."""
    found: dict[str, str] = {}
    for path in named:
        place = "/"
        for part in os.path.normpath(path).split("/"):
            place = os.path.join(place, part)
            if os.path.islink(place):
                real = os.path.realpath(place)
                found[place] = real
                place = real
    return found


def _is_bare(mounts: Mapping[str, Mount], path: str) -> bool:
    return _nearest(mounts, path) in {None, Mount.TEMPORARY}


def _existing(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if os.path.exists(path)]


def _nearest(mounts: Mapping[str, Mount], path: str) -> Mount | None:
    """What the mount is that a path lies on."""
    above = _above(mounts, path)
    return None if above is None else mounts[above]


def _above(mounts: Mapping[str, Mount], path: str) -> str | None:
    while path not in mounts:
        if path == "/":
            return None
        path = os.path.dirname(path)
    return path


def _is_ours(place: str, found: os.stat_result) -> bool:
    """Whether it is nothing but a place to mount on."""
    if found.st_mode & _MARK_BITS != _MARK:
        return False
    if stat.S_ISDIR(found.st_mode):
        return not os.listdir(place)
    return stat.S_ISREG(found.st_mode) and found.st_size == 0


def _is_beneath_any(path: str, roots: Iterable[str]) -> bool:
    return any(_is_beneath(path, root) for root in roots)


def _is_beneath(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")


def _depth(path: str) -> int:
    return 0 if path == "/" else path.count("/")
