"""Reads the file in which Codex keeps its own login."""

from __future__ import annotations

from zeroclaw_providers.json_fields import loaded, object_of, text_of
from zeroclaw_providers.oauth.tokens import Tokens, tokens_from_jwt

__all__ = ["codex_tokens"]


def codex_tokens(data: bytes) -> Tokens:
    """The tokens in an `auth.json`. Raises ValueError, a clause that quotes nothing of it."""
    try:
        fields = object_of(loaded(data.removeprefix(b"\xef\xbb\xbf")))
    except ValueError:
        raise ValueError("it is no JSON") from None
    found = object_of(fields.get("tokens"))
    tokens = tokens_from_jwt(
        text_of(found.get("access_token")),
        text_of(found.get("refresh_token")),
        text_of(found.get("account_id")),
    )
    if tokens is None:
        raise ValueError("it has no tokens of a login, such as `codex login` puts there")
    return tokens
