"""A command is given no variable that holds a secret by its name."""

from __future__ import annotations

import pytest

from zeroclaw_config.environment_names import passed_name


@pytest.mark.parametrize(
    "name", ["CARGO_HOME", "_x", "GOPATH", "KEYBOARD", "TOKENIZERS_PARALLELISM"]
)
def test_plain_names_are_passed(name: str) -> None:
    assert passed_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "GITHUB_TOKEN",
        "aws_secret",
        "DB_PASSWORD",
        "API_KEY",
        "KEY",
        "token",
        "MY_KEYS",
        "Npm_Token",
    ],
)
def test_names_of_secrets_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="secret"):
        passed_name(name)


@pytest.mark.parametrize("name", ["", "A B", "1A", "A=B", "A\n", "\u00c4", "A-B"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        passed_name(name)
