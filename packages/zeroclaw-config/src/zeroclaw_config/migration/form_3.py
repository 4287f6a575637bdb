"""The keys that the third form has in the sections which are read, whoever reads them."""

from __future__ import annotations

__all__ = ["AGENT_KEYS", "MODEL_KEYS", "NOT_ENFORCED", "RISK_KEYS", "RUNTIME_KEYS"]

# fmt: off
AGENT_KEYS = frozenset({
    "enabled", "channels", "model_provider", "risk_profile", "runtime_profile",
    "skill_bundles", "knowledge_bundles", "mcp_bundles", "acp_enable_mcp", "cron_jobs",
    "tts_provider", "transcription_provider", "classifier_provider", "precheck",
    "summary_provider", "delegate_same_risk_profile", "delegates", "workspace", "memory",
    "identity", "a2a",
})

RISK_KEYS = frozenset({
    "level", "workspace_only", "allowed_commands", "forbidden_paths",
    "require_approval_for_medium_risk", "block_high_risk_commands", "shell_env_passthrough",
    "auto_approve", "always_ask", "allowed_roots", "allowed_path", "allowed_paths",
    "delegation_policy", "approval_route", "allowed_tools", "excluded_tools",
    "sandbox_enabled", "sandbox_backend", "firejail_args",
})

RUNTIME_KEYS = frozenset({
    "agentic", "max_tool_iterations", "max_actions_per_hour", "max_cost_per_day_cents",
    "shell_timeout_secs", "max_delegation_depth", "delegation_timeout_secs",
    "agentic_timeout_secs", "max_history_messages", "max_context_tokens", "compact_context",
    "parallel_tools", "tool_dispatcher", "tool_call_dedup_exempt", "max_system_prompt_chars",
    "max_tool_result_chars", "keep_tool_context_turns", "memory_recall_limit",
    "prompt_injection_mode", "strict_tool_parsing", "thinking", "history_pruning", "eval",
    "auto_classify", "context_compression", "tool_receipts", "tool_filter_groups",
})

MODEL_KEYS = frozenset({
    "api_key", "kind", "uri", "model", "fallback", "fallback_models", "temperature",
    "timeout_secs", "extra_headers", "wire_api", "requires_openai_auth", "max_tokens",
    "merge_system_into_user", "provider_extra", "pricing", "replay_assistant_reasoning",
    "live_pricing", "native_tools", "think", "vision", "chat_template_kwargs",
    "context_window", "tls_ca_cert_path", "resource", "deployment", "api_version",
    "azure_openai_resource", "azure_openai_deployment", "azure_openai_api_version",
    "endpoint", "auth_mode", "oauth_refresh_token", "oauth_client_id",
    "oauth_client_secret", "oauth_resource_url", "oauth_project", "num_ctx", "num_predict",
    "temperature_override", "binary_path", "working_directory", "env_passthrough",
    "extra_args", "max_acp_stdout_bytes", "region",
})

NOT_ENFORCED = frozenset({
    "workspace_only", "allowed_commands", "forbidden_commands", "forbidden_paths",
    "allowed_roots", "allowed_path", "allowed_paths", "allowed_tools", "delegation_policy",
    "approval_route", "sandbox_enabled", "sandbox_backend", "sandbox_network",
    "sandbox_allowed_domains", "require_approval_for_medium_risk", "max_actions_per_hour",
    "max_cost_per_day_cents",
})
# fmt: on
"""Keys that limit an agent: when nothing reads one, the operator has to know."""
