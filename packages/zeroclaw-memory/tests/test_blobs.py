"""Blobs are private files that say when somebody changed them."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
import trio

from zeroclaw_memory import FileBlobs, StoreUnusable


async def test_blob_is_a_file_that_nobody_else_can_read(tmp_path: Path) -> None:
    blobs = FileBlobs(tmp_path / "blobs")
    with trio.fail_after(10):
        await blobs.put(b"secret", "text/plain")
    files = [path for path in blobs.folder.rglob("*") if path.is_file()]
    assert [stat.S_IMODE(path.stat().st_mode) for path in files] == [0o600]
    assert stat.S_IMODE(blobs.folder.stat().st_mode) == 0o700


async def test_blob_whose_bytes_have_changed_is_an_error_until_put_again(tmp_path: Path) -> None:
    blobs = FileBlobs(tmp_path / "blobs")
    with trio.fail_after(10):
        media = await blobs.put(b"right", "text/plain")
        (path,) = blobs.folder.glob(f"*/{media.sha256}")
        path.write_bytes(b"wrong")
        with pytest.raises(StoreUnusable, match="bytes have changed"):
            await blobs.get(media.sha256)
        await blobs.put(b"right", "text/plain")
        assert await blobs.get(media.sha256) == b"right"


async def test_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "blobs").touch()
    with trio.fail_after(10), pytest.raises(StoreUnusable, match="File exists"):
        await FileBlobs(tmp_path / "blobs").put(b"x", "text/plain")
    assert (tmp_path / "blobs").read_bytes() == b""
