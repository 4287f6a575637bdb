"""How a word finds the rule of a program."""

import pytest

from zeroclaw_runtime.security.commands.programs.table import PROGRAMS, program_name, rule_of


@pytest.mark.parametrize("word", ["git", "/usr/bin/git", "/bin/git", "/usr/local/bin/git"])
def test_a_program_of_the_system_has_its_rule(word: str) -> None:
    assert rule_of(program_name(word)) is PROGRAMS["git"]


@pytest.mark.parametrize(
    "word", ["./git", "/opt/git", "bin/git", "/usr/bin/../../opt/git", "//bin/git", "Git", "git "]
)
def test_any_other_file_of_that_name_has_none(word: str) -> None:
    assert rule_of(program_name(word)) is None


def test_a_version_in_the_name_makes_no_difference() -> None:
    assert program_name("python3.12") == "python"
    assert program_name("/usr/bin/pip3") == "pip"
    assert program_name("git2") == "git2"
