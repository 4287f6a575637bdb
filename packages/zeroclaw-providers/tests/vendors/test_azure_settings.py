"""A section of Azure leads to the URL of its deployment."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from zeroclaw_providers.vendors.azure_settings import AzureSettings, deployment_url
from zeroclaw_providers.vendors.table import AZURE


def settings(**changes: object) -> AzureSettings:
    return AzureSettings.model_validate({"model": "gpt-x", "resource": "some"} | changes)


def test_the_deployment_is_named_like_its_model_when_left_out() -> None:
    assert deployment_url(AZURE.url, settings(api_version="v")) == (
        "https://some.openai.azure.com/openai/deployments/gpt-x?api-version=v"
    )


def test_what_is_no_part_of_a_path_is_quoted() -> None:
    url = deployment_url(AZURE.url, settings(deployment="a/b?c", api_version="v&w"))
    assert url.endswith("/openai/deployments/a%2Fb%3Fc?api-version=v%26w")


def test_another_root_stands_in_for_the_resource() -> None:
    url = deployment_url(AZURE.url, settings(uri="https://example.com/", api_version="v"))
    assert url == "https://example.com/openai/deployments/gpt-x?api-version=v"


@pytest.mark.parametrize("resource", ["", "a.evil.example.com/", "a/b", "-a", "a@b", "{x}"])
def test_a_resource_cannot_lead_to_another_host(resource: str) -> None:
    with pytest.raises(ValidationError):
        settings(resource=resource)
