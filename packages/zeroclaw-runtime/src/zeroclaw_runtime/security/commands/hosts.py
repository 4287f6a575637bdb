"""Finds the names of hosts in the words of a command that talks to the network."""

from __future__ import annotations

import re
from collections.abc import Iterable

from zeroclaw_runtime.security.commands.script import Word

__all__ = ["bare_hosts", "url_hosts"]

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/{1,3}(?:[^\s/?#@]*@)?(\[[^\]\s]*\]|[^\s/?#:@]+)")
_AT = re.compile(r"(?:[^\s/@:]+@)(\[[^\]\s]*\]|[^\s/:@]+)(?::|\Z)")
_BARE = re.compile(r"([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|localhost|\[[0-9A-Fa-f:.]+\])(?=[:/]|\Z)")


def url_hosts(words: Iterable[Word]) -> tuple[str, ...]:
    """The hosts of URLs and of `user@host:path`, in lower case, each once."""
    found: dict[str, None] = {}
    for word in words:
        if "://" in word.text and not word.text.startswith("file:"):
            found.update((host.lower(), None) for host in _URL.findall(word.text))
        elif (at := _AT.match(word.text)) is not None:
            found[at[1].lower()] = None
    return tuple(found)


def bare_hosts(words: Iterable[Word]) -> tuple[str, ...]:
    """Those of `url_hosts`, and words that begin like the name of a host."""
    found = dict.fromkeys(url_hosts(words))
    for word in words:
        if "@" not in word.text and (bare := _BARE.match(word.text)) is not None:
            found[bare[1].lower()] = None
    return tuple(found)
