"""The first run writes what was agreed to, after the model has answered, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click
import pytest
from attrs import define, field

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked
from zeroclaw.quickstart.errors import ModelUntried, NothingFound
from zeroclaw.quickstart.flow import FirstRun, Outcome, Probes
from zeroclaw.quickstart.offers import BUNDLED, WELL_KNOWN, Offer
from zeroclaw.quickstart.presets import Preset
from zeroclaw.quickstart.setup import Setup
from zeroclaw.wiring.cards import family_cards
from zeroclaw.wiring.families import installed_families
from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import load_config
from zeroclaw_providers.catalogue.reading import ModelCatalogue

PLANTED: Final = "sk-planted-0123456789"
ENVIRON: Final = {"OPENAI_API_KEY": PLANTED}
SERVER: Final = Offer("ollama", "main", "Ollama", models=("small", "large"), is_here=True)
KEYED: Final = Offer("openai", "main", "OpenAI", "OPENAI_API_KEY", usual_model="best")


class Script:
    """`Questions` that answers in order; None takes what is proposed, the end aborts."""

    def __init__(self, *answers: str | int | bool | None) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    def choose(self, heading: str, options: Sequence[str], proposed: int) -> int:
        answer = self._next(" / ".join((heading, *options)))
        return proposed if answer is None else int(answer)

    def search(self, heading: str, options: Sequence[str], shown: int) -> int:
        return self.choose(heading, options[:shown], 0)

    def name(self, label: str, options: Sequence[str], proposed: str | None) -> str:
        return self._text(" / ".join((label, *options)), proposed)

    def text(self, label: str, proposed: str | None, problem: Callable[[str], str | None]) -> str:
        answer = self._text(label, proposed)
        while problem(answer) is not None:
            answer = self._text(label, proposed)
        return answer

    def agrees(self, question: str, *, proposed: bool) -> bool:
        answer = self._next(question)
        return proposed if answer is None else bool(answer)

    def _text(self, label: str, proposed: str | None) -> str:
        answer = self._next(label)
        return str(proposed if answer is None else answer)

    def _next(self, question: str) -> str | int | bool | None:
        self.asked.append(question)
        if not self._answers:
            raise click.Abort
        return self._answers.pop(0)


@define
class World:
    """What the first run finds, with what it told; `is_dead` is a model that does not answer."""

    home: Path
    offers: tuple[Offer, ...] = (SERVER, KEYED, BUNDLED)
    listed: tuple[str, ...] = ()
    is_dead: bool = False
    told: list[str] = field(factory=list)
    tried: list[Setup] = field(factory=list)

    @property
    def config(self) -> Path:
        return self.home / "config.toml"

    def take(self, asked: Asked, questions: Script | None = None) -> Outcome:
        probes = Probes(lambda: self.offers, lambda _: self.listed, self._attempt)
        return FirstRun(
            asked,
            self.config,
            ENVIRON,
            installed_families(),
            family_cards(),
            ModelCatalogue(),
            probes,
            questions,
            self.told.append,
            self.told.append,
        ).take()

    def _attempt(self, setup: Setup, _settings: ModelSettings) -> None:
        assert not self.is_written_by(setup)
        self.tried.append(setup)
        if self.is_dead:
            raise ModelUntried(reason="It is down.", advice="Start it.")

    def is_written_by(self, setup: Setup) -> bool:
        return (
            self.config.exists()
            and setup.agent in load_config(self.config, ENVIRON, installed_families()).agents
        )


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_enter_all_the_way_takes_the_first_proposal(world: World) -> None:
    outcome = world.take(Asked(), Script(*[None] * 5))
    config = load_config(world.config, ENVIRON, installed_families(), strict=True)
    assert config.agents["main"].model_provider == "ollama.main"
    assert config.models[config.agents["main"].model_provider].model == "small"
    assert config.risk_profile_of("main").level == "supervised"
    assert (outcome.is_tested, outcome.is_written) == (True, True)


def test_text_is_shown_before_anybody_agrees_to_it(world: World) -> None:
    world.take(Asked(), Script(*[None] * 4, False))
    assert not world.config.exists()
    (shown,) = [text for text in world.told if "[agents.main]" in text]
    world.take(Asked(), Script(*[None] * 5))
    assert "".join(line.removeprefix("    ") for line in shown.splitlines(keepends=True)) == (
        world.config.read_text()
    )


def test_yes_asks_nothing_and_takes_the_same(world: World) -> None:
    world.take(Asked(is_agreed=True))
    by_yes = world.config.read_text()
    world.config.unlink()
    world.take(Asked(), Script(*[None] * 5))
    assert world.config.read_text() == by_yes


def test_every_flag_takes_a_question_away(world: World) -> None:
    questions = Script(True)
    asked = Asked(
        model_provider="work",
        uri="http://127.0.0.1:1/v1",
        model="m",
        agent="a",
        preset=Preset.READONLY,
    )
    world.take(asked, questions)
    assert len(questions.asked) == 1
    assert "Write" in questions.asked[0]


def test_key_of_a_service_is_in_nothing_that_is_written_or_told(world: World) -> None:
    world.take(Asked(model_provider="openai", model="m", is_tested=False))
    assert 'api_key = "${OPENAI_API_KEY}"' in world.config.read_text()
    assert all(PLANTED not in path.read_text() for path in world.home.iterdir())
    assert PLANTED not in "".join(world.told)


def test_listed_models_are_shown_with_the_proposed_one_first(world: World) -> None:
    world.listed = ("other", "best")
    questions = Script(1, None, None, None, None)
    world.take(Asked(), questions)
    assert questions.asked[1].endswith("best / other")
    assert world.tried[0].model == "best"


def test_another_endpoint_is_asked_for_by_its_url(world: World) -> None:
    answers = ("no url", "http://127.0.0.1:2/v1", "NO_KEY", "none", "m", None, None, None)
    # After what was found come the well-known families, without that which was found.
    world.take(Asked(), Script(3 + len(WELL_KNOWN) - 1, *answers))
    config = load_config(world.config, ENVIRON, installed_families())
    assert config.agents["main"].model_provider == "custom.endpoint"


@pytest.mark.parametrize("count", range(5))
def test_end_of_input_at_any_question_writes_nothing(world: World, count: int) -> None:
    with pytest.raises(click.Abort):
        world.take(Asked(), Script(*[None] * count))
    assert list(world.home.iterdir()) == []


def test_no_at_the_last_question_writes_nothing(world: World) -> None:
    assert world.take(Asked(), Script(None, None, None, None, False)) == Outcome()
    assert list(world.home.iterdir()) == []


def test_dead_model_writes_nothing_unless_somebody_insists(world: World) -> None:
    world.is_dead = True
    with pytest.raises(ModelUntried):
        world.take(Asked(is_agreed=True))
    with pytest.raises(ModelUntried):
        world.take(Asked(), Script(*[None] * 5))
    assert list(world.home.iterdir()) == []
    assert not world.take(Asked(), Script(None, None, None, None, True, None)).is_tested
    assert world.config.exists()


def test_no_test_asks_the_model_nothing(world: World) -> None:
    world.take(Asked(is_agreed=True, is_tested=False))
    assert world.tried == []
    assert world.config.exists()


def test_nothing_found_is_an_error_with_the_ways_out(world: World) -> None:
    world.offers = ()
    for questions in (None, Script()):
        with pytest.raises(NothingFound, match="zeroclaw models fetch-bundled"):
            world.take(Asked(is_agreed=questions is None), questions)


def test_yolo_is_said_loudly_and_confirmed_on_its_own(world: World) -> None:
    questions = Script(None, None, None, 2, None)
    assert world.take(Asked(), questions) == Outcome()
    assert "NEVER ASKED" in world.told[-1]
    assert list(world.home.iterdir()) == []
    world.take(Asked(), Script(None, None, None, 2, True, None))
    config = load_config(world.config, ENVIRON, installed_families())
    assert config.risk_profile_of("main").level == "full"


def test_yolo_with_yes_is_still_said_loudly(world: World) -> None:
    world.take(Asked(is_agreed=True, preset=Preset.YOLO))
    assert any("NEVER ASKED" in text for text in world.told)


def test_second_run_changes_nothing_unless_asked_to(world: World) -> None:
    world.take(Asked(is_agreed=True))
    before = world.config.read_bytes()
    with pytest.raises(WrongUsage, match="--agent ALIAS"):
        world.take(Asked(is_agreed=True))
    assert world.take(Asked(), Script(None)) == Outcome()
    assert "  agents: main" in world.told
    assert world.config.read_bytes() == before


def test_yes_never_writes_over_a_model_of_the_same_name(world: World) -> None:
    world.take(Asked(is_agreed=True))
    before = world.config.read_bytes()
    tried = len(world.tried)
    with pytest.raises(WrongUsage, match="already"):
        world.take(Asked(is_agreed=True, agent="second", model="large"))
    assert world.config.read_bytes() == before
    assert len(world.tried) == tried


def test_addition_finds_free_names_by_itself(world: World) -> None:
    world.take(Asked(is_agreed=True))
    world.take(Asked(), Script(True, None, "large", None, None, None))
    config = load_config(world.config, ENVIRON, installed_families(), strict=True)
    assert set(config.models) == {"ollama.main", "ollama.main_2"}
    assert config.models[config.agents["ollama"].model_provider].model == "large"


def test_name_that_is_taken_is_asked_for_again(world: World) -> None:
    world.take(Asked(is_agreed=True))
    world.take(Asked(), Script(True, None, None, "main", "not good", "second", None, None))
    config = load_config(world.config, ENVIRON, installed_families())
    assert set(config.agents) == {"main", "second"}


def test_secret_in_a_url_is_neither_told_nor_asked_with(world: World) -> None:
    url = f"https://user:{PLANTED}@example.com/v1"
    with pytest.raises(WrongUsage) as caught:
        world.take(Asked(uri=url, is_agreed=True))
    assert PLANTED not in str(caught.value) + "".join(world.told)


def test_entry_whose_key_is_unset_today_is_shown_as_there(world: World) -> None:
    world.config.write_text(
        'schema_version = 3\n[providers.models.custom.old]\nuri = "http://127.0.0.1:1/v1"\n'
        'model = "m"\napi_key = "${NO_KEY}"\n[agents.main]\nmodel_provider = "custom.old"\n'
    )
    assert world.take(Asked(), Script(None)) == Outcome()
    assert "  models: custom.old" in world.told
    assert "  agents: main" in world.told


def test_family_without_its_key_is_refused_where_nobody_can_be_asked(world: World) -> None:
    with pytest.raises(WrongUsage, match="GROQ_API_KEY is not set"):
        world.take(Asked(model_provider="groq", is_agreed=True))


def test_model_is_proposed_from_what_is_known_without_a_list(world: World) -> None:
    world.take(Asked(model_provider="openai", is_agreed=True, is_tested=False))
    config = load_config(world.config, ENVIRON, installed_families())
    assert config.models["openai.main"].model in ModelCatalogue().models_of("openai")
