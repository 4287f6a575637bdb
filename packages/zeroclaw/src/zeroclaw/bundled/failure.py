"""Tells from what an installer printed why it failed."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from zeroclaw.words import say

__all__ = ["reason_of"]

_ESCAPE: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_BETWEEN_WORDS: Final = re.compile(r"[\s│├╰─▶]+")
"""A message may be wrapped to the width of a terminal, inside of a frame."""

_LAST_ERROR: Final = re.compile(r"^\s*(?:error\s*:|×)\s*(\S.*)$", re.IGNORECASE | re.MULTILINE)


@frozen
class _Reason:
    """The key of what to say where one of the signs is found."""

    signs: tuple[str, ...]
    key: str

    def fits(self, text: str) -> bool:
        return any(sign in text for sign in self.signs)


_REASONS: Final = (
    _Reason(
        ("do not match the hashes", "hash mismatch", "hash-mismatch", "mismatched hash"),
        "bundled_reason_wrong_file",
    ),
    _Reason(
        ("no space left", "disk quota exceeded"),
        "bundled_reason_disk_full",
    ),
    _Reason(
        ("externally-managed", "externally managed"),
        "bundled_reason_managed",
    ),
    _Reason(
        ("permission denied", "read-only file system", "not writable", "operation not permitted"),
        "bundled_reason_not_writable",
    ),
    _Reason(
        ("certificate",),
        "bundled_reason_certificate",
    ),
    _Reason(
        (
            *("failed to establish a new connection", "name resolution", "dns error"),
            *("connection refused", "connection reset", "connection aborted", "broken connection"),
            *("timed out", "timeout", "proxyerror", "tcp connect error", "error sending request"),
            *("network is unreachable", "network was disabled", "failed to fetch"),
        ),
        "bundled_reason_unreachable",
    ),
    _Reason(
        (
            *("no matching distribution", "could not find a version", "no solution found"),
            *("was not found in",),
        ),
        "bundled_reason_not_found",
    ),
)
"""The first that fits counts: after a failure of the network, for example, nothing is found."""


def reason_of(output: str, exit_code: int | None, installer: str) -> str:
    """The reason with what to do, in our words; else the last error that it printed."""
    plain = _ESCAPE.sub("", output).replace("\r", "\n")
    text = _BETWEEN_WORDS.sub(" ", plain).lower()
    for reason in _REASONS:
        if reason.fits(text):
            return say(reason.key)
    said = _LAST_ERROR.findall(plain)
    if said:
        problem = said[-1].strip().rstrip(".")
        return say("bundled_reason_said", installer=installer, problem=problem)
    if exit_code is None:
        return say("bundled_reason_killed", installer=installer)
    return say("bundled_reason_ended", installer=installer, code=exit_code)
