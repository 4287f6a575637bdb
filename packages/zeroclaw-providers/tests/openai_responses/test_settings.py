"""Only a server of your own has to be told by its address."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_providers.openai_responses.settings import (
    ResponsesServerSettings,
    ResponsesSettings,
)


def test_the_model_is_enough_where_the_address_is_known() -> None:
    assert ResponsesSettings.model_validate({"model": "m"}).uri is None


def test_without_an_address_no_server_can_be_asked() -> None:
    with pytest.raises(ValidationError, match="uri"):
        ResponsesServerSettings.model_validate({"model": "m"})
    table = {"model": "m", "uri": "http://127.0.0.1:8080/v1"}
    assert ResponsesServerSettings.model_validate(table).uri == "http://127.0.0.1:8080/v1"


@pytest.mark.parametrize("kind", [ResponsesSettings, ResponsesServerSettings])
def test_an_address_with_a_key_in_it_is_refused(kind: type[ResponsesSettings]) -> None:
    with pytest.raises(ValidationError, match="api_key"):
        kind.model_validate({"model": "m", "uri": "http://k:s@127.0.0.1/v1"})
