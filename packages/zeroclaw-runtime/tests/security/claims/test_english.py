"""Claims in English are known by their wording, other sentences are left alone."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.security.claims.english import ENGLISH
from zeroclaw_runtime.security.claims.rules import Action, compiled


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Action.SEND, "I have just sent it."),
        (Action.SEND, "The mail is on its way."),
        (Action.SEND, "Your note has been forwarded."),
        (Action.RUN, "I ran the tests."),
        (Action.RUN, "After running them, all is well."),
        (Action.WRITE, "I've saved it."),
    ],
)
def test_deed_is_known_by_its_wording(action: Action, sentence: str) -> None:
    assert compiled(ENGLISH.deeds[action]).search(sentence.lower())


@pytest.mark.parametrize("sentence", ["I can send it.", "You have sent it.", "It could be sent."])
def test_what_nobody_claims_to_have_done_is_no_deed(sentence: str) -> None:
    deeds = [a for a, deed in ENGLISH.deeds.items() if compiled(deed).search(sentence.lower())]
    assert deeds == []


def test_absence_differs_from_presence() -> None:
    assert compiled(ENGLISH.absence).search("there are no files.")
    assert not compiled(ENGLISH.absence).search("there are files.")


def test_conclusion_differs_from_a_statement() -> None:
    assert compiled(ENGLISH.certain).search("therefore it broke.")
    assert not compiled(ENGLISH.certain).search("it broke.")


def test_source_is_announced_by_its_words() -> None:
    assert compiled(ENGLISH.sources).search("according to him, yes.")
