"""Asks the services of AWS that lend keys to the machine, or the container, they stand beside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

import trio
from attrs import field, frozen

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.services import Http, HttpRequest
from zeroclaw_providers.bedrock.lent_keys import LentKeys, lent_keys

__all__ = ["MetadataServices"]

CONTAINER_PATH: Final = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
CONTAINER_URL: Final = "AWS_CONTAINER_CREDENTIALS_FULL_URI"
CONTAINER_TOKEN: Final = "AWS_CONTAINER_AUTHORIZATION_TOKEN"
CONTAINER_TOKEN_FILE: Final = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"
MACHINE_URL: Final = "AWS_EC2_METADATA_SERVICE_ENDPOINT"
MACHINE_OFF: Final = "AWS_EC2_METADATA_DISABLED"

CONTAINER_ROOT: Final = "http://169.254.170.2"
MACHINE_ROOT: Final = "http://169.254.169.254"
LENDERS: Final = frozenset({"169.254.170.2", "169.254.170.23", "fd00:ec2::23"})
"""Where AWS itself answers without encryption, but within the machine."""
ROLES: Final = "/latest/meta-data/iam/security-credentials/"
SESSION: Final = "/latest/api/token"
SESSION_SECONDS: Final = "21600"

SECONDS: Final = 1.0
"""For each question; a machine that is none of AWS has nobody there, and must not wait long."""
MAX_BYTES: Final = 64 * 1024

Lookup = Callable[[str], str | None]


@frozen
class MetadataServices:
    """Both services. `seconds` bounds each question."""

    http: Http = field(repr=False)
    lookup: Lookup = field(repr=False)
    readers: trio.CapacityLimiter = field(repr=False, eq=False)
    seconds: float = SECONDS

    async def keys(self) -> LentKeys | None:
        """Those of the container, else those of the machine, else None.

        Raises ValueError when there should be some that cannot be had.
        """
        url = self._container_url()
        if url is not None:
            return await self._of_container(url)
        if (self.lookup(MACHINE_OFF) or "").strip().lower() == "true":
            return None
        return await self._of_machine((self.lookup(MACHINE_URL) or MACHINE_ROOT).rstrip("/"))

    def _container_url(self) -> str | None:
        path, url = self.lookup(CONTAINER_PATH), self.lookup(CONTAINER_URL)
        if path:
            return f"{CONTAINER_ROOT}/{path.lstrip('/')}"
        if not url:
            return None
        if not _may_be_trusted(url):
            raise ValueError(f"{CONTAINER_URL} leads out of this machine without https")
        return url

    async def _of_container(self, url: str) -> LentKeys:
        token = await self._token()
        answer = await self._ask("GET", url, {"Authorization": token} if token else {})
        if answer is None:
            raise ValueError("the container's service of AWS gave no keys")
        return lent_keys(answer, "the container's service of AWS")

    async def _token(self) -> str:
        file = self.lookup(CONTAINER_TOKEN_FILE)
        if not file:
            return (self.lookup(CONTAINER_TOKEN) or "").strip()
        try:
            text = await trio.to_thread.run_sync(
                Path(file).read_text, limiter=self.readers, abandon_on_cancel=True
            )
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{file} cannot be read: {type(error).__name__}") from None
        return text.strip()

    async def _of_machine(self, root: str) -> LentKeys | None:
        """By the second version of the protocol, whose first question only this machine can ask."""
        wanted = {"X-aws-ec2-metadata-token-ttl-seconds": SESSION_SECONDS}
        session = await self._ask("PUT", root + SESSION, wanted)
        if session is None:
            return None
        shown = {"X-aws-ec2-metadata-token": session.decode("ascii", "replace").strip()}
        roles = await self._ask("GET", root + ROLES, shown)
        if roles is None:
            return None
        name = quote(roles.decode("utf-8", "replace").partition("\n")[0].strip(), safe="")
        answer = await self._ask("GET", root + ROLES + name, shown)
        return None if answer is None else lent_keys(answer, "the machine's service of AWS")

    async def _ask(self, method: str, url: str, headers: Mapping[str, str]) -> bytes | None:
        """The answer; None when nobody is there, or not with success."""
        request = HttpRequest(method, url, headers, timeout=self.seconds)
        with trio.move_on_after(self.seconds):
            try:
                async with self.http.send(request) as response:
                    return await response.read(MAX_BYTES) if response.status == 200 else None
            except ZeroClawError:
                return None
        return None


def _may_be_trusted(url: str) -> bool:
    """Over https anybody whom the operator named; else only who is sure to be here."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme == "https":
            return bool(host)
        is_here = host == "localhost" or host in LENDERS or ip_address(host).is_loopback
    except ValueError:
        return False
    return parts.scheme == "http" and is_here
