"""Bytes of messages in the form of AWS event streams."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from zlib import crc32

__all__ = ["event_stream_message"]

TEXT_HEADER = 7


def event_stream_message(headers: Mapping[str, str], payload: bytes) -> bytes:
    """One message, whose headers are all text, with its two checksums."""
    block = b"".join(_header(name, value) for name, value in headers.items())
    lengths = struct.pack(">II", 16 + len(block) + len(payload), len(block))
    start = lengths + struct.pack(">I", crc32(lengths)) + block + payload
    return start + struct.pack(">I", crc32(start))


def _header(name: str, value: str) -> bytes:
    key, text = name.encode(), value.encode()
    return bytes([len(key)]) + key + struct.pack(">BH", TEXT_HEADER, len(text)) + text
