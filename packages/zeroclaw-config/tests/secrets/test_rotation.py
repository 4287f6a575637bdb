"""Tests of replacing the key."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import secrets_at_work
from secrets_at_work import API_KEY, PLANTED, JsonTree, dies_at, rotate

from zeroclaw_config.errors import InvalidConfig, SecretKeyUnusable
from zeroclaw_config.secrets.box import seal
from zeroclaw_config.secrets.key_file import (
    KeyRing,
    SecretKey,
    new_key,
    previous_file,
    read_key,
    read_ring,
)
from zeroclaw_config.secrets.reading import unsealed
from zeroclaw_config.secrets.rotation import rotate_key
from zeroclaw_config.secrets.store import set_secret

SCRIPT = Path(secrets_at_work.__file__)


class WriteFailed(Exception):
    """What the tests let a write end with."""


@pytest.fixture
def config(tmp_path: Path, key: SecretKey) -> Path:
    """A configuration with one secret, on the disk."""
    tree = JsonTree({"plain": "p"})
    set_secret(tree, API_KEY, PLANTED, key)
    tree.save(tmp_path / "config.json")
    return tmp_path / "config.json"


def secret_on_disk(config: Path, key_file: Path) -> object:
    return JsonTree(dict(unsealed(json.loads(config.read_bytes()), key_file).tree)).get(API_KEY)


def test_a_rotation_replaces_the_key_everywhere(
    config: Path, key_file: Path, key: SecretKey
) -> None:
    before = config.read_bytes()
    rotate(config, key_file)
    fresh = read_key(key_file)
    assert fresh is not None
    assert fresh.material != key.material
    assert read_ring(key_file) == KeyRing(fresh)
    assert secret_on_disk(config, key_file) == PLANTED
    assert unsealed(json.loads(before), key_file).problems, "the old key still opens copies"


def test_a_value_that_does_not_open_stops_the_rotation_early(
    config: Path, key_file: Path, key: SecretKey
) -> None:
    tree = JsonTree(json.loads(config.read_bytes()))
    tree.set(("token",), seal(new_key(key_file), "x", ("token",)))
    before = repr(tree.document)
    written: list[bool] = []
    with pytest.raises(InvalidConfig, match="token cannot be read"):
        rotate_key(tree, key_file, lambda: written.append(True))
    assert repr(tree.document) == before
    assert read_ring(key_file) == KeyRing(key)
    assert not written


def test_a_missing_key_cannot_be_rotated(key_file: Path) -> None:
    with pytest.raises(SecretKeyUnusable, match="it is missing"):
        rotate_key(JsonTree(), key_file, lambda: None)
    assert not key_file.exists()


def fail() -> None:
    raise WriteFailed


def test_after_a_failed_write_both_configurations_are_readable(
    config: Path, key_file: Path
) -> None:
    tree = JsonTree(json.loads(config.read_bytes()))
    with pytest.raises(WriteFailed):
        rotate_key(tree, key_file, fail)
    assert previous_file(key_file).exists()
    assert secret_on_disk(config, key_file) == PLANTED
    tree.save(config)
    assert secret_on_disk(config, key_file) == PLANTED
    rotate(config, key_file)
    assert not previous_file(key_file).exists()
    assert secret_on_disk(config, key_file) == PLANTED


def test_failed_writes_in_a_row_lose_nothing(config: Path, key_file: Path) -> None:
    for _ in range(4):
        tree = JsonTree(json.loads(config.read_bytes()))
        with pytest.raises(WriteFailed):
            rotate_key(tree, key_file, fail)
        assert secret_on_disk(config, key_file) == PLANTED


def under_kills(folder: Path, mode: str) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), mode, str(folder)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("mode", ["once", "twice"])
def test_a_rotation_killed_at_any_step_leaves_all_readable(tmp_path: Path, mode: str) -> None:
    found = under_kills(tmp_path, mode)
    assert found["runs"] > 30, "the kills did not reach the steps"
    assert (found["unreadable"], found["unsettled"]) == (0, 0)


def test_control_a_careless_rotation_is_caught_by_the_kills(tmp_path: Path) -> None:
    assert under_kills(tmp_path, "careless")["unreadable"] > 0


def test_control_a_step_is_really_killed(tmp_path: Path) -> None:
    reached = tmp_path / "reached"
    assert dies_at(1, reached.mkdir)
    assert not reached.exists()
    assert not dies_at(2, reached.mkdir)
    assert reached.exists()
