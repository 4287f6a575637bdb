"""Tests of the file that holds the key."""

import os
import stat
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path

import pytest
import secrets_at_work
from secrets_at_work import dies_at, shown_by

from zeroclaw_config.errors import SecretKeyUnusable
from zeroclaw_config.secrets.key_file import (
    KeyRing,
    SecretKey,
    create_key,
    drop_previous,
    keep_previous,
    new_key,
    previous_file,
    read_key,
    read_ring,
    replace_key,
    unusable,
)

RAW = bytes(range(32))
SCRIPT = Path(secrets_at_work.__file__)


def put(path: Path, data: bytes, mode: int = 0o600) -> Path:
    path.write_bytes(data)
    path.chmod(mode)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(SecretKeyUnusable) as caught:
        read_key(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_created_key_is_read_back(key_file: Path) -> None:
    key = create_key(key_file)
    assert read_key(key_file) == key
    assert key_file.read_bytes() == key.material.hex().encode() + b"\n"
    assert [path.name for path in key_file.parent.iterdir()] == [".secret_key"]


def test_a_created_file_is_for_its_owner_alone(key_file: Path) -> None:
    for mask in (0o000, 0o377):
        before = os.umask(mask)
        try:
            create_key(key_file)
        finally:
            os.umask(before)
        assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
        key_file.unlink()


def test_no_file_means_no_key(key_file: Path) -> None:
    assert read_key(key_file) is None
    assert read_ring(key_file) is None
    assert read_key(key_file / "below") is None


@pytest.mark.parametrize(
    "data",
    [RAW, RAW.hex().encode(), RAW.hex().upper().encode() + b"\n", RAW.hex().encode() + b"\r\n"],
)
def test_a_key_is_read_in_hex_or_raw(key_file: Path, data: bytes) -> None:
    key = read_key(put(key_file, data))
    assert key is not None
    assert key.material == RAW


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        RAW[:-1],
        RAW + b"\n",
        RAW.hex().encode()[:-1],
        RAW.hex().encode() + b"0",
        RAW.hex().encode() + b"\n\n",
        b" " + RAW.hex().encode()[1:],
        "٠".encode() * 32,
        b"\0" * 65,
        b"g" * 64,
        b"x" * 100_000,
    ],
)
def test_a_file_without_a_key_is_refused(key_file: Path, data: bytes) -> None:
    assert "holds no key" in refusal(put(key_file, data))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o644, 0o601, 0o777])
def test_a_key_that_others_may_use_is_refused(key_file: Path, mode: int) -> None:
    assert f"chmod 600 {key_file}" in refusal(put(key_file, RAW, mode))


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_control_a_key_for_its_owner_alone_is_taken(key_file: Path, mode: int) -> None:
    assert read_key(put(key_file, RAW, mode)) is not None


def test_a_link_to_a_key_is_never_followed(key_file: Path) -> None:
    target = put(key_file.with_name("target"), RAW)
    key_file.symlink_to(target)
    assert "it is a link" in refusal(key_file)
    with pytest.raises(SecretKeyUnusable, match="it is a link"):
        create_key(key_file)
    assert target.read_bytes() == RAW
    assert read_key(target) is not None, "control: without the link the key is fine"


def test_no_key_is_created_through_a_dangling_link(key_file: Path) -> None:
    elsewhere = key_file.with_name("elsewhere")
    key_file.symlink_to(elsewhere)
    with pytest.raises(SecretKeyUnusable, match="it is a link"):
        create_key(key_file)
    assert not elsewhere.exists()
    assert {path.name for path in key_file.parent.iterdir()} == {".secret_key"}


def test_what_is_no_regular_file_is_refused(key_file: Path) -> None:
    key_file.mkdir(mode=0o700)
    assert "it is a folder" in refusal(key_file)
    with pytest.raises(SecretKeyUnusable, match="it is a folder"):
        create_key(key_file)
    key_file.rmdir()
    os.mkfifo(key_file, 0o600)
    assert "no regular file" in refusal(key_file)


def test_a_missing_folder_is_named_as_the_cause(key_file: Path) -> None:
    below = key_file.with_name("none") / ".secret_key"
    with pytest.raises(SecretKeyUnusable, match="its folder is missing; create it"):
        create_key(below)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_permission_is_named_as_the_cause(key_file: Path) -> None:
    key_file.parent.chmod(0o500)
    with pytest.raises(SecretKeyUnusable, match="permission denied; check"):
        create_key(key_file)
    key_file.parent.chmod(0o700)


def test_an_existing_key_is_never_replaced_by_creating(key_file: Path) -> None:
    put(key_file, RAW)
    assert create_key(key_file).material == RAW
    assert key_file.read_bytes() == RAW


def test_creators_in_many_processes_agree_on_one_key(key_file: Path) -> None:
    command = [sys.executable, str(SCRIPT), "create", str(key_file)]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    # All of them wait for their line, so that they start together.
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    keys = {child.communicate(timeout=30)[0] for child in children}
    key = read_key(key_file)
    assert key is not None
    assert keys == {key.material.hex()}
    assert [path.name for path in key_file.parent.iterdir()] == [".secret_key"]


def test_a_creator_killed_at_any_step_leaves_a_whole_key_or_none(key_file: Path) -> None:
    for step in count(1):
        died = dies_at(step, partial(create_key, key_file))
        left = read_key(key_file)
        assert left is None or create_key(key_file) == left
        if not died:
            break
        key_file.unlink(missing_ok=True)
    assert step > 8, "the kills did not reach the steps"


def test_a_kept_key_makes_a_ring_of_two(key_file: Path) -> None:
    old = create_key(key_file)
    keep_previous(key_file, old)
    fresh = new_key(key_file)
    replace_key(key_file, fresh)
    ring = read_ring(key_file)
    assert ring is not None
    assert [key.material for key in ring.keys] == [fresh.material, old.material]
    assert stat.S_IMODE(previous_file(key_file).stat().st_mode) == 0o600
    drop_previous(key_file)
    assert read_ring(key_file) == KeyRing(fresh)


def test_dropping_the_old_key_removes_what_killed_writers_left(
    key_file: Path, key: SecretKey
) -> None:
    put(key_file.with_name(".secret_key.0123456789abcdef.tmp"), RAW)
    put(key_file.with_name(".secret_key.previous.0123456789abcdef.tmp"), RAW)
    put(key_file.with_name("other.tmp"), RAW)
    drop_previous(key_file)
    assert {path.name for path in key_file.parent.iterdir()} == {".secret_key", "other.tmp"}
    assert read_key(key_file) == key


def test_a_link_in_place_of_the_kept_key_is_not_written_through(key_file: Path) -> None:
    target = put(key_file.with_name("target"), b"mine")
    previous_file(key_file).symlink_to(target)
    keep_previous(key_file, create_key(key_file))
    assert target.read_bytes() == b"mine"
    assert not previous_file(key_file).is_symlink()


def test_a_kept_key_that_others_may_use_is_refused(key_file: Path, key: SecretKey) -> None:
    keep_previous(key_file, key)
    previous_file(key_file).chmod(0o644)
    with pytest.raises(SecretKeyUnusable, match=r"chmod 600 .*previous"):
        read_ring(key_file)


def test_a_printed_key_shows_nothing_of_it(key: SecretKey) -> None:
    ring = KeyRing(key, key)
    for text in (repr(key), str(key), f"{key}", repr(ring), repr([ring])):
        assert key.material.hex() not in text
        assert repr(key.material)[2:-1] not in text
    assert key.file in repr(key)


def test_no_error_shows_what_the_file_holds(key_file: Path) -> None:
    for mode, data in ((0o644, RAW.hex().encode()), (0o600, RAW.hex().encode() + b"0")):
        put(key_file, data, mode)
        with pytest.raises(SecretKeyUnusable) as caught:
            read_key(key_file)
        assert RAW.hex() not in shown_by(caught.value)


def test_a_name_that_is_no_text_is_shown_escaped() -> None:
    assert unusable(Path("a\udcff"), "it is odd").path == "a\\udcff"
