"""Receipts: short proofs, shown to the model, that a call really ran with this result."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final

from attrs import define, field

from zeroclaw_api.json import JsonObject, canonical_json

__all__ = ["EMPTY_RESULT", "MOST_RECEIPTS", "RECEIPT", "Receipts"]

RECEIPT: Final = re.compile(
    r"(?<![A-Za-z0-9_-])zc-receipt-[0-9]{1,12}-[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"
)
"""A receipt in a text, ours or not."""

EMPTY_RESULT: Final = "(no output)"
"""What stands for a result without text, as the model sees it."""

MOST_RECEIPTS: Final = 65_536
"""Receipts of one session that are remembered; about 6 MB. Those before are no longer known."""


@define(eq=False, repr=False)
class Receipts:
    """What was issued in one session, under a key that nobody else has and no disk keeps.

    `key` is 32 random bytes. The token is `zc-receipt-<epoch>-<HMAC-SHA256>`, over the text
    `tool|arguments|result|epoch`, whole seconds since 1970.
    """

    _key: bytes
    _issued: dict[bytes, str] = field(factory=dict)

    def issue(self, name: str, args: JsonObject, result_text: str, epoch: int) -> str:
        """The receipt of a call that succeeded; `result_text` is all of it, before any cap."""
        token = self._token(name, args, result_text, str(epoch))
        self._issued[self._digest(token)] = name
        if len(self._issued) > MOST_RECEIPTS:
            del self._issued[next(iter(self._issued))]
        return token

    def is_issued(self, token: str) -> bool:
        """Whether this very receipt was issued in this session."""
        return self.tool_of(token) is not None

    def tool_of(self, token: str) -> str | None:
        """The tool that a receipt of this session is of; None for any other text."""
        # Looked up under a keyed digest, so that the time it takes tells nothing about a token.
        return self._issued.get(self._digest(token))

    def verify(self, token: str, name: str, args: JsonObject, result_text: str) -> bool:
        """Whether the receipt was issued here, for exactly this call with this result."""
        if not RECEIPT.fullmatch(token):
            return False
        epoch = token.split("-", 3)[2]
        expected = self._token(name, args, result_text, epoch)
        return hmac.compare_digest(expected.encode(), token.encode()) and self.is_issued(token)

    def _token(self, name: str, args: JsonObject, result_text: str, epoch: str) -> str:
        text = f"{name}|{canonical_json(args)}|{result_text or EMPTY_RESULT}|{epoch}"
        # What a program printed may hold half characters; the receipt is over what it was.
        mac = hmac.new(self._key, text.encode("utf-8", "surrogatepass"), sha256).digest()
        return f"zc-receipt-{epoch}-{urlsafe_b64encode(mac).rstrip(b'=').decode()}"

    def _digest(self, token: str) -> bytes:
        return hmac.new(self._key, b"\0" + token.encode("utf-8", "surrogatepass"), sha256).digest()
