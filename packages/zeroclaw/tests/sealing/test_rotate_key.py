"""The key is replaced so that every secret still opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from otp_homes import SECRET, enrolled
from secret_homes import KEY, PLANTED, environment, give, key_of, text_of, write

from zeroclaw.sealing.rotate_key import run
from zeroclaw_config.secrets.key_file import keep_previous, new_key, previous_file, replace_key
from zeroclaw_config.secrets.reading import unsealed


def rotate(home: Path, *, is_agreed: bool = True) -> int:
    """Rotate it; the exit code."""
    return run(environment(home), is_agreed=is_agreed, debug=False)


def opens(home: Path, sealed: str) -> bool:
    """Whether a value opens at the key of the model."""
    tree = {"providers": {"models": {"custom": {"home": {"api_key": sealed}}}}}
    return not unsealed(tree, home / ".secret_key").problems


def sealed_in(home: Path) -> str:
    """The sealed value of the model's key."""
    return text_of(home).partition('api_key = "')[2].partition('"')[0]


def test_secret_opens_with_the_fresh_key_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED) == 0
    key, sealed = key_of(tmp_path), sealed_in(tmp_path)
    capfd.readouterr()
    assert rotate(tmp_path) == 0
    assert capfd.readouterr().out == (
        f"Sealed 1 value anew; its key is in {tmp_path}/.secret_key.\n"
    )
    assert key_of(tmp_path) != key
    assert opens(tmp_path, sealed_in(tmp_path))
    assert not opens(tmp_path, sealed)
    assert not previous_file(tmp_path / ".secret_key").exists()


def test_interrupted_rotation_is_ended_by_the_next(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED) == 0
    file = tmp_path / ".secret_key"
    old = new_key(file)
    keep_previous(file, old)
    fresh = key_of(tmp_path)
    replace_key(file, old)
    previous_file(file).write_text(fresh)
    assert opens(tmp_path, sealed_in(tmp_path))
    assert rotate(tmp_path) == 0
    assert "An earlier replacement of the key was interrupted" in capfd.readouterr().err
    assert opens(tmp_path, sealed_in(tmp_path))
    assert not previous_file(file).exists()


def test_enrolled_app_outlives_the_key(tmp_path: Path) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED) == 0
    app = enrolled(tmp_path)
    assert rotate(tmp_path) == 0
    assert rotate(tmp_path) == 0
    kept = app.get()
    assert kept is not None
    assert kept.secret == SECRET


def test_nobody_to_ask_is_wrong_usage(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED) == 0
    key = key_of(tmp_path)
    assert rotate(tmp_path, is_agreed=False) == 2
    assert "--yes" in capfd.readouterr().err
    assert key_of(tmp_path) == key


def test_value_that_does_not_open_stops_it_before_anything_changes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED) == 0
    (tmp_path / ".secret_key").write_text("ab" * 32 + "\n")
    before = text_of(tmp_path)
    assert rotate(tmp_path) == 1
    assert f"run `zeroclaw secrets set {KEY}`" in capfd.readouterr().err
    assert (text_of(tmp_path), key_of(tmp_path)) == (before, "ab" * 32 + "\n")


def test_home_without_a_key_has_none_to_replace(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    assert rotate(tmp_path) == 1
    assert "there is no key to replace" in capfd.readouterr().err
