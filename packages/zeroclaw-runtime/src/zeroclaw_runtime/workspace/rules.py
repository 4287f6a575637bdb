"""Says which absolute paths stay closed, whatever folder they are in.

Paths are compared by their parts, never as text, so that `/work` holds nothing of `/work-evil`.
What closes a path is compared as a file system that ignores case would; what opens one, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias
from unicodedata import normalize

from attrs import frozen

__all__ = [
    "PROTECTED_NAMES",
    "Parts",
    "PathRules",
    "Roots",
    "holder",
    "known_parts",
    "parts_of",
    "refusal",
]

Parts: TypeAlias = tuple[str, ...]
"""An absolute path by its names, without `.` or `..`."""

PROTECTED_NAMES: Final = frozenset(
    {
        # Version control: hooks, settings, lists of commands to resume with; as a file, `.git`
        # leads to another such folder. `git~1` is its short name on Windows' file systems.
        *(".git", "git~1", ".hg", ".jj", ".gitconfig", ".gitmodules", ".husky"),
        # Read by a shell or an editor when it starts, or on entering the folder.
        *(".envrc", ".profile", ".login", ".logout", ".kshrc", ".cshrc", ".tcshrc"),
        *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases"),
        *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout"),
        *(".vimrc", ".exrc", ".nvimrc", ".nvim.lua", ".dir-locals.el", ".gdbinit", ".lldbinit"),
        *(".vscode", ".idea", ".zed", ".cursor", ".devcontainer"),
        *(".mcp.json", ".claude", ".codex", ".gemini", ".ripgreprc", ".ssh", ".gnupg"),
    }
)
"""Names that make programs run what is written there. Reading them does no harm."""

_MOST_KNOWN: Final = 256
"""Paths of a configuration that are kept taken apart."""

# What HFS+ leaves out when it compares names.
_IGNORED: Final = dict.fromkeys(
    [*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF]
)


@frozen
class Roots:
    """The folders whose files may be used, by absolute path; relative paths start in `workspace`.

    Of folders in one another the innermost decides; `readable` ones are never written to.
    `aliases` are other names of roots, each before the path that it stands for.
    """

    workspace: str
    writable: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((self.workspace, *self.writable, *self.readable)))


@frozen
class PathRules:
    """What stays closed within the roots. All paths are absolute.

    `forbidden` paths are closed with all beneath them, except for a root that lies deeper.
    `installation` is the folder with our own configuration, keys and databases: closed, except
    for the workspace. What has a name of `protected` in it, all in small letters, can be read but
    not written.
    `home` is what `~` stands for; None when it stands for nothing.
    """

    forbidden: tuple[str, ...] = ()
    installation: str | None = None
    home: str | None = None
    protected: frozenset[str] = PROTECTED_NAMES


def parts_of(path: str) -> Parts:
    """The names of a path without empty ones and `.`; `..` is kept."""
    return tuple(part for part in path.split("/") if part not in ("", "."))


@lru_cache(_MOST_KNOWN)
def known_parts(path: str) -> Parts:
    """The same, kept for the paths of a configuration."""
    return parts_of(path)


def holder(paths: Iterable[str], parts: Parts) -> str | None:
    """The innermost of these folders that holds the path or is it."""
    found, depth = None, -1
    for path in paths:
        folder = known_parts(path)
        if len(folder) > depth and _holds(folder, parts):
            found, depth = path, len(folder)
    return found


def refusal(parts: Parts, roots: Roots, rules: PathRules, *, writes: bool) -> str | None:
    """The rule that closes a path within the roots; None when it is open."""
    folded = tuple(map(_folded, parts))
    if _is_own(parts, folded, roots, rules):
        return "own_files"
    forbidden = max(
        (len(one) for path in rules.forbidden if _holds(one := _known_folded(path), folded)),
        default=-1,
    )
    root = holder(roots.paths, parts)
    if forbidden >= (0 if root is None else len(known_parts(root))):
        return "forbidden_path"
    if not writes:
        return None
    if root in roots.readable:
        return "read_only_root"
    # Above the root is what the operator named; a name there says nothing about the file.
    inner = folded[0 if root is None else len(known_parts(root)) :]
    is_protected = not rules.protected.isdisjoint(inner) or _may_be_repository(inner)
    return "protected_name" if is_protected else None


def _may_be_repository(folded: Parts) -> bool:
    """Whether git may take one of the folders for a repository without a checkout.

    It does wherever there is a `HEAD` beside the rest, which therefore nobody may add.
    """
    return folded[-1:] == ("head",) or any(name.endswith(".git") for name in folded)


def _is_own(parts: Parts, folded: Parts, roots: Roots, rules: PathRules) -> bool:
    if rules.installation is None:
        return False
    own = _known_folded(rules.installation)
    if not _holds(own, folded):
        return False
    workspace = known_parts(roots.workspace)
    is_workspace_inside = len(workspace) > len(own) and _holds(own, tuple(map(_folded, workspace)))
    return not (is_workspace_inside and _holds(workspace, parts))


def _holds(folder: Parts, parts: Parts) -> bool:
    return parts[: len(folder)] == folder


@lru_cache(_MOST_KNOWN)
def _known_folded(path: str) -> Parts:
    return tuple(map(_folded, parts_of(path)))


def _folded(name: str) -> str:
    """One spelling for all that some file system takes for the same name.

    Besides case that is composition, what HFS+ ignores, dots and blanks at the end on Windows'
    file systems, where a colon leads into a file or folder of the name before it.
    """
    if not name.isascii():
        name = normalize("NFKC", name.translate(_IGNORED)).casefold()
    return name.partition(":")[0].rstrip(" .").lower()
