"""Only a configuration that says so lifts the need of a code."""

from __future__ import annotations

from pathlib import Path

import pytest

from zeroclaw.stopping.requirement import needs_code


@pytest.mark.parametrize(
    ("text", "is_needed"),
    [
        ("[security.estop]\nrequire_otp_to_resume = false\n", False),
        ("[security.estop]\nrequire_otp_to_resume = true\n", True),
        ('[security.estop]\nrequire_otp_to_resume = "false"\n', True),
        ("[security.estop]\nrequire_otp_to_resume = 0\n", True),
        ("[security.estop]\n", True),
        ("security = 1\n", True),
        ("", True),
        ("[security.estop]\nrequire_otp_to_resume = false\n[[[", True),
        ("\udcff", True),
    ],
)
def test_code_is_needed_unless_the_config_says_no(
    tmp_path: Path, text: str, is_needed: bool
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(text, encoding="utf-8", errors="surrogateescape")
    assert needs_code(config) is is_needed


def test_code_is_needed_without_a_config(tmp_path: Path) -> None:
    assert needs_code(tmp_path / "config.toml")
    (tmp_path / "folder").mkdir()
    assert needs_code(tmp_path / "folder")
