"""Messages of an event stream have their lengths, their headers, their checksums."""

from __future__ import annotations

from zlib import crc32

from zeroclaw_testing.model_server.bedrock_frames import event_stream_message


def test_a_message_without_anything_is_sixteen_bytes() -> None:
    # The first example of the format's own description.
    assert event_stream_message({}, b"").hex() == "000000100000000005c248eb7d98c8ff"


def test_headers_and_payload_lie_between_the_checksums() -> None:
    message = event_stream_message({":é": "x"}, b"abc")
    assert message[:8] == (27).to_bytes(4) + (8).to_bytes(4)
    assert message[12:-4] == b"\x03:\xc3\xa9\x07\x00\x01xabc"
    assert message[8:12] == crc32(message[:8]).to_bytes(4)
    assert message[-4:] == crc32(message[:-4]).to_bytes(4)
