"""Tests of the description of one problem."""

from zeroclaw_config import Problem


def test_a_problem_says_where_what_and_what_was_meant() -> None:
    problem = Problem("c.toml", 4, "agents.main.modl", "is not a known key", "model")
    assert str(problem) == (
        "c.toml, line 4: agents.main.modl is not a known key; did you mean `model`?"
    )


def test_a_problem_without_line_or_hint_is_still_a_sentence() -> None:
    assert str(Problem("c.toml", None, "agents", "must be a table")) == (
        "c.toml: agents must be a table."
    )


def test_a_problem_of_a_variable_names_it_in_place_of_the_file() -> None:
    problem = Problem("c.toml", None, "a.b", "is wrong", None, "ZEROCLAW_a__b")
    assert str(problem) == "ZEROCLAW_a__b: a.b is wrong."
