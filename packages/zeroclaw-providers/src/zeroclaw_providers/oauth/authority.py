"""Describes who hands out tokens."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from attrs import evolve, field, frozen

__all__ = ["AUTHORITIES", "Authority"]


@frozen
class Authority:
    """A service that hands out tokens, as one of its public clients asks it.

    Without `device_url` nobody can log in through us: its tokens are brought from elsewhere. With
    `is_challenged` who asks for tokens proves to be who asked for the code (PKCE, S256).
    """

    name: str
    device_url: str
    token_url: str
    client_id: str
    scope: str
    is_challenged: bool = False
    headers: Mapping[str, str] = field(factory=dict, hash=False)

    def at(self, origin: str) -> Authority:
        """The same service at another scheme, host or port, such as that of a company."""
        if not origin:
            return self
        return evolve(
            self,
            device_url=_moved(self.device_url, origin),
            token_url=_moved(self.token_url, origin),
        )


def _moved(url: str, origin: str) -> str:
    parts = urlsplit(origin)
    return urlsplit(url)._replace(scheme=parts.scheme, netloc=parts.netloc).geturl() if url else ""


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
        "",
        "https://auth.openai.com/oauth/token",
        "app_EMoamEEZ73f0CkXaXp7hrann",
        "openid profile email offline_access",
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
    ),
)
AUTHORITIES: Final = MappingProxyType({authority.name: authority for authority in _KNOWN})
"""The known ones by name."""
