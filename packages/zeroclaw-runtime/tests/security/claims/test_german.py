"""Claims in German are known by their wording, other sentences are left alone."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.security.claims.german import GERMAN
from zeroclaw_runtime.security.claims.rules import Action, compiled


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Action.SEND, "Ich habe es gesendet."),
        (Action.SEND, "Die Mail ist raus."),
        (Action.RUN, "Ich habe a.py eben ausgeführt."),
        (Action.RUN, "Den Test habe ich gestartet."),
        (Action.WRITE, "Das wurde in a.md gespeichert."),
    ],
)
def test_deed_is_known_by_its_wording(action: Action, sentence: str) -> None:
    assert compiled(GERMAN.deeds[action]).search(sentence.lower())


@pytest.mark.parametrize(
    "sentence", ["Ich kann es senden.", "Hast du es geschrieben?", "Du hast sie verschickt."]
)
def test_what_nobody_claims_to_have_done_is_no_deed(sentence: str) -> None:
    deeds = [a for a, deed in GERMAN.deeds.items() if compiled(deed).search(sentence.lower())]
    assert deeds == []


def test_absence_differs_from_presence() -> None:
    assert compiled(GERMAN.absence).search("es gibt keine dateien.")
    assert not compiled(GERMAN.absence).search("es gibt dateien.")


def test_conclusion_differs_from_a_statement() -> None:
    assert compiled(GERMAN.certain).search("folglich ging es kaputt.")
    assert not compiled(GERMAN.certain).search("es ging kaputt.")


def test_source_is_announced_by_its_words() -> None:
    assert compiled(GERMAN.sources).search("laut ihm stimmt es.")
