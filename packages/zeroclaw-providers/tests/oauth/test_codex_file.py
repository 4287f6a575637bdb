"""The login of Codex is taken over from its own file."""

from __future__ import annotations

import json

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.oauth.codex_file import codex_tokens
from zeroclaw_providers.oauth.tokens import Tokens

WHOLE = {
    "OPENAI_API_KEY": None,
    "tokens": {
        "id_token": "i.i.i",
        "access_token": "planted-access",
        "refresh_token": "planted-refresh",
        "account_id": "account-1",
    },
    "last_refresh": "2026-01-01T00:00:00Z",
}


def test_tokens_with_their_account_are_found() -> None:
    found = codex_tokens(json.dumps(WHOLE).encode())
    assert found == Tokens("planted-access", "planted-refresh", None, "account-1")


@pytest.mark.parametrize(
    "content",
    [{}, [], None, {"tokens": None}, {"tokens": {"refresh_token": "planted-refresh"}}],
)
def test_file_without_a_login_says_what_is_missing(content: Json) -> None:
    with pytest.raises(ValueError, match="has no tokens of a login"):
        codex_tokens(json.dumps(content).encode())


def test_file_that_is_no_json_is_not_quoted() -> None:
    with pytest.raises(ValueError, match="it is no JSON") as caught:
        codex_tokens(b'{"planted')
    assert "planted" not in str(caught.value)
    assert caught.value.__suppress_context__
