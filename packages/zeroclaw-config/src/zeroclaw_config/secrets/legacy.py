"""Rescue values of the oldest form, which hides them hardly at all, for a migration."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from zeroclaw_config.secrets.box import is_legacy, seal_unbound

if TYPE_CHECKING:
    from zeroclaw_config.secrets.key_file import SecretKey

__all__ = ["resealed"]

_PREFIX = "enc:"


def resealed(key: SecretKey, text: str) -> str | None:
    """An `enc:` value as an `enc2:` one, so that its plain text reaches no disk.

    None when the text has not that form, or when another key wrote it, as far as that shows:
    the form has no checksum, but the wrong key rarely gives printable text.
    """
    if not is_legacy(text):
        return None
    hidden = bytes.fromhex(text.removeprefix(_PREFIX))
    data = bytes(byte ^ mask for byte, mask in zip(hidden, cycle(key.material), strict=False))
    try:
        plain = data.decode()
    except UnicodeDecodeError:
        return None
    is_text = all(character.isprintable() or character in "\r\n\t" for character in plain)
    return seal_unbound(key, plain) if is_text else None
