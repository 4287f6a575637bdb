"""Signs requests with Signature Version 4 of AWS."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import SplitResult, quote, urlsplit

from attrs import field, frozen

__all__ = ["AwsKeys", "SigningScope", "signed_headers"]

ALGORITHM: Final = "AWS4-HMAC-SHA256"
USUAL_PORTS: Final = {"http": 80, "https": 443}


@frozen
class AwsKeys:
    """What AWS knows its caller by. `session_token` belongs to keys that end after some hours."""

    access_key: str
    secret_key: str = field(repr=False)
    session_token: str | None = field(default=None, repr=False)


@frozen
class SigningScope:
    """What a signature is good for."""

    region: str
    service: str


def signed_headers(
    keys: AwsKeys,
    scope: SigningScope,
    at: datetime,
    request: tuple[str, str],
    headers: Mapping[str, str],
    body: bytes,
) -> dict[str, str]:
    """The headers with those that sign the request, which are sent as they are.

    `request` is method and URL; the path of the URL is the one that is sent, with its percent
    codes. `at` is the time of day, aware: AWS refuses one that is minutes away from its own.
    `Host` is signed as clients write it, without the usual port.
    """
    method, url = request
    moment = at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    sent = {**headers, "X-Amz-Date": moment}
    if keys.session_token:
        sent["X-Amz-Security-Token"] = keys.session_token
    parts = urlsplit(url)
    lines = {name.lower(): " ".join(value.split()) for name, value in sent.items()}
    lines["host"] = _host(parts)
    names = ";".join(sorted(lines))
    canonical = "\n".join(
        (
            method,
            _canonical_path(parts.path),
            _canonical_query(parts.query),
            *(f"{name}:{lines[name]}" for name in sorted(lines)),
            "",
            names,
            hashlib.sha256(body).hexdigest(),
        )
    )
    place = "/".join((moment[:8], scope.region, scope.service, "aws4_request"))
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    signature = _signature(keys.secret_key, place, f"{ALGORITHM}\n{moment}\n{place}\n{digest}")
    credential = f"Credential={keys.access_key}/{place}"
    sent["Authorization"] = (
        f"{ALGORITHM} {credential}, SignedHeaders={names}, Signature={signature}"
    )
    return sent


def _signature(secret_key: str, place: str, text: str) -> str:
    key = f"AWS4{secret_key}".encode()
    for part in place.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.digest(key, text.encode(), "sha256").hex()


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    usual = USUAL_PORTS.get(parts.scheme)
    return host if parts.port in (None, usual) else f"{host}:{parts.port}"


def _canonical_path(path: str) -> str:
    """The path as it is sent, without dots and empty segments, encoded once more.

    So the `%3A` of a colon becomes `%253A`: AWS encodes what it got before it compares.
    """
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            del kept[-1:]
        elif segment not in ("", "."):
            kept.append(segment)
    tail = "/" if kept and path.endswith("/") else ""
    return quote("/" + "/".join(kept) + tail, safe="/~")


def _canonical_query(query: str) -> str:
    if not query:
        return ""
    pairs = (part.partition("=") for part in query.split("&"))
    return "&".join(f"{key}={value}" for key, value in sorted((k, v) for k, _, v in pairs))
