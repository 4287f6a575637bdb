"""Says where the requests to an endpoint go, with what of its URL is secret."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

__all__ = ["below", "target_of"]


def target_of(url: str, path_of: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    """The URL whose path is made of the root's, then what is secret in it.

    A URL that is none is left to the client, which says so.
    """
    try:
        parts = urlsplit(url)
        secrets = (parts.username, parts.password, parts.query)
    except ValueError:
        return url, ()
    target = parts._replace(path=path_of(parts.path.rstrip("/")))
    return target.geturl(), tuple(secret for secret in secrets if secret)


def below(endpoint: str) -> Callable[[str], str]:
    """The path of an endpoint below a root, which may name the endpoint itself already."""
    return lambda root: root if root.endswith(endpoint) else root + endpoint
