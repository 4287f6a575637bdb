"""The ways in which a secret may be written in what a server sends back."""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote, quote_plus

__all__ = ["forms_of", "masked"]

MASK = "***"

SHORTEST_PIECE = 12
"""Characters of a secret in a row that are masked as well: somebody cut it off."""

SHORTEST_ENCODED = 6
"""Characters of base64 in the middle of other data, below which they could be any word's."""


def masked(text: str, secret: str) -> str:
    """The text without the secret, in whatever form, and without larger pieces of it."""
    for form in forms_of(secret):
        text = text.replace(form, MASK)
    for start in range(len(secret) - SHORTEST_PIECE + 1):
        end = start + SHORTEST_PIECE
        if secret[start:end] in text:
            while end < len(secret) and secret[start : end + 1] in text:
                end += 1
            text = text.replace(secret[start:end], MASK)
    return text


def forms_of(secret: str) -> list[str]:
    """The secret as it is, as JSON, Python, percent code, hex, base64; the longest first."""
    data = secret.encode("utf-8", "surrogatepass")
    in_json = json.dumps(secret)[1:-1]
    forms = {
        secret,
        in_json,
        json.dumps(in_json)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        repr(secret)[1:-1],
        repr(data)[2:-1],
        data.hex(),
        data.hex().upper(),
        quote(data, safe=""),
        quote(data),
        quote_plus(data),
        *_encoded(data),
    }
    return sorted(forms - {""}, key=lambda form: (-len(form), form))


def _encoded(data: bytes) -> set[str]:
    """What is sure to stand in the base64 of anything that has the data somewhere."""
    found = set()
    for encode in (b64encode, urlsafe_b64encode):
        for offset in range(3):
            text = encode(bytes(offset) + data).decode()
            # The first and the last characters depend on what stands around the data as well.
            start = (offset * 4 + 2) // 3
            end = (offset + len(data)) * 4 // 3
            if end - start >= SHORTEST_ENCODED:
                found.add(text[start:end])
    return found
