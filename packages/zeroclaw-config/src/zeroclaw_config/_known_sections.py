"""The sections that a configuration may have, whether or not something reads them."""

from __future__ import annotations

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._nearest import nearest

__all__ = ["CHANNELS", "KNOWN_SECTIONS", "PROVIDER_KINDS", "READ_SECTIONS", "unread_because"]

READ_SECTIONS = frozenset(
    {
        "schema_version",
        "providers",
        "agents",
        "risk_profiles",
        "runtime_profiles",
        "model_routes",
    }
)
"""What this version reads."""

PROVIDER_KINDS = frozenset({"models", "tts", "transcription"})
"""The kinds of `[providers]`, of which `models` is read."""

# fmt: off
_UNREAD = frozenset({
    "embedding_routes", "observability", "trust", "security", "backup",
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

CHANNELS = frozenset({
    "amqp", "bluesky", "clawdtalk", "dingtalk", "discord", "email", "filesystem", "git",
    "gmail", "imessage", "irc", "lark", "line", "linq", "matrix", "mattermost", "mochat",
    "mqtt", "nextcloud_talk", "nostr", "qq", "reddit", "signal", "slack", "telegram",
    "twitch", "twitter", "voice_call", "voice_wake", "webhook", "wechat", "wecom",
    "wecom_ws", "whatsapp",
})
"""The types of `[channels]`; each has the extra of its name."""
# fmt: on

KNOWN_SECTIONS = READ_SECTIONS | _UNREAD
"""Every top-level key of the format."""

_READERS = {
    "a2a": "zeroclaw-gateway",
    "channels": "zeroclaw-channels",
    "gateway": "zeroclaw-gateway",
    "hardware": "zeroclaw-hardware",
    "peripherals": "zeroclaw-hardware",
    "plugins": "zeroclaw-plugins",
    "wss": "zeroclaw-gateway",
}


def unread_because(section: str, channel: str | None = None) -> str:
    """A clause that says why a section, or one type of channel in it, is not read."""
    if channel is not None and channel not in CHANNELS:
        meant = nearest(channel, sorted(CHANNELS))
        if meant is None:
            return Phrase("is_no_channel", "is no channel that is known; ignored")
        return Phrase(
            "is_no_channel_but",
            "is no channel that is known; ignored; did you mean `{meant}`?",
            meant=meant,
        )
    reader = _READERS.get(section)
    if reader is None:
        return Phrase("is_read_by_nothing", "is read by nothing that is installed; ignored")
    needed = reader if channel is None else f"{reader}[{channel}]"
    return Phrase("needs_distribution", "needs {needed}; ignored", needed=needed)
