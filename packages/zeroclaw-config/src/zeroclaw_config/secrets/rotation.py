"""Replace the key of all sealed values so that a crash leaves them readable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.secrets.key_file import (
    KeyRing,
    drop_previous,
    keep_previous,
    new_key,
    read_ring,
    replace_key,
    unusable,
)
from zeroclaw_config.secrets.store import SecretTree, reseal

__all__ = ["rotate_key"]


def rotate_key(tree: SecretTree, key_file: Path, write: Callable[[], None]) -> int:
    """Seal every value with a fresh key, which takes the place of the old one; how many there were.

    `write` saves the tree, atomically and durably; the caller keeps other writers out. A value
    that does not open raises InvalidConfig before anything changes, a key file that cannot be
    used SecretKeyUnusable. At each moment one of the two keys on the disk opens each value of the
    configuration on the disk; also after `write` raised, whose error passes through. The old key
    goes last: copies of the configuration that it sealed cannot be read from then on.
    """
    keys = read_ring(key_file)
    if keys is None:
        raise unusable(
            key_file,
            Phrase(
                "key_file_to_rotate_missing",
                "it is missing; restore it, as there is no key to replace",
            ),
        )
    if keys.previous is not None:
        keys = _settled(tree, key_file, keys, write)
    fresh = new_key(key_file)
    count = reseal(tree, keys, fresh)
    keep_previous(key_file, keys.current)
    replace_key(key_file, fresh)
    write()
    drop_previous(key_file)
    return count


def _settled(tree: SecretTree, key_file: Path, keys: KeyRing, write: Callable[[], None]) -> KeyRing:
    """End a rotation that was interrupted, since only one old key can be kept."""
    if reseal(tree, keys, keys.current):
        write()
    drop_previous(key_file)
    return KeyRing(keys.current)
