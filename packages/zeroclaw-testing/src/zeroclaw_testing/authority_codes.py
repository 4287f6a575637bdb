"""Codes that a scripted authority gives out for tokens, each worth one exchange."""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import parse_qs, urlencode, urlsplit

from attrs import define, field, frozen

__all__ = ["CodeDesk", "matches"]

WANTED = ("client_id", "redirect_uri", "scope", "state")


def matches(verifier: str, challenge: str) -> bool:
    """Whether a challenge was made of this verifier (RFC 7636, S256)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == challenge


@frozen
class _Given:
    client_id: str
    redirect_url: str
    challenge: str


@define(eq=False)
class CodeDesk:
    """Gives out codes, and takes each back once, from who asked for it."""

    _given: dict[str, _Given] = field(factory=dict, init=False)
    _count: int = field(default=0, init=False)

    def give(self, client_id: str, redirect_url: str, challenge: str) -> str:
        """A new code."""
        self._count += 1
        code = f"code-secret-{self._count}"
        self._given[code] = _Given(client_id, redirect_url, challenge)
        return code

    def take(self, form: dict[str, str]) -> str:
        """What is wrong with an exchange, as an error's code; empty when it is right."""
        given = self._given.pop(form.get("code", ""), None)
        if given is None or form.get("redirect_uri") != given.redirect_url:
            return "invalid_grant"
        if form.get("client_id") != given.client_id:
            return "invalid_client"
        is_theirs = matches(form.get("code_verifier", ""), given.challenge)
        return "" if is_theirs else "invalid_grant"

    def agree(self, page_url: str) -> str:
        """Where a browser is sent whose user logs in at a page and agrees."""
        fields = self._asked(page_url)
        code = self.give(fields["client_id"], fields["redirect_uri"], fields["code_challenge"])
        return _back(fields, {"code": code})

    def decline(self, page_url: str) -> str:
        """Where a browser is sent whose user does not agree."""
        said = {"error": "access_denied", "error_description": "The user said no."}
        return _back(self._asked(page_url), said)

    def _asked(self, page_url: str) -> dict[str, str]:
        """Raises ValueError when no service would show such a page."""
        query = parse_qs(urlsplit(page_url).query, strict_parsing=True)
        fields = {name: values[0] for name, values in query.items()}
        missing = [name for name in (*WANTED, "code_challenge") if not fields.get(name)]
        if missing or fields.get("code_challenge_method") != "S256":
            raise ValueError(f"such a page needs {missing or 'another method of challenge'}")
        return fields


def _back(fields: dict[str, str], answer: dict[str, str]) -> str:
    return f"{fields['redirect_uri']}?{urlencode({**answer, 'state': fields['state']})}"
