"""Arguments come out as the wanted type, or as words about what to give instead."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import Json
from zeroclaw_tools.arguments import flag_of, integer_of, path_of, text_of, texts_of


def test_fitting_arguments_come_out_as_they_are() -> None:
    args: dict[str, Json] = {"a": "x", "n": 3.0, "f": True, "l": ["p", "q"]}
    assert text_of(args, "a") == "x"
    assert integer_of(args, "n", 1, 1, 9) == 3
    assert flag_of(args, "f", False) is True
    assert texts_of(args, "l", 2) == ("p", "q")


def test_missing_arguments_take_their_default() -> None:
    assert text_of({}, "a", "d") == "d"
    assert integer_of({}, "n", 7, 1, 9) == 7
    assert flag_of({}, "f", True) is True
    assert texts_of({}, "l", 2) == ()


@pytest.mark.parametrize("path", ["", "a\0b", "\ud800", 7, None])
def test_a_path_that_names_no_file_is_refused(path: Json) -> None:
    with pytest.raises(ToolFailed, match="path"):
        path_of({"path": path})


@pytest.mark.parametrize("number", [0, 10, True, "3", 2.5, None, float("inf")])
def test_a_number_out_of_bounds_names_the_bounds(number: Json) -> None:
    with pytest.raises(ToolFailed, match="from 1 to 9"):
        integer_of({"n": number}, "n", 1, 1, 9)


@pytest.mark.parametrize("texts", ["abc", ["a", 1], ["a", "b", "c"], ["\udfff"]])
def test_a_list_that_holds_no_strings_is_refused(texts: Json) -> None:
    with pytest.raises(ToolFailed, match="l "):
        texts_of({"l": texts}, "l", 2)


def test_a_flag_must_be_true_or_false() -> None:
    with pytest.raises(ToolFailed, match="true or false"):
        flag_of({"f": "yes"}, "f", False)
