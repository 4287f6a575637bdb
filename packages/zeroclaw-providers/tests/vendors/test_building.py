"""A provider is built with the key of its endpoint, at the place that the settings choose."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import ProviderAuthFailed
from zeroclaw_api.factory import ProviderServices
from zeroclaw_providers.errors import KeyMissing
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
from zeroclaw_providers.vendors.building import root_of, vendor_provider
from zeroclaw_providers.vendors.settings import settings_of
from zeroclaw_providers.vendors.table import VENDORS
from zeroclaw_testing import FakeHttp, FixedSecrets

KEY = "key-from-the-environment"


def built(
    family: str, secrets: FixedSecrets | None = None, **changes: object
) -> OpenAIChatProvider:
    vendor = VENDORS[family]
    settings = settings_of(vendor).model_validate({"model": "m", **changes})
    services = ProviderServices(FakeHttp(), secrets or FixedSecrets())
    url = root_of(vendor, settings)
    return vendor_provider(vendor, settings, services, "home", url=url, clock=lambda: 0.0)


def test_a_missing_key_is_said_with_where_it_may_be_put() -> None:
    with pytest.raises(KeyMissing) as caught:
        built("groq")
    assert isinstance(caught.value, ProviderAuthFailed)
    assert str(caught.value) == (
        "groq.home wants a key for m: put api_key into its section, or set GROQ_API_KEY."
    )


def test_only_the_vendor_s_own_variable_is_asked_for() -> None:
    secrets = FixedSecrets({"API_KEY": KEY, "OPENAI_API_KEY": KEY})
    with pytest.raises(KeyMissing):
        built("groq", secrets)
    assert secrets.asked == ["GROQ_API_KEY"]


def test_the_environment_s_key_is_not_sent_to_another_endpoint() -> None:
    secrets = FixedSecrets({"GROQ_API_KEY": KEY})
    built("groq", secrets, uri="https://example.com/v1")
    assert secrets.asked == []


def test_a_key_of_the_config_goes_before_the_environment() -> None:
    secrets = FixedSecrets({"GROQ_API_KEY": KEY})
    built("groq", secrets, api_key="other")
    assert secrets.asked == []


def test_a_server_of_one_s_own_needs_no_key() -> None:
    assert built("vllm").name == "vllm.home"


@pytest.mark.parametrize(
    ("family", "changes", "root"),
    [
        ("glm", {}, "https://api.z.ai/api/paas/v4"),
        ("glm", {"region": "cn"}, "https://open.bigmodel.cn/api/paas/v4"),
        ("moonshot", {"region": "code"}, "https://api.kimi.com/coding/v1"),
        ("qwen", {"region": "us"}, "https://dashscope-us.aliyuncs.com/compatible-mode/v1"),
        ("qwen", {"uri": "https://example.com/v1"}, "https://example.com/v1"),
        ("groq", {}, "https://api.groq.com/openai/v1"),
    ],
)
def test_the_settings_choose_the_place(family: str, changes: dict[str, object], root: str) -> None:
    vendor = VENDORS[family]
    settings = settings_of(vendor).model_validate({"model": "m", **changes})
    assert root_of(vendor, settings) == root


@pytest.mark.parametrize(("vision", "sees"), [(None, True), (False, False), (True, True)])
def test_pictures_are_sent_as_the_vendor_likes_unless_told(vision: bool | None, sees: bool) -> None:
    assert built("qwen", api_key="k", vision=vision).capabilities.vision is sees


def test_no_picture_is_sent_to_a_vendor_that_mostly_sees_none() -> None:
    assert not built("groq", api_key="k").capabilities.vision
