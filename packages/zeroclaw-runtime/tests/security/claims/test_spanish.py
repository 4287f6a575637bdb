"""Claims in Spanish are known by their wording, other sentences are left alone."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.security.claims.rules import Action, compiled
from zeroclaw_runtime.security.claims.spanish import SPANISH


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Action.SEND, "He enviado todo."),
        (Action.SEND, "El correo ya salió."),
        (Action.RUN, "Ejecuté las pruebas."),
        (Action.RUN, "Tras ejecutar todo, va bien."),
        (Action.WRITE, "Los cambios están guardados."),
    ],
)
def test_deed_is_known_by_its_wording(action: Action, sentence: str) -> None:
    assert compiled(SPANISH.deeds[action]).search(sentence.lower())


@pytest.mark.parametrize(
    "sentence", ["Puedo enviar esto.", "Lo envías luego.", "Conviene ejecutar eso."]
)
def test_what_nobody_claims_to_have_done_is_no_deed(sentence: str) -> None:
    deeds = [a for a, deed in SPANISH.deeds.items() if compiled(deed).search(sentence.lower())]
    assert deeds == []


def test_absence_differs_from_presence() -> None:
    assert compiled(SPANISH.absence).search("no hay archivos.")
    assert not compiled(SPANISH.absence).search("hay archivos.")


def test_conclusion_differs_from_a_statement() -> None:
    assert compiled(SPANISH.certain).search("por lo tanto, falló.")
    assert not compiled(SPANISH.certain).search("falló.")


def test_source_is_announced_by_its_words() -> None:
    assert compiled(SPANISH.sources).search("según él, sí.")
