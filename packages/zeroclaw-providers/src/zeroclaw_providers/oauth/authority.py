"""Describes who hands out tokens."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from attrs import evolve, field, frozen

__all__ = ["AUTHORITIES", "Authority", "BrowserFlow", "OwnDeviceFlow"]


@frozen
class OwnDeviceFlow:
    """How a code is confirmed on another device where the service has a way of its own.

    The user confirms at `page_url`. Asking `poll_url` gives another code in the end, which is
    exchanged for tokens under `redirect_url`, where no browser ever goes.
    """

    page_url: str
    poll_url: str
    redirect_url: str


@frozen
class BrowserFlow:
    """How a browser on this machine logs in, then comes back to it (RFC 8252, with PKCE).

    It comes back to `path` at `host`, which is this machine, at the first of `ports` that is free;
    the service takes no others. `extra` are parameters of the service's own. With `is_usual` it is
    the way to log in where there is a browser. With `repeats_challenge` the service wants to see
    the challenge in the exchange again.
    """

    page_url: str
    host: str
    ports: tuple[int, ...]
    path: str
    extra: Mapping[str, str] = field(factory=dict, hash=False)
    has_nonce: bool = False
    is_usual: bool = False
    repeats_challenge: bool = False


@frozen
class Authority:
    """A service that hands out tokens, as one of its public clients asks it.

    With `is_challenged` who asks for tokens proves to be who asked for the code (PKCE, S256).
    Codes of `device_url` are confirmed as RFC 8628 has it, unless the service has an `own_device`.
    """

    name: str
    device_url: str
    token_url: str
    client_id: str
    scope: str
    is_challenged: bool = False
    headers: Mapping[str, str] = field(factory=dict, hash=False)
    own_device: OwnDeviceFlow | None = None
    browser: BrowserFlow | None = None

    def at(self, origin: str) -> Authority:
        """The same service at another scheme, host or port, such as that of a company."""
        if not origin:
            return self
        device, browser = self.own_device, self.browser
        return evolve(
            self,
            device_url=_moved(self.device_url, origin),
            token_url=_moved(self.token_url, origin),
            own_device=device and _moved_device(device, origin),
            browser=browser and evolve(browser, page_url=_moved(browser.page_url, origin)),
        )


def _moved(url: str, origin: str) -> str:
    parts = urlsplit(origin)
    return urlsplit(url)._replace(scheme=parts.scheme, netloc=parts.netloc).geturl()


def _moved_device(flow: OwnDeviceFlow, origin: str) -> OwnDeviceFlow:
    return OwnDeviceFlow(
        _moved(flow.page_url, origin),
        _moved(flow.poll_url, origin),
        _moved(flow.redirect_url, origin),
    )


_KNOWN: Final = (
    Authority(
        "copilot",
        "https://github.com/login/device/code",
        "https://github.com/login/oauth/access_token",
        "Iv1.b507a08c87ecfe98",
        "read:user",
    ),
    Authority(
        "openai",
        "https://auth.openai.com/api/accounts/deviceauth/usercode",
        "https://auth.openai.com/oauth/token",
        "app_EMoamEEZ73f0CkXaXp7hrann",
        "openid profile email offline_access",
        own_device=OwnDeviceFlow(
            "https://auth.openai.com/codex/device",
            "https://auth.openai.com/api/accounts/deviceauth/token",
            "https://auth.openai.com/deviceauth/callback",
        ),
        browser=BrowserFlow(
            "https://auth.openai.com/oauth/authorize",
            "localhost",
            (1455, 1457),
            "/auth/callback",
            {
                "id_token_add_organizations": "true",
                "codex_cli_simplified_flow": "true",
                "originator": "zeroclaw",
            },
            is_usual=True,
        ),
    ),
    Authority(
        "qwen",
        "https://chat.qwen.ai/api/v1/oauth2/device/code",
        "https://chat.qwen.ai/api/v1/oauth2/token",
        "f0304373b74a44d2b584a3fb70ca9e56",
        "openid profile email model.completion",
        is_challenged=True,
        headers={"User-Agent": "QwenCode/1.0"},
    ),
    Authority(
        "xai",
        "https://auth.x.ai/oauth2/device/code",
        "https://auth.x.ai/oauth2/token",
        "b1a00492-073a-47ea-816f-4c329264a828",
        "openid profile email offline_access grok-cli:access api:access",
        browser=BrowserFlow(
            "https://auth.x.ai/oauth2/authorize",
            "127.0.0.1",
            (56121,),
            "/callback",
            {"plan": "generic", "referrer": "zeroclaw"},
            has_nonce=True,
            repeats_challenge=True,
        ),
    ),
)
AUTHORITIES: Final = MappingProxyType({authority.name: authority for authority in _KNOWN})
"""The known ones by name."""
