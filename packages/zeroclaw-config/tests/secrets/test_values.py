"""Every value that settings keep secret is known, so that it can be taken out of answers."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, SecretBytes, SecretStr

from zeroclaw_config.secrets.values import secret_values


class Inner(BaseModel):
    token: SecretStr = SecretStr("inner-token")


class Settings(BaseModel):
    name: str = "plain-name"
    api_key: SecretStr = SecretStr("key-of-settings")
    raw: SecretBytes = SecretBytes(b"raw-bytes")
    headers: dict[str, SecretStr] = {"x": SecretStr("header-value")}
    keys: list[SecretStr] = [SecretStr("second-key")]
    inner: Inner = Inner()
    empty: SecretStr = SecretStr("")


def test_secrets_of_settings_are_found_however_deep() -> None:
    assert secret_values([Settings()], {}) == {
        "key-of-settings",
        "raw-bytes",
        "header-value",
        "second-key",
        "inner-token",
    }


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "token", "MY_SECRET", "DB_PASSWORD", "AWS_CREDENTIALS", "KEYS"]
)
def test_variables_with_the_name_of_a_secret_are_secret(name: str) -> None:
    assert secret_values([], {name: "value", "PATH": "/usr/bin", "KEYBOARD": "us"}) == {"value"}
