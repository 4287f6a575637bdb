"""Looks at the system that the program runs on, with the terminal it is shown on."""

from __future__ import annotations

import locale
import platform
import sys
from collections.abc import Mapping

from zeroclaw.checks.judging.surroundings import SystemFacts, TerminalFacts

__all__ = ["look_at_system", "look_at_terminal"]


def look_at_system() -> SystemFacts:
    """What the interpreter knows."""
    return SystemFacts(sys.platform, platform.release(), platform.python_version())


def look_at_terminal(environ: Mapping[str, str]) -> TerminalFacts:
    """The terminal behind standard output; its encoding is that of the locale elsewhere."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    encoding = (
        sys.stdout.encoding if is_terminal else locale.getpreferredencoding(do_setlocale=False)
    )
    return TerminalFacts(is_terminal, environ.get("TERM", ""), encoding)
