"""Tells from what an installer printed why it failed."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

__all__ = ["reason_of"]

_ESCAPE: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_BETWEEN_WORDS: Final = re.compile(r"[\s│├╰─▶]+")
"""A message may be wrapped to the width of a terminal, inside of a frame."""

_LAST_ERROR: Final = re.compile(r"^\s*(?:error\s*:|×)\s*(\S.*)$", re.IGNORECASE | re.MULTILINE)


@frozen
class _Reason:
    """What to say where one of the signs is found."""

    signs: tuple[str, ...]
    says: str

    def fits(self, text: str) -> bool:
        return any(sign in text for sign in self.signs)


_REASONS: Final = (
    _Reason(
        ("do not match the hashes", "hash mismatch", "hash-mismatch", "mismatched hash"),
        "what the package index offers is not the file that was expected, so that it was "
        "refused; tell whoever runs the index, or use another one",
    ),
    _Reason(
        ("no space left", "disk quota exceeded"),
        "the disk is full; make room, then run this again",
    ),
    _Reason(
        ("externally-managed", "externally managed"),
        "this Python belongs to the operating system, which lets nobody add to it; install "
        "zeroclaw into a virtual environment",
    ),
    _Reason(
        ("permission denied", "read-only file system", "not writable", "operation not permitted"),
        "this environment cannot be written; run this as its owner",
    ),
    _Reason(
        ("certificate",),
        "the certificate of the package index is not trusted here; tell the installer which one "
        "to trust",
    ),
    _Reason(
        (
            *("failed to establish a new connection", "name resolution", "dns error"),
            *("connection refused", "connection reset", "connection aborted", "broken connection"),
            *("timed out", "timeout", "proxyerror", "tcp connect error", "error sending request"),
            *("network is unreachable", "network was disabled", "failed to fetch"),
        ),
        "the package index cannot be reached; look at the network, then run this again",
    ),
    _Reason(
        (
            *("no matching distribution", "could not find a version", "no solution found"),
            *("was not found in",),
        ),
        "the package index does not have it, or cannot be read; use another index, or run a GGUF "
        "file with `zeroclaw agent --model-path FILE`",
    ),
)
"""The first that fits counts: after a failure of the network, for example, nothing is found."""


def reason_of(output: str, exit_code: int | None, installer: str) -> str:
    """The reason with what to do, in our words; else the last error that it printed."""
    plain = _ESCAPE.sub("", output).replace("\r", "\n")
    text = _BETWEEN_WORDS.sub(" ", plain).lower()
    for reason in _REASONS:
        if reason.fits(text):
            return reason.says
    said = _LAST_ERROR.findall(plain)
    if said:
        return f"{installer} failed ({said[-1].strip().rstrip('.')})"
    ending = "was killed" if exit_code is None else f"ended with exit code {exit_code}"
    return f"{installer} {ending}; what it printed says more"
