"""Each failure of the first run says what to do."""

from __future__ import annotations

from zeroclaw.quickstart.errors import ModelUntried, NothingFound


def test_nothing_found_names_every_way_out() -> None:
    text = str(NothingFound(variables="SOME_KEY, OTHER_KEY"))
    for way in ("SOME_KEY", "Ollama", "zeroclaw models fetch-bundled", "--uri URL"):
        assert way in text


def test_model_that_did_not_answer_says_that_nothing_was_written() -> None:
    text = str(ModelUntried(reason="It is down.", advice="Check --uri."))
    assert text.startswith("Nothing was written")
    assert text.endswith("It is down. Check --uri.")
