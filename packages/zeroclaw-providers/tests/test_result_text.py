"""A result is told whole: text, pictures, receipt, or that there was nothing."""

from __future__ import annotations

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.messages import Media, ResultStatus, Text, ToolResult
from zeroclaw_providers.result_text import result_text, shown_pictures

CAT = Media("image/png", "c" * 64, 3, "cat.png")
DOG = Media("image/gif", "d" * 64, 3)


def test_pictures_that_follow_are_told_from_those_left_out() -> None:
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("Two."), CAT, DOG))
    assert result_text(result, {CAT.sha256}) == (
        "Two.\n\n(image/png follows)\n\n[image/gif left out: it cannot be shown here]"
    )
    assert shown_pictures(result, {CAT.sha256}) == [CAT]
    assert shown_pictures(result, ()) == []


def test_result_without_words_says_how_it_went() -> None:
    assert result_text(ToolResult(CallId(1), ResultStatus.ERROR, ()), ()) == "(error, no output)"


def test_receipt_stands_at_the_end() -> None:
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("Done."),), receipt="r1")
    assert result_text(result, ()) == "Done.\n\n[receipt: r1]"
