"""Tests of entries that are disabled while the rest goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zeroclaw_config import Config, InvalidConfig
from zeroclaw_config._disabling import broken_entries, follow

Load = Callable[[str], Config]

SECRET = "sk-planted-7f3a9c"
GOOD = """\
schema_version = 3
[providers.models.custom.home]
uri = "u"
model = "m"
[agents.main]
model_provider = "custom.home"
"""


def disabled(config: Config) -> dict[str, list[str]]:
    return {each.path: [problem.key for problem in each.problems] for each in config.disabled}


def refused(config: Config, alias: str | None) -> list[str]:
    with pytest.raises(InvalidConfig) as caught:
        config.choose_agent(alias)
    return [problem.key for problem in caught.value.problems]


def test_a_broken_model_leaves_other_agents_alone(load: Load) -> None:
    config = load(
        GOOD
        + '[providers.models.custom.other]\nmodle = "m"\nuri = "u"\n'
        + '[agents.helper]\nmodel_provider = "custom.other"\n'
    )
    assert config.choose_agent("main") == config.choose_agent() == "main"
    assert config.models.keys() == {"custom.home"}
    assert config.agents.keys() == {"main"}
    keys = [f"providers.models.custom.other.{key}" for key in ("model", "modle")]
    assert disabled(config) == {"providers.models.custom.other": keys, "agents.helper": keys}
    assert refused(config, "helper") == keys


def test_each_disabled_entry_is_one_notice_with_its_reason(load: Load) -> None:
    config = load(
        GOOD
        + "[runtime_profiles.slow]\nmax_iterations = 0\nbudget = 5\n"
        + '[agents.helper]\nmodel_provider = "custom.home"\nruntime_profile = "slow"\n'
    )
    because = (
        "is disabled: runtime_profiles.slow.max_iterations must be at least 1, not 0 (line 8); "
        "runtime_profiles.slow.budget must be a table, not 5 (line 9)."
    )
    file = config.path
    assert [str(notice) for notice in config.notices] == [
        f"{file}, line 7: runtime_profiles.slow {because}",
        f"{file}, line 10: agents.helper {because}",
    ]
    assert config.runtime_profiles == {}


def test_the_agent_that_would_be_taken_is_never_replaced(load: Load) -> None:
    broken_main = GOOD + 'x = 1\n[agents.helper]\nmodel_provider = "custom.home"\n'
    config = load(broken_main)
    assert refused(config, None) == refused(config, "main") == ["agents.main.x"]
    assert config.choose_agent("helper") == "helper"
    assert refused(load(GOOD + "x = 1\n"), None) == ["agents.main.x"]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('[agents.b]\nmodel_provider = "custom.gone"', "agents.b"),
        ('[agents.b]\nmodel_provider = "custom.home"\nrisk_profile = "gone"', "agents.b"),
        ('[agents.b]\nmodel_provider = "${GONE}"', "agents.b"),
        ('[agents.Bad]\nmodel_provider = "custom.home"', "agents.Bad"),
        ("[agents.b]", "agents.b"),
        ('[runtime_profiles.b]\nx = "${"', "runtime_profiles.b"),
        ('[providers.models.custom.b]\nuri = "${GONE}"\nmodel = "m"', "providers.models.custom.b"),
        ('[providers.models.custom.b_]\nuri = "u"\nmodel = "m"', "providers.models.custom.b_"),
        ("[providers.models.other.b]", "providers.models.other"),
    ],
)
def test_what_is_wrong_within_one_entry_disables_it(load: Load, text: str, path: str) -> None:
    config = load(f"{GOOD}{text}\n")
    assert list(disabled(config)) == [path]
    assert config.choose_agent() == "main"
    assert config.agents.keys() == {"main"}
    assert config.models.keys() == {"custom.home"}
    assert config.runtime_profiles == {}


@pytest.mark.parametrize(
    "text",
    [
        *("[risk_profiles.b]\nlevel = 'x'", "[risk_profiles.Bad]", "[zzz]", "[providers.zzz]"),
        *("[risk_profiles.b]\nzzz = 1", "runtime_profiles = 5", "[risk_profiles]\nb = 5"),
    ],
)
def test_what_guards_or_is_unknown_refuses_the_file(load: Load, text: str) -> None:
    with pytest.raises(InvalidConfig):
        load(GOOD.replace("[providers", f"{text}\n[providers", 1))


def test_a_strict_load_refuses_what_else_is_disabled(load_strictly: Load) -> None:
    assert load_strictly(GOOD).disabled == ()
    with pytest.raises(InvalidConfig):
        load_strictly(GOOD + "[agents.b]\n")


def test_an_agent_of_an_uninstalled_family_says_which(load: Load) -> None:
    text = GOOD + '[providers.models.other.b]\nx = 1\n[agents.b]\nmodel_provider = "other.b"\n'
    assert refused(load(text), "b") == ["providers.models.other"]


def test_a_notice_of_a_disabled_entry_tells_no_secret(load: Load) -> None:
    config = load(GOOD + '[providers.models.custom.b]\nuri = "u"\napi_key = "${SOME_KEY} x"\n')
    assert len(config.disabled) == 1
    assert SECRET not in "".join(str(notice) for notice in config.notices) + repr(config)


def test_entries_are_told_from_what_spoils_the_file() -> None:
    places = [("agents", "a", "x"), ("agents",), ("risk_profiles", "a"), ("providers", "models")]
    broken, fatal = broken_entries(places)
    assert broken == {("agents", "a"): [("agents", "a", "x")]}
    assert fatal == places[1:]


def test_followers_have_their_own_problems_first() -> None:
    own, cause = ("agents", "a", "x"), ("providers", "models", "f", "m", "uri")
    found = follow(
        {("agents", "a"): [own], ("providers", "models", "f", "m"): [cause]},
        "agents",
        {"a": {"model_provider": "f.m"}, "b": {"model_provider": 5}},
    )
    assert found[("agents", "a")] == [own, cause]
    assert ("agents", "b") not in found


def test_a_broken_model_disables_the_route_to_it_with_its_agents(load: Load) -> None:
    config = load(
        GOOD
        + '[providers.models.custom.other]\nmodle = "m"\nuri = "u"\n'
        + '[model_routes.fast]\nmodel_provider = "custom.other"\n'
        + '[agents.helper]\nmodel_provider = "hint:fast"\n'
    )
    assert config.routes == {}
    assert config.agents.keys() == {"main"}
    assert disabled(config).keys() == {
        "providers.models.custom.other",
        "model_routes.fast",
        "agents.helper",
    }
