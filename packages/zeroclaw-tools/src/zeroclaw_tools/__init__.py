"""Give an agent its built-in tools."""

from __future__ import annotations

from zeroclaw_tools.ask_user import AskUser
from zeroclaw_tools.calculator import Calculator
from zeroclaw_tools.content_search import ContentSearch
from zeroclaw_tools.errors import InvalidExpression, InvalidPattern
from zeroclaw_tools.file_edit import FileEdit
from zeroclaw_tools.file_read import FileRead
from zeroclaw_tools.file_write import FileWrite
from zeroclaw_tools.glob_search import GlobSearch
from zeroclaw_tools.shell import Shell

__all__ = [
    "AskUser",
    "Calculator",
    "ContentSearch",
    "FileEdit",
    "FileRead",
    "FileWrite",
    "GlobSearch",
    "InvalidExpression",
    "InvalidPattern",
    "Shell",
]
