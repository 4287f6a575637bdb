"""Whoever can be asked chooses a place, then tells what it wants besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest
from attrs import define, field

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.offers import BUNDLED, Offer, endpoint_offer
from zeroclaw.quickstart.placing import Placing
from zeroclaw.wiring.families import installed_families
from zeroclaw_api.family import FamilyCard

CARDS: Final = {
    "groq": FamilyCard("Groq", "GROQ_API_KEY", needs_key=True),
    "qwen": FamilyCard("Qwen", "QWEN_KEY", needs_key=True, regions=("intl", "cn")),
    "azure": FamilyCard("Azure", "AZURE_KEY", needs_key=True, asks=("resource",)),
    "ollama": FamilyCard("Ollama", address="http://127.0.0.1:11434"),
}
SERVER: Final = Offer("ollama", "main", "Ollama", models=("a", "b"), is_here=True)
PROGRAM: Final = Offer("kilocli", "main", "Kilo CLI", program="kilo")


@define
class Answers:
    """`Questions` that answers in order, each with a text that is looked for, or a number."""

    given: list[str | int]
    asked: list[str] = field(factory=list)

    def choose(self, heading: str, options: Sequence[str], proposed: int) -> int:
        return self._place([heading, *options]) or proposed

    def search(self, heading: str, options: Sequence[str], shown: int) -> int:
        self.asked.append(" / ".join(options[:shown]))
        wanted = str(self.given.pop(0))
        return next(n for n, option in enumerate(options) if wanted in option)

    def name(self, label: str, options: Sequence[str], proposed: str | None) -> str:
        raise AssertionError(label)

    def text(self, label: str, proposed: str | None, problem: Callable[[str], str | None]) -> str:
        self.asked.append(f"{label} [{proposed}]")
        answer = str(self.given.pop(0))
        while problem(answer) is not None:
            answer = str(self.given.pop(0))
        return answer

    def agrees(self, question: str, *, proposed: bool) -> bool:
        raise AssertionError(question)

    def _place(self, shown: Sequence[str]) -> int:
        self.asked.append(" / ".join(shown))
        return int(self.given.pop(0))


def placing(answers: Answers, environ: Mapping[str, str]) -> Placing:
    return Placing(answers, CARDS, environ, installed_families())


def test_ready_places_come_first_then_the_well_known() -> None:
    answers = Answers(["Ollama"])
    assert placing(answers, {}).chosen((SERVER, PROGRAM, BUNDLED)) == SERVER
    (shown,) = answers.asked
    assert shown.split(" / ") == [
        "Ollama on this machine, which has 2 models",
        "Kilo CLI, through the program kilo, which is installed",
        "the bundled model, which is tiny, on this machine",
        "Groq (groq)",
        "another OpenAI-compatible endpoint, by its URL",
    ]


def test_place_that_is_not_shown_is_found_by_its_name() -> None:
    answers = Answers(["Azure (azure)", "NO_KEY", "WORK_KEY", "my-resource"])
    offer = placing(answers, {"WORK_KEY": "k"}).chosen((SERVER,))
    assert (offer.family, offer.key_env) == ("azure", "WORK_KEY")
    assert offer.settings == (("resource", "my-resource"),)


def test_another_endpoint_is_told_by_its_url() -> None:
    answers = Answers(["another", "no url", "http://127.0.0.1:2/v1", "none"])
    offer = placing(answers, {}).chosen((SERVER,))
    assert offer == endpoint_offer("http://127.0.0.1:2/v1")


def test_key_that_is_there_is_not_asked_for() -> None:
    answers = Answers([])
    offer = Offer("groq", "main", "Groq", "GROQ_API_KEY")
    assert placing(answers, {"GROQ_API_KEY": "k"}).completed(offer) == offer


def test_family_that_needs_a_key_does_not_go_on_without() -> None:
    with pytest.raises(WrongUsage, match="GROQ_API_KEY is not set"):
        placing(Answers(["none"]), {}).completed(Offer("groq", "main", "Groq"))


@pytest.mark.parametrize(("index", "settings"), [(0, ()), (1, (("region", "cn"),))])
def test_region_is_written_unless_it_is_the_usual_one(
    index: int, settings: tuple[tuple[str, str], ...]
) -> None:
    offer = Offer("qwen", "main", "Qwen", "QWEN_KEY")
    answers = Answers([index])
    assert placing(answers, {"QWEN_KEY": "k"}).completed(offer).settings == settings
    assert answers.asked == ["Which endpoint of Qwen is your account at? / intl / cn"]


def test_place_with_a_url_of_its_own_has_no_region() -> None:
    offer = Offer("qwen", "main", "Qwen", settings=(("uri", "http://127.0.0.1:1"),))
    assert placing(Answers([]), {}).completed(offer) == offer
    assert placing(Answers([]), {}).completed(BUNDLED) == BUNDLED
