"""Seal a text so that it opens only with the key, at the place it was sealed for."""

from __future__ import annotations

import base64
import json
import re
import secrets
from typing import TYPE_CHECKING

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config.errors import SecretNotAccepted, SecretNotReadable

if TYPE_CHECKING:
    from zeroclaw_config.secrets.key_file import KeyRing, SecretKey

__all__ = ["is_legacy", "is_sealed", "seal", "seal_unbound", "unreadable", "unseal"]

BOUND = "enc3:"
"""Then base64url without padding of nonce, ciphertext and tag, bound to its key path."""

UNBOUND = "enc2:"
"""Then hex of the same, bound to nothing: the form of the original, which is only read."""

LEGACY = re.compile(r"enc:(?:[0-9a-fA-F]{2})+")
"""An exclusive-or with the key, which whoever knows one value undoes."""

NONCE_BYTES = 12
TAG_BYTES = 16

_SEALED = re.compile(r"enc[23]:\S*")
_CUT = Phrase("seal_cut_off", "it is cut off, or was changed")
_FOREIGN = Phrase("seal_foreign", "it was sealed with the key of another file, or was changed")
_MOVED = Phrase(
    "seal_moved",
    "it was sealed with the key of another file, was sealed for another key, or was changed",
)


def is_sealed(text: str) -> bool:
    """Whether the text is a sealed value of any form, a broken or a legacy one included."""
    return _SEALED.fullmatch(text) is not None or is_legacy(text)


def is_legacy(text: str) -> bool:
    """Whether the text has the form that only a migration reads."""
    return LEGACY.fullmatch(text) is not None


def seal(key: SecretKey, text: str, key_path: KeyPath) -> str:
    """The text as an `enc3:` value for this place.

    Indices of arrays are not part of the place, as they shift when an element is removed. Raises
    SecretNotAccepted for a text that UTF-8 cannot write.
    """
    data = _encoded(text, key, key_path)
    box = base64.urlsafe_b64encode(_encrypted(key, data, _place(key_path)))
    return BOUND + box.rstrip(b"=").decode()


def seal_unbound(key: SecretKey, text: str) -> str:
    """The text as an `enc2:` value, for a migration, which moves it to a place it does not know."""
    return UNBOUND + _encrypted(key, _encoded(text, key, ()), None).hex()


def unseal(keys: KeyRing, sealed: str, key_path: KeyPath) -> str:
    """The text of an `enc3:` or `enc2:` value at this place; raises SecretNotReadable."""
    if is_legacy(sealed):
        raise unreadable(
            keys.current.file,
            key_path,
            Phrase("seal_old_form", "it has the old form `enc:`"),
            migrate=True,
        )
    bound = sealed.startswith(BOUND)
    box = _from_base64(sealed[len(BOUND) :]) if bound else _from_hex(sealed)
    if box is None or len(box) < NONCE_BYTES + TAG_BYTES:
        raise unreadable(keys.current.file, key_path, _CUT)
    for key in keys.keys:
        data = _decrypted(key, box, _place(key_path) if bound else None)
        text = None if data is None else _decoded(data)
        if text is not None:
            return text
    raise unreadable(keys.current.file, key_path, _MOVED if bound else _FOREIGN)


def unreadable(
    file: str, key_path: KeyPath, cause: str, *, migrate: bool = False
) -> SecretNotReadable:
    """The error of a value that does not open with a key file, with what to do about it."""
    key = dotted(key_path)
    remedy = Phrase(
        "restore_or_set_again", "restore that file, or run `zeroclaw secrets set {key}`", key=key
    )
    if migrate:
        remedy = Phrase("run_migrate", "run `zeroclaw config migrate`")
    problem = Phrase("cause_with_remedy", "{cause}; {remedy}", cause=cause, remedy=remedy)
    return SecretNotReadable(path=file, key=key, problem=problem)


def _place(key_path: KeyPath) -> bytes:
    # JSON rather than the dotted form: no two places may look alike.
    parts = [None if isinstance(part, int) else part for part in key_path]
    return BOUND.encode() + json.dumps(parts, separators=(",", ":")).encode()


def _encrypted(key: SecretKey, data: bytes, place: bytes | None) -> bytes:
    # It takes longer to load than most files, which have nothing sealed in them.
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + ChaCha20Poly1305(key.material).encrypt(nonce, data, place)


def _decrypted(key: SecretKey, box: bytes, place: bytes | None) -> bytes | None:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    cipher = ChaCha20Poly1305(key.material)
    try:
        return cipher.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], place)
    except InvalidTag:
        return None


def _encoded(text: str, key: SecretKey, key_path: KeyPath) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        problem = Phrase(
            "secret_has_no_text", "it has characters that are no text; save it as UTF-8"
        )
    # The encoder's error holds the text, so ours must not have it as its context.
    raise SecretNotAccepted(path=key.file, key=dotted(key_path), problem=problem)


def _decoded(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _from_base64(text: str) -> bytes | None:
    try:
        box = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except ValueError:
        return None
    # The last character has bits that decoding ignores: only one spelling is taken.
    return box if base64.urlsafe_b64encode(box).rstrip(b"=").decode() == text else None


def _from_hex(sealed: str) -> bytes | None:
    digits = sealed[len(UNBOUND) :]
    return bytes.fromhex(digits) if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", digits) else None
