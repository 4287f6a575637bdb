"""How the words of one program are judged."""

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.dossier import CommandDossier
from zeroclaw_runtime.security.commands.places import Folders
from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.script import Word
from zeroclaw_runtime.security.commands.words import judge_program, judge_unknown_program


def judged(text: str, *, is_file: bool | None = None) -> CommandDossier:
    dossier = CommandDossier(CommandRules(roots=("/ws",)), Folders(frozenset({"/ws"})))
    words = tuple(Word(word) for word in text.split())
    if is_file is None:
        judge_program(words[0].text, words, (), dossier)
    else:
        judge_unknown_program(words, (), dossier, is_file=is_file)
    return dossier


def test_a_program_without_a_rule_is_of_medium_risk() -> None:
    found = judged("mytool --x=/opt/y z")
    assert (found.risk, found.rule, found.is_keepable) == (Risk.MEDIUM, "unknown_command", False)
    assert Effect.EXECUTE in found.effects
    assert judged("mytool z").prefix == ("mytool", "z")


def test_a_program_named_by_its_path_is_a_file_that_is_run() -> None:
    assert judged("./x a", is_file=True).paths == ["./x"]
    assert judged("/dev/stdin", is_file=True).rule == "inline_code"


def test_only_the_version_alone_is_harmless() -> None:
    assert judged("python --version").risk is Risk.LOW
    assert judged("python --version a.py").risk > Risk.LOW


def test_an_option_that_changes_files_changes_the_operands() -> None:
    assert judged("gofmt -l /opt/a").risk is Risk.MEDIUM
    assert judged("gofmt -w /opt/a").risk is Risk.HIGH


def test_a_sub_command_names_the_rule_and_the_kept_words() -> None:
    found = judged("git -C sub commit -m x")
    assert found.rule == "git:commit"
    assert found.prefix == ("git", "-C", "sub", "commit")
