"""A secret is removed when its owner agrees, nothing else ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from secret_homes import KEY, PLANTED, environment, give, text_of, write

from zeroclaw.sealing.remove_secret import run


def remove(home: Path, key: str = KEY, *, is_agreed: bool = True) -> int:
    """Remove it; the exit code."""
    return run(key, environment(home), is_agreed=is_agreed, debug=False)


def test_secret_goes_with_the_rest_as_it_was(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, f'api_key = "{PLANTED}"')
    assert remove(tmp_path) == 0
    assert capfd.readouterr().out == f"Removed {KEY} from {path}.\n"
    assert text_of(tmp_path) == write(tmp_path).read_text().replace("\n\n", "\n", 1)


def test_nobody_to_ask_is_wrong_usage(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = write(tmp_path, f'api_key = "{PLANTED}"').read_text()
    assert remove(tmp_path, is_agreed=False) == 2
    assert "--yes" in capfd.readouterr().err
    assert text_of(tmp_path) == before


def test_secret_whose_key_is_lost_can_be_removed(tmp_path: Path) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED) == 0
    (tmp_path / ".secret_key").unlink()
    assert remove(tmp_path) == 0
    assert "api_key" not in text_of(tmp_path)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (KEY, "it is not there"),
        ("providers.models.custom.home.model", "`zeroclaw config unset "),
        ("providers.models.custom.home", "it is no text"),
    ],
)
def test_what_is_no_secret_stays(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], key: str, said: str
) -> None:
    before = write(tmp_path).read_text()
    assert remove(tmp_path, key) == 1
    assert said in capfd.readouterr().err
    assert text_of(tmp_path) == before
