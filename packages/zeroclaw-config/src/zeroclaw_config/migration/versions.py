"""Tell which form a configuration document has."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._toml import SCHEMA_VERSION, require_schema_version
from zeroclaw_config.errors import SchemaNotMigrated

__all__ = ["DocumentVersion", "version_of"]

OLDEST = 1

_ONLY_OLD = frozenset(
    {
        "api_key", "api_url", "default_provider", "default_model", "default_temperature",
        "provider_timeout_secs", "provider_max_tokens", "extra_headers", "model_providers",
        "channels_config", "autonomy", "agent", "identity", "swarms",
    }
)  # fmt: skip
"""Top-level keys that the current form lacks."""

_ONLY_NEW = ("risk_profiles", "runtime_profiles", "peer_groups", "skill_bundles", "mcp_bundles")
"""Top-level tables that older forms lack."""


@frozen
class DocumentVersion:
    """The number of a form; `is_said` unless it was concluded from what the document has."""

    number: int
    is_said: bool


def version_of(tree: Mapping[str, object], file: str) -> DocumentVersion:
    """The form of a document: the one it says, else 3 if only that has such tables, else 1.

    Raises SchemaTooNew, or SchemaNotMigrated when what it says is no form at all.
    """
    said = tree.get("schema_version")
    if said is None:
        return DocumentVersion(SCHEMA_VERSION if _looks_new(tree) else OLDEST, is_said=False)
    if type(said) is int and OLDEST <= said < SCHEMA_VERSION:
        return DocumentVersion(said, is_said=True)
    if said == 0:
        raise SchemaNotMigrated(
            path=file, found=Phrase("version_never_was", "0, which never was one")
        )
    require_schema_version(tree, file)
    return DocumentVersion(SCHEMA_VERSION, is_said=True)


def _looks_new(tree: Mapping[str, object]) -> bool:
    if _ONLY_OLD & tree.keys():
        return False
    agents = tree.get("agents")
    tables = agents.values() if isinstance(agents, Mapping) else ()
    refers = any(isinstance(table, Mapping) and "model_provider" in table for table in tables)
    return refers or any(isinstance(tree.get(key), Mapping) for key in _ONLY_NEW)
