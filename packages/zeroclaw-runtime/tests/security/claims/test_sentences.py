"""Sentences are cut where a reader would, without what claims nothing."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.security.claims.sentences import LONGEST, sentences_of


@pytest.mark.parametrize(
    ("answer", "sentences"),
    [
        ("One. Two! Three", ("One.", "Two!", "Three")),
        ("一。二！三", ("一。", "二！", "三")),
        ("Is it so? Yes.", ("Yes.",)),
        ("是吗？是。", ("是。",)),
        ("- one\n- two\n3. three", ("one", "two", "three")),
        ("See `a.py` now. **Done.**", ("See a.py now.", "Done.")),
        ("Before\n```\nI ran it.\n```\nAfter", ("Before", "After")),
        ("Before\n    I ran it.\nAfter", ("Before", "After")),
        ("It took ca. 5 s. Fine.", ("It took ca. 5 s.", "Fine.")),
        ("Version 1.4.2 is here.", ("Version 1.4.2 is here.",)),
        ("It holds. zc-receipt-1-abc", ("It holds.",)),
        ("", ()),
    ],
)
def test_answer_is_cut_into_its_sentences(answer: str, sentences: tuple[str, ...]) -> None:
    assert sentences_of(answer) == sentences


def test_endless_sentence_is_cut_to_size() -> None:
    assert [len(each) for each in sentences_of("x" * 5 * LONGEST)] == [LONGEST]


def test_open_code_block_ends_with_the_answer() -> None:
    assert sentences_of("Before\n```\nI ran it.") == ("Before",)
