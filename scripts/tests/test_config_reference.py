"""Tests of the reference page of the configuration."""

from pathlib import Path

import pytest
from config_reference import TARGET, main, page

from zeroclaw.wiring.families import installed_families
from zeroclaw_config.schema.keys import describe


def test_the_committed_page_of_keys_is_up_to_date() -> None:
    assert TARGET.read_text(encoding="utf-8") == page()
    assert main(["--check"]) == 0


def test_every_key_that_is_read_stands_on_the_page() -> None:
    text = page()
    for key in describe(installed_families()):
        assert f"`{key.path.rpartition('<alias>.')[2]}`" in text, key.path


def test_the_title_of_the_page_comes_first() -> None:
    assert page().startswith("# Configuration reference\n\n<!-- Written by")


def test_control_a_missing_or_edited_page_is_found(tmp_path: Path) -> None:
    target = tmp_path / "reference" / "config.md"
    assert main(["--check"], target) == 1
    assert main([], target) == 0
    assert main(["--check"], target) == 0
    target.write_text(target.read_text(encoding="utf-8") + "\nBy hand.\n", encoding="utf-8")
    assert main(["--check"], target) == 1


def test_an_unknown_argument_shows_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--wrong"]) == 2
    assert "--check" in capsys.readouterr().err
