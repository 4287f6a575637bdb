"""What an installation is set up for is read without making anything."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from zeroclaw.checks.looking.database import Sessions
from zeroclaw.checks.overview import look_over
from zeroclaw.home import Home
from zeroclaw_api.risk import Autonomy, Risk
from zeroclaw_api.usage import Money

CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "http://127.0.0.1:9/v1"
model = "m"
[providers.models.custom.bad]
model = "m"
[risk_profiles.yolo]
level = "full"
[runtime_profiles.tight]
budget = { day = 2.0 }
[agents.main]
model_provider = "custom.home"
risk_profile = "yolo"
runtime_profile = "tight"
"""


def test_agents_come_with_model_level_and_limits(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.config.write_text(CONFIG)
    overview = look_over(home, {}, has_bubblewrap=True)
    [agent] = overview.agents
    assert (agent.alias, agent.provider, agent.model) == ("main", "custom.home", "m")
    assert agent.profile.level is Autonomy.FULL
    assert agent.commands.unasked is Risk.HIGH
    assert overview.sandboxes == ("auto",)
    assert overview.probed_for(agent) is None
    assert agent.limits.budget.day == Money(2_000_000_000)
    assert list(overview.disabled) == ["providers.models.custom.bad"]
    assert (overview.problem, overview.sessions) == (None, Sessions(0))


def test_home_that_is_missing_stays_missing(tmp_path: Path) -> None:
    overview = look_over(Home(tmp_path / "home"), {}, has_bubblewrap=False)
    assert not overview.has_config
    assert overview.problem is not None
    assert overview.database_bytes == 0
    assert list(tmp_path.iterdir()) == []
