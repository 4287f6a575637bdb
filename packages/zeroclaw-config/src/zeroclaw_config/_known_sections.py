"""The sections that a configuration may have, whether or not something reads them."""

from __future__ import annotations

__all__ = ["KNOWN_SECTIONS", "PROVIDER_KINDS", "READ_SECTIONS"]

READ_SECTIONS = frozenset(
    {"schema_version", "providers", "agents", "risk_profiles", "runtime_profiles"}
)
"""What this version reads."""

PROVIDER_KINDS = frozenset({"models", "tts", "transcription"})
"""The kinds of `[providers]`, of which `models` is read."""

# fmt: off
_UNREAD = frozenset({
    "model_routes", "embedding_routes", "observability", "trust", "security", "backup",
    "data_retention", "cloud_ops", "conversational_ai", "security_ops", "runtime",
    "reliability", "scheduler", "eval", "pacing", "skills", "pipeline",
    "query_classification", "heartbeat", "todotracker", "cron", "acp", "channels", "memory",
    "storage", "tunnel", "gateway", "a2a", "wss", "composio", "microsoft365", "secrets",
    "browser", "browser_delegate", "http_request", "multimodal", "media_pipeline",
    "web_fetch", "link_enricher", "text_browser", "web_search", "project_intel",
    "google_workspace", "proxy", "cost", "peripherals", "delegate", "skill_bundles",
    "knowledge_bundles", "mcp_bundles", "peer_groups", "hooks", "hardware", "transcription",
    "tts", "mcp", "nodes", "onboard_state", "notion", "jira", "node_transport", "knowledge",
    "linkedin", "image_gen", "file_upload", "file_upload_bundle", "file_download",
    "plugins", "locale", "verifiable_intent", "claude_code", "claude_code_runner",
    "codex_cli", "gemini_cli", "opencode_cli", "sop", "shell_tool", "escalation",
})
# fmt: on

KNOWN_SECTIONS = READ_SECTIONS | _UNREAD
"""Every top-level key of the format."""
