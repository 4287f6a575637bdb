"""Builds the command lines of the programs that search in files."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from attrs import frozen

__all__ = ["GREP", "RIPGREP", "SearchMode", "SearchRequest", "grep_argv", "ripgrep_argv"]

RIPGREP: Final = "rg"
GREP: Final = "grep"


class SearchMode(StrEnum):
    """What is told of each match."""

    CONTENT = "content"
    FILES = "files_with_matches"
    COUNT = "count"


@frozen
class SearchRequest:
    """What to look for; `path` lies in the workspace, `before` and `after` count lines."""

    pattern: str
    path: str = "."
    mode: SearchMode = SearchMode.CONTENT
    include: str = ""
    case_sensitive: bool = True
    before: int = 0
    after: int = 0
    multiline: bool = False


def ripgrep_argv(request: SearchRequest) -> tuple[str, ...]:
    """Words for ripgrep, which no setting or ignore file from outside the workspace changes."""
    words = [RIPGREP, "--no-config", "--no-ignore-parent", "--no-ignore-global", "--no-follow"]
    words += ["--color=never", "--no-heading", "--with-filename", "--line-number", "--sort=path"]
    words += ["--max-columns=500", "--max-columns-preview"]
    if request.mode is SearchMode.FILES:
        words.append("--files-with-matches")
    if request.mode is SearchMode.COUNT:
        words.append("--count")
    if not request.case_sensitive:
        words.append("--ignore-case")
    if request.multiline:
        words += ["--multiline", "--multiline-dotall"]
    if request.include:
        words.append(f"--glob={request.include}")
    words += _context(request)
    return (*words, "-e", request.pattern, "--", request.path)


def grep_argv(request: SearchRequest) -> tuple[str, ...]:
    """Words for grep; it has no search over several lines and knows no ignore files."""
    words = [GREP, "-r", "-n", "-H", "-I", "-E", "--color=never"]
    if request.mode is SearchMode.FILES:
        words.append("-l")
    if request.mode is SearchMode.COUNT:
        words.append("-c")
    if not request.case_sensitive:
        words.append("-i")
    if request.include:
        words.append(f"--include={request.include}")
    words += _context(request)
    return (*words, "-e", request.pattern, "--", request.path)


def _context(request: SearchRequest) -> list[str]:
    if request.mode is not SearchMode.CONTENT:
        return []
    words = [f"-B{request.before}"] if request.before else []
    return [*words, f"-A{request.after}"] if request.after else words
