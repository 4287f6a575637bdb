"""A program that prints its answer has given it when it ended with success."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import ProviderError
from zeroclaw_api.processes import ProcessExit
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.programs.plain import PlainDialogue
from zeroclaw_providers.programs.vendors import VENDORS


def dialogue(prompt: str = "hello") -> PlainDialogue:
    return PlainDialogue(Failures("kilocli.home", "m"), VENDORS["kilocli"], prompt)


def test_prompt_is_sent_once_with_the_end_of_the_input() -> None:
    talk = dialogue("h\xe9llo \ud800")
    assert talk.outgoing() == "h\xe9llo \ufffd".encode()
    assert talk.outgoing() == b""
    assert talk.ends_input
    assert not talk.is_done


def test_output_is_text_as_it_comes() -> None:
    talk = dialogue()
    assert [*talk.feed(b"\nHel")] == [TextDelta("Hel")]
    assert [*talk.feed(b"lo \n")] == [TextDelta("lo")]
    assert [*talk.cut_off(ProcessExit(0, None), "a warning")] == [Finish(FinishReason.STOP)]


@pytest.mark.parametrize("ended", [ProcessExit(1, None), ProcessExit(None, 9), None])
def test_answer_without_success_is_an_error(ended: ProcessExit | None) -> None:
    talk = dialogue()
    assert [*talk.feed(b"Hel")] == [TextDelta("Hel")]
    with pytest.raises(ProviderError, match="it broke"):
        [*talk.cut_off(ended, "it broke")]


def test_success_without_a_word_is_an_error() -> None:
    with pytest.raises(ProviderError, match="ended without an answer \\(no such model\\)"):
        [*dialogue().cut_off(ProcessExit(0, None), "no such model\n")]
