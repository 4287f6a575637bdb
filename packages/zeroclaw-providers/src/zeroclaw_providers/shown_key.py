"""Finds the key that an alias shows to its endpoint."""

from __future__ import annotations

from zeroclaw_api.services import Secrets
from zeroclaw_providers.errors import KeyMissing
from zeroclaw_providers.family_settings import FamilySettings

__all__ = ["shown_key"]


def shown_key(
    settings: FamilySettings,
    secrets: Secrets,
    variable: str,
    name: str,
    *,
    is_own_endpoint: bool,
    needs_key: bool = True,
) -> str:
    """The key of the section, else what the vendor's own variable has, else "".

    That goes to the vendor's own endpoint alone. `name` is that of the provider, for errors.
    Raises `KeyMissing` where the vendor wants a key.
    """
    key = "" if settings.api_key is None else settings.api_key.get_secret_value().strip()
    if key or not is_own_endpoint:
        return key
    key = (secrets.get(variable) or "").strip()
    if not key and needs_key:
        detail = f"{variable} is not set"
        raise KeyMissing(provider=name, model=settings.model, detail=detail, variable=variable)
    return key
