"""Finds the rule of a program by the word that names it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from zeroclaw_runtime.security.commands.programs.archives import ARCHIVES
from zeroclaw_runtime.security.commands.programs.building import BUILDING
from zeroclaw_runtime.security.commands.programs.builtins import BUILTINS
from zeroclaw_runtime.security.commands.programs.files import FILES
from zeroclaw_runtime.security.commands.programs.git import GIT
from zeroclaw_runtime.security.commands.programs.golang import GOLANG
from zeroclaw_runtime.security.commands.programs.interpreters import INTERPRETERS
from zeroclaw_runtime.security.commands.programs.javascript import JAVASCRIPT
from zeroclaw_runtime.security.commands.programs.network import NETWORK
from zeroclaw_runtime.security.commands.programs.python import PYTHON
from zeroclaw_runtime.security.commands.programs.rule import ProgramRule
from zeroclaw_runtime.security.commands.programs.rust import RUST
from zeroclaw_runtime.security.commands.programs.searching import SEARCHING
from zeroclaw_runtime.security.commands.programs.syncing import SYNCING
from zeroclaw_runtime.security.commands.programs.system import SYSTEM
from zeroclaw_runtime.security.commands.programs.text import TEXT
from zeroclaw_runtime.security.commands.programs.writers import WRITERS

__all__ = ["PROGRAMS", "program_name", "rule_of"]

PROGRAMS: Mapping[str, ProgramRule] = MappingProxyType(
    {
        "git": GIT,
        **INTERPRETERS,
        **NETWORK,
        **SYSTEM,
        **ARCHIVES,
        **BUILDING,
        **FILES,
        **GOLANG,
        **JAVASCRIPT,
        **PYTHON,
        **RUST,
        **SEARCHING,
        **SYNCING,
        **TEXT,
        **WRITERS,
        **BUILTINS,
    }
)

_SYSTEM_FOLDERS = frozenset({"/bin", "/usr/bin", "/usr/local/bin"})
_NUMBERED = re.compile(r"(python|pip|perl|ruby|lua|php|node)[0-9]+(?:\.[0-9]+)*")


def program_name(word: str) -> str | None:
    """What the table calls the program; None for a file that is not in a folder of the system."""
    folder, slash, name = word.rpartition("/")
    if slash and folder not in _SYSTEM_FOLDERS:
        return None
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] if numbered else name


def rule_of(name: str | None) -> ProgramRule | None:
    """Its rule; None for an unknown program."""
    return None if name is None else PROGRAMS.get(name)
