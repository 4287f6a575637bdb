"""What is wrong with a config is an error where an agent needs it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from zeroclaw.checks.finding import Finding, Severity, Subject
from zeroclaw.checks.judging.configuration import ConfigFacts, judge_config
from zeroclaw_config import (
    AgentSettings,
    Config,
    ConfigMissing,
    InvalidConfig,
    Notice,
    Problem,
    SchemaNotMigrated,
    SchemaTooNew,
    UnknownAgent,
)
from zeroclaw_config.config import Disabled

FILE = "/h/config.toml"
KEY = "providers.models.custom.a.api_key"


def config(
    agents: tuple[str, ...] = ("main",),
    disabled: Mapping[str, tuple[Problem, ...]] | None = None,
    notices: tuple[Notice, ...] = (),
) -> Config:
    return Config(
        Path(FILE),
        {alias: AgentSettings("custom.a") for alias in agents},
        {},
        {},
        {},
        notices,
        tuple(Disabled(path, problems) for path, problems in (disabled or {}).items()),
    )


def judged(found: Config, alias: str | None = None) -> list[Finding]:
    return judge_config(ConfigFacts(FILE, found, alias=alias))


def test_config_that_can_be_used_is_fine() -> None:
    [finding] = judged(config())
    assert finding.severity is Severity.OK


def test_several_agents_without_a_main_one_are_fine() -> None:
    [finding] = judged(config(("a", "b")))
    assert finding.severity is Severity.OK
    assert "--agent: a, b" in finding.text


def test_no_agent_is_an_error() -> None:
    [finding] = judged(config(()))
    assert finding.severity is Severity.ERROR
    assert "has no agent" in finding.text


def test_agent_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownAgent):
        judged(config(), "nobody")


def test_notice_is_a_warning_with_its_place() -> None:
    found = judged(config(notices=(Notice(FILE, 3, "channels.x", "needs more; ignored"),)))
    assert [finding.severity for finding in found] == [Severity.OK, Severity.WARNING]
    assert "line 3: channels.x needs more" in found[1].text


def test_disabled_agent_is_an_error_and_its_model_is_told_once() -> None:
    problem = Problem(FILE, 5, "providers.models.custom.a.uri", "is missing")
    disabled = {"providers.models.custom.a": (problem,), "agents.main": (problem,)}
    [finding] = judged(config((), disabled))
    assert finding.severity is Severity.ERROR
    assert finding.text.startswith("agents.main is disabled. /h/config.toml, line 5: ")


def test_disabled_model_that_no_agent_has_is_a_warning() -> None:
    problem = Problem(FILE, 5, "providers.models.custom.b.uri", "is missing")
    found = judged(config(disabled={"providers.models.custom.b": (problem,)}))
    assert [finding.severity for finding in found] == [Severity.OK, Severity.WARNING]


def test_missing_variable_is_a_matter_of_secrets() -> None:
    what = "needs `SOME_KEY`, `OTHER`, not set in the environment: set it"
    failure = InvalidConfig(path=FILE, problems=(Problem(FILE, 5, KEY, what),))
    [finding] = judge_config(ConfigFacts(FILE, failure=failure))
    assert finding.subject is Subject.SECRETS
    assert finding.fix is not None
    assert finding.fix.endswith(": SOME_KEY, OTHER.")


def test_value_that_does_not_open_is_a_matter_of_secrets() -> None:
    failure = InvalidConfig(path=FILE, problems=(Problem(FILE, 5, KEY, "cannot be read"),))
    facts = ConfigFacts(FILE, failure=failure, unopened=frozenset({KEY}))
    [finding] = judge_config(facts)
    assert finding.subject is Subject.SECRETS
    assert facts.problem_keys == {KEY}


def test_misspelt_key_is_told_with_what_was_meant() -> None:
    problem = Problem(FILE, 9, "agents.main.modle", "is not a known key", nearest="model")
    [finding] = judge_config(
        ConfigFacts(FILE, failure=InvalidConfig(path=FILE, problems=(problem,)))
    )
    assert finding.fix == "Write model there: /h/config.toml, line 9."


def test_problem_from_the_environment_names_the_variable() -> None:
    problem = Problem(FILE, None, "agents.x", "is no agent", origin="ZEROCLAW_agents__x")
    [finding] = judge_config(
        ConfigFacts(FILE, failure=InvalidConfig(path=FILE, problems=(problem,)))
    )
    assert finding.fix == "Change it there: ZEROCLAW_agents__x."


def test_file_that_is_missing_old_or_too_new_is_told_apart() -> None:
    missing, old, new = (
        judge_config(ConfigFacts(FILE, failure=failure))[0]
        for failure in (
            ConfigMissing(path=FILE),
            SchemaNotMigrated(path=FILE, found="2"),
            SchemaTooNew(path=FILE, newest=3),
        )
    )
    assert missing.severity is Severity.WARNING
    assert old.fix == "Run `zeroclaw config migrate`."
    assert new.severity is Severity.ERROR
    assert "Upgrade ZeroClaw" in new.text
