"""What is collected about one command."""

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.dossier import CommandDossier
from zeroclaw_runtime.security.commands.places import Folders
from zeroclaw_runtime.security.commands.programs.rule import Use
from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.script import Word

RULES = CommandRules(roots=("/ws",), forbidden=("/etc",), protected=(".git/hooks",))


def dossier() -> CommandDossier:
    return CommandDossier(RULES, Folders(frozenset({"/ws"})))


def test_the_first_reason_for_the_highest_risk_is_told() -> None:
    one = dossier()
    for risk, rule in ((Risk.MEDIUM, "a"), (Risk.HIGH, "b"), (Risk.HIGH, "c"), (Risk.LOW, "d")):
        one.hold(risk, rule, rule)
    assert (one.risk, one.rule, one.is_keepable) == (Risk.HIGH, "b", False)
    assert one.effects == {Effect.READ, Effect.WRITE, Effect.EXECUTE}


def test_a_denial_is_told_before_any_risk() -> None:
    one = dossier()
    one.hold(Risk.HIGH, "a", "")
    one.use(Word("/etc/x"), Use.READ)
    one.use(Word("/etc/y"), Use.READ)
    assert (one.denial, one.detail) == ("forbidden_path", "/etc/x")


def test_writing_outside_is_worse_than_reading_there() -> None:
    reading, writing, holder = dossier(), dossier(), dossier()
    reading.use(Word("/opt/x"), Use.READ)
    writing.use(Word("/opt/x"), Use.WRITTEN)
    holder.use(Word(".git"), Use.WRITTEN)
    assert (reading.risk, reading.is_keepable) == (Risk.MEDIUM, False)
    assert (writing.risk, writing.rule) == (Risk.HIGH, "path_outside")
    assert (holder.risk, holder.rule) == (Risk.HIGH, "path_holds_protected")


def test_plain_text_names_no_file_but_a_pattern_does() -> None:
    text, pattern, url = dossier(), dossier(), dossier()
    text.use(Word("/etc/x"), Use.TEXT)
    pattern.use(Word("/etc/*", is_pattern=True), Use.TEXT)
    url.use(Word("file:///etc/x"), Use.TEXT)
    assert (text.denial, text.paths) == (None, [])
    assert pattern.denial == url.denial == "forbidden_path"


def test_what_comes_from_a_pipe_may_be_any_path() -> None:
    one = dossier()
    one.use(Word("\0", is_pattern=True), Use.MAYBE)
    assert (one.risk, one.detail, one.paths) == (Risk.MEDIUM, "(from a pipe)", [])


def test_a_command_within_another_is_taken_over() -> None:
    outer, inner = dossier(), dossier()
    inner.use(Word("/etc/x"), Use.WRITTEN)
    inner.commands.append(("tee", "/etc/x"))
    outer.take_over(inner)
    assert (outer.denial, outer.paths) == ("forbidden_path", ["/etc/x"])
    assert outer.commands == inner.commands


def test_a_folder_is_where_the_rest_works() -> None:
    one = dossier()
    one.use(Word("/opt"), Use.FOLDER)
    one.change_folder()
    assert (one.risk, one.rule) == (Risk.HIGH, "path_outside")
