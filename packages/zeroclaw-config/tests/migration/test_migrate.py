"""Documents of every form load after migration, mean what they said, lose nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from zeroclaw_api.factory import ModelSettings
from zeroclaw_api.risk import Autonomy, HighRisk
from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR
from zeroclaw_config import Config, SchemaNotMigrated, SchemaTooNew, check_config
from zeroclaw_config.migration.change import ChangeKind, Migrated
from zeroclaw_config.migration.migrate import migrated
from zeroclaw_config.migration.report import report_data, report_lines

Families = Mapping[str, Callable[[], type[ModelSettings]]]
Loaded = Callable[[str], tuple[Config, Migrated]]

ENVIRON = dict.fromkeys(
    ("ANTHROPIC_KEY", "OPENAI_KEY", "OPENROUTER_API_KEY", "ROUTER_KEY"), "sk-planted-7f3a9c"
)
DOCUMENTS = [
    "deep_dive", "v1_flat_openai", "v1_channels", "v2_autonomy", "v2_jobs", "v2_backends",
    "v3_two_agents",
]  # fmt: skip


@pytest.fixture(scope="session")
def loaded(families: Families, document: Callable[[str], str]) -> Loaded:
    """Migrates a document and checks it as if it were a file."""

    def load(name: str) -> tuple[Config, Migrated]:
        result = migrated(tomllib.loads(document(name)), name, families)
        return check_config(result.tree, name, ENVIRON, families), result

    return load


def table(result: Migrated, *path: str) -> Mapping[str, object]:
    value: object = result.tree
    for key in path:
        assert isinstance(value, Mapping)
        value = value[key]
    assert isinstance(value, Mapping)
    return value


def carried(result: Migrated) -> dict[str, object]:
    return {".".join(map(str, key.path)): key.value for key in result.carried}


def key_of(config: Config, reference: str) -> str | None:
    key = getattr(config.models[reference], "api_key", None)
    return key.get_secret_value() if isinstance(key, SecretStr) else None


def test_the_sample_of_the_design_means_what_it_says(loaded: Loaded) -> None:
    config, result = loaded("deep_dive")
    assert config.choose_agent() == "main"
    assert (
        config.models[config.agents["main"].model_provider].model == "anthropic/claude-sonnet-4-6"
    )
    assert key_of(config, "openrouter.default") == ENVIRON["OPENROUTER_API_KEY"]
    assert config.risk_profile_of("main").level is Autonomy.SUPERVISED
    assert table(result, "gateway") == {
        "allow_public_bind": False,
        "host": "127.0.0.1",
        "port": 8080,
    }
    assert table(result, "storage", "sqlite", "default")["path"] == "${ZEROCLAW_HOME}/memory.db"
    assert table(result, "memory")["embedding_provider"] == "ollama"
    assert table(result, "peer_groups", "discord_default")["external_peers"] == ["123456789"]
    kept = carried(result)
    assert kept["providers.fallback.chain"] == ["default", "ollama-local"]
    boundary = config.boundary_of("main")
    assert boundary.allowed_commands == frozenset({"git", "cargo", "grep"})
    assert boundary.forbidden_paths == ("/etc", "~/.ssh")
    assert (boundary.sandbox, boundary.has_network) == ("auto", False)
    assert kept["risk_profiles.default.sandbox_network"] == "allowed-domains"
    assert kept["runtime_profiles.default.tool_receipts"] == {
        "enabled": True,
        "show_in_response": False,
        "inject_system_prompt": True,
    }


def test_a_flat_first_form_keeps_model_level_and_limits(loaded: Loaded) -> None:
    config, result = loaded("v1_flat_openai")
    assert config.models[config.agents["main"].model_provider].model == "gpt-4.1-mini"
    assert config.models[config.agents["main"].model_provider].max_tokens == 2048
    assert key_of(config, "openai.default") == ENVIRON["OPENAI_KEY"]
    assert config.risk_profile_of("main").level is Autonomy.FULL
    day = config.runtime_profile_of("main").budget.day
    assert day == NANODOLLARS_PER_DOLLAR * 5 // 2
    kept = carried(result)
    assert kept["providers.models.openai.default.temperature"] == 0.4
    assert kept["cost.prices"] == {"gpt-4.1-mini": {"input": 0.4, "output": 1.6}}


def test_channels_of_the_first_form_keep_their_peers(loaded: Loaded) -> None:
    config, result = loaded("v1_channels")
    assert config.models.keys() == {"custom.default"}
    assert config.risk_profile_of("main").level is Autonomy.READONLY
    assert table(result, "peer_groups", "telegram_default")["external_peers"] == ["ada", "grace"]
    assert table(result, "peer_groups", "matrix_default")["external_peers"] == []
    assert table(result, "channels", "discord", "default") == {
        "bot_token": "${DISCORD_TOKEN}",
        "guild_ids": ["42"],
        "channel_ids": ["7", "8"],
        "archive": True,
    }
    assert table(result, "channels", "matrix", "default")["access_token"] == "enc2:abcdef"


def test_autonomy_of_the_second_form_becomes_a_profile(loaded: Loaded) -> None:
    config, result = loaded("v2_autonomy")
    assert config.agents["main"].model_provider == "anthropic.work"
    risk = config.risk_profile_of("main")
    assert risk.level is Autonomy.SUPERVISED
    assert risk.auto_approve == {"browser_open", "http"}
    assert risk.always_ask == {"file_write", "shell"}
    assert risk.never_allow == {"browser_automation", "shell"}
    assert risk.high_risk is HighRisk.ASK
    assert config.runtime_profile_of("main").max_iterations == 25
    assert table(result, "security").keys() == {"nat64_prefixes", "otp"}
    assert risk.tools_allow == frozenset({"shell", "file_read"})
    assert config.boundary_of("main").sandbox == "seatbelt"
    assert carried(result)["risk_profiles.default.firejail_args"] == ["--quiet"]


def test_jobs_of_the_second_form_have_names(loaded: Loaded) -> None:
    config, result = loaded("v2_jobs")
    assert config.agents.keys() == {"main", "researcher"}
    assert config.models[config.agents["researcher"].model_provider].model == "qwen3"
    assert list(table(result, "cron")) == ["morning_report", "tidy", "job_3"]
    assert table(result, "cron", "morning_report", "schedule")["tz"] == "Europe/Vienna"
    assert table(result, "heartbeat")["agent"] == "main"
    assert "swarms" in carried(result)


def test_backends_of_the_second_form_have_aliases(loaded: Loaded) -> None:
    config, result = loaded("v2_backends")
    assert config.agents["main"].model_provider == "ollama.default"
    assert table(result, "storage", "postgres", "default")["db_url"] == "${DATABASE_URL}"
    assert table(result, "storage", "qdrant", "default")["collection"] == "mine"
    assert table(result, "providers", "tts").keys() == {"openai", "piper"}
    assert table(result, "gateway")["host"] == "::1"


def test_a_third_form_of_another_program_is_fitted(loaded: Loaded) -> None:
    config, result = loaded("v3_two_agents")
    assert config.agents.keys() == {"family", "main"}
    assert config.models[config.agents["family"].model_provider].model == "gpt-4.1"
    assert config.risk_profile_of("family").level is Autonomy.READONLY
    assert config.risk_profile_of("family").never_allow == {"shell", "http"}
    assert config.runtime_profile_of("family").max_iterations == 5
    assert table(result, "scheduler") == {"catch_up_on_startup": True}
    assert table(result, "peer_groups", "family")["agents"] == ["family"]
    assert "agents.retired" in carried(result)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_migrated_document_needs_nothing_more(
    loaded: Loaded, families: Families, name: str
) -> None:
    tree = loaded(name)[1].tree
    again = migrated(tree, name, families)
    assert again.tree is tree or again.tree == tree
    assert {change.kind for change in again.changes} <= {ChangeKind.ATTENTION}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_value_of_a_document_is_in_its_report(
    loaded: Loaded, document: Callable[[str], str], name: str
) -> None:
    result = loaded(name)[1]
    shown = "\n".join(report_lines(result)) + str(report_data(result)) + repr(result)
    texts = {
        text
        for _, value in leaves(tomllib.loads(document(name)))
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str) and any(mark in text for mark in (":", "$", "/", "@"))
    }
    assert texts
    assert [text for text in texts if text in shown] == []


def test_a_current_document_comes_back_itself(families: Families) -> None:
    tree: dict[str, object] = {"schema_version": 3, "agents": {}, "memory": {"path": "x"}}
    result = migrated(tree, "f", families)
    assert result.tree is tree
    assert (result.changes, result.carried) == ((), ())


def test_a_version_that_was_not_said_is_noticed(families: Families) -> None:
    result = migrated({"risk_profiles": {"a": {"level": "full"}}}, "f", families)
    assert result.tree == {"schema_version": 3, "risk_profiles": {"a": {"level": "full"}}}
    assert "only this form has" in result.changes[-1].note


def test_what_is_no_version_is_refused(families: Families) -> None:
    with pytest.raises(SchemaTooNew):
        migrated({"schema_version": 4}, "f", families)
    with pytest.raises(SchemaNotMigrated):
        migrated({"schema_version": "2"}, "f", families)


def test_an_old_seal_is_opened_by_the_caller(families: Families) -> None:
    tree = {"default_provider": "openai", "default_model": "m", "api_key": "enc:00"}
    opened = migrated(tree, "f", families, lambda sealed: f"opened {sealed}")
    assert table(opened, "providers", "models", "openai", "default")["api_key"] == "opened enc:00"
    closed = migrated(tree, "f", families, lambda _: None)
    assert table(closed, "providers", "models", "openai", "default")["api_key"] == "enc:00"
    path = ("providers", "models", "openai", "default", "api_key")
    urgent = [c for c in closed.changes if c.kind is ChangeKind.ATTENTION]
    assert [change.before for change in urgent] == [path]


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[object, object]]:
    """The values that are no tables, each with its path; arrays of tables are walked."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and any(isinstance(inner, Mapping) for inner in value):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path, value


TOKENS = st.integers(0, 10**6).map("v{}".format)
VALUES = TOKENS | st.integers(2, 10**6) | st.lists(TOKENS, max_size=2) | st.booleans()
NAMES = st.sampled_from(
    ["openai", "google", "gemini", "groq", "default", "My-Box", "custom:http://h"]
)


def tables(*keys: str, inner: st.SearchStrategy[object] = VALUES) -> st.SearchStrategy[object]:
    return st.dictionaries(st.sampled_from(keys), inner, max_size=4)


def mixed(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Mostly what belongs there, now and then something else."""
    return strategy | strategy | strategy | VALUES


ENTRY = tables("provider", "name", "base_url", "api_path", "uri", "api_key", "model", "odd")
ENTRIES = st.dictionaries(NAMES, mixed(ENTRY | st.dictionaries(NAMES, ENTRY)), max_size=3)
LISTS = tables("tools", "odd", inner=st.lists(TOKENS, max_size=2))
AUTONOMY = st.fixed_dictionaries(
    {},
    optional={
        "level": st.sampled_from(["full", "read_only", "odd"]) | VALUES,
        "auto_approve": LISTS | VALUES,
        "excluded_tools": VALUES,
        "non_cli_excluded_tools": VALUES,
        "never_allow": VALUES,
        "block_high_risk_commands": VALUES,
        "max_cost_per_day_cents": VALUES,
        "allowed_path": VALUES,
        "allowed_paths": VALUES,
        "forbidden_paths": VALUES,
    },
)
CHANNEL = tables(
    "token", "bot_token", "guild_id", "channel_ids", "allowed_users", "allowed_from",
    "autonomy_level", "archive",
)  # fmt: skip
CHANNELS = st.dictionaries(
    st.sampled_from(["discord", "discord_history", "nextcloud-talk", "nextcloud_talk", "cli"]),
    mixed(CHANNEL | tables("default", "home", inner=CHANNEL)),
    max_size=4,
)
JOB = tables("id", "name", "schedule", "expression", "tz", "prompt", "command")
SECTIONS: dict[str, st.SearchStrategy[object]] = {
    "default_provider": NAMES | VALUES,
    "model_provider": VALUES,
    "default_model": VALUES,
    "api_key": VALUES,
    "extra_headers": tables("a"),
    "model_providers": mixed(ENTRIES),
    "providers": mixed(
        st.fixed_dictionaries(
            {},
            optional={
                "models": mixed(ENTRIES),
                "fallback": NAMES | tables("chain", "odd", inner=st.lists(NAMES, max_size=3)),
                "model_routes": st.lists(tables("hint", "provider", "model_provider"), max_size=2),
                "odd": VALUES,
            },
        )
    ),
    "reliability": tables("fallback_providers", inner=st.lists(NAMES, max_size=3) | VALUES),
    "autonomy": mixed(AUTONOMY),
    "security": mixed(tables("sandbox", "otp", inner=tables("enabled", "backend", "odd"))),
    "agent": mixed(tables("max_tool_iterations", "allowed_tools", "tool_receipts", "odd")),
    "agents": mixed(
        tables("main", "Scout", "off", inner=tables("provider", "model", "enabled", "odd"))
    ),
    "channels": mixed(CHANNELS),
    "channels_config": mixed(CHANNELS),
    "cron": mixed(st.lists(JOB, max_size=3) | tables("jobs", "enabled", "a", inner=mixed(JOB))),
    "memory": mixed(tables("path", "embedder", "qdrant", "embedding_model", "db_url")),
    "storage": mixed(
        tables("provider", "sqlite", "qdrant", inner=mixed(tables("config", "path", "default")))
    ),
    "tts": mixed(tables("default_provider", "openai", "piper", inner=mixed(tables("api_url")))),
    "gateway": mixed(tables("bind", "host")),
    "heartbeat": mixed(tables("enabled", "agent")),
    "risk_profiles": mixed(tables("default", "b", inner=mixed(AUTONOMY))),
    "runtime_profiles": mixed(tables("default", inner=tables("max_tool_iterations", "budget"))),
    "peer_groups": mixed(tables("discord_default", inner=tables("channel", "agents"))),
    "cost": mixed(tables("prices", "enabled")),
    "swarms": VALUES,
    "identity": mixed(tables("format")),
    "scheduler": mixed(tables("enabled")),
    "odd": VALUES,
}
TREES = st.tuples(
    st.fixed_dictionaries({}, optional=SECTIONS),
    st.sampled_from([{}, {"schema_version": 1}, {"schema_version": 2}, {"schema_version": 3}]),
).map(lambda parts: {**parts[1], **parts[0]})


def untraced(tree: Mapping[str, object], result: Migrated) -> list[object]:
    """Paths of the values that are neither in the result nor named by a change."""
    there = {repr(value) for _, value in leaves(result.tree)}
    for key in result.carried:
        there |= {repr(value) for _, value in leaves(key.value)}
    lost: list[object] = []
    for path, value in leaves(tree):
        assert isinstance(path, tuple)
        if repr(value) in there:
            continue
        stages = [path]
        for change in result.changes:
            now = stages[-1]
            if change.before != change.after and change.before == now[: len(change.before)]:
                if change.after is None or not change.before:
                    continue
                stages.append(change.after + now[len(change.before) :])
        named = {change.before for change in result.changes if change.before}
        if not named & set(stages):
            lost.append(path)
    return lost


@given(TREES)
def test_no_value_of_any_document_is_lost(families: Families, tree: dict[str, object]) -> None:
    result = migrated(tree, "f", families)
    assert untraced({k: v for k, v in tree.items() if k != "schema_version"}, result) == []


@given(TREES)
def test_migrating_twice_is_migrating_once(families: Families, tree: dict[str, object]) -> None:
    once = migrated(tree, "f", families)
    twice = migrated(once.tree, "f", families)
    assert (twice.tree, twice.changes, twice.carried) == (once.tree, (), ())


def test_control_a_lost_value_is_found() -> None:
    assert untraced({"a": {"b": "v1"}}, Migrated({"a": {}})) == [("a", "b")]
