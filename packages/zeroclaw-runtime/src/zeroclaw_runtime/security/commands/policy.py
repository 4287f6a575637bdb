"""Judges a script by the words of all its simple commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.errors import ScriptUnparsable
from zeroclaw_runtime.security.commands.dossier import CommandDossier
from zeroclaw_runtime.security.commands.environment_names import may_set
from zeroclaw_runtime.security.commands.parsing import parse_script
from zeroclaw_runtime.security.commands.places import Folders
from zeroclaw_runtime.security.commands.programs.rule import RUNS, Use
from zeroclaw_runtime.security.commands.programs.table import program_name
from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.script import (
    Assignment,
    Redirect,
    Script,
    SimpleCommand,
    Word,
)
from zeroclaw_runtime.security.commands.verdict import CommandVerdict
from zeroclaw_runtime.security.commands.words import judge_program, judge_unknown_program
from zeroclaw_runtime.security.commands.wrappers import Wrapped, unwrap

__all__ = ["MOST_WRAPPERS", "judge_script"]

MOST_WRAPPERS = 10

_ParseScript = Callable[[str], Script]


def judge_script(
    script: Script, rules: CommandRules, parse: _ParseScript = parse_script
) -> CommandVerdict:
    """How dangerous a script is that starts in the first root.

    `parse` reads scripts within it, as in `sh -c`. The worst command decides, and a denial of
    one of them is a denial of all.
    """
    dossiers = _Judge(rules, parse).judged(script, Folders(frozenset(rules.roots[:1])), depth=0)
    return _verdict(script, dossiers)


def _verdict(script: Script, dossiers: Sequence[CommandDossier]) -> CommandVerdict:
    worst = max(dossiers, key=lambda one: (one.denial is not None, one.risk), default=None)
    if worst is None:
        return CommandVerdict(
            Risk.LOW, frozenset({Effect.READ}), rule="empty", detail="", text=script.text
        )
    asked = [one for one in dossiers if one.risk > Risk.LOW]
    keepable = all(one.is_keepable and one.prefix for one in asked)
    return CommandVerdict(
        risk=worst.risk,
        effects=frozenset[Effect]().union(*(one.effects for one in dossiers)),
        rule=worst.rule,
        detail=worst.detail,
        text=script.text,
        commands=tuple(words for one in dossiers for words in one.commands),
        paths=_each_once(path for one in dossiers for path in one.paths),
        hosts=_each_once(host for one in dossiers for host in one.hosts),
        prefixes=tuple(dict.fromkeys(one.prefix for one in asked)) if keepable else (),
        denial=worst.denial,
    )


def _each_once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


class _Judge:
    def __init__(self, rules: CommandRules, parse: _ParseScript) -> None:
        self._rules = rules
        self._parse = parse

    def judged(self, script: Script, folders: Folders, depth: int) -> list[CommandDossier]:
        """A dossier for each command, after one for what the script is made of."""
        found = []
        if script.constructs:
            whole = CommandDossier(self._rules, folders)
            named = ", ".join(sorted(script.constructs))
            whole.hold(Risk.HIGH, f"construct:{min(script.constructs)}", named)
            found.append(whole)
        for command in script.commands:
            dossier = CommandDossier(self._rules, folders)
            self._judge(command, dossier, depth)
            found.append(dossier)
            folders = _folders_after(command, folders)
        return found

    def _judge(self, command: SimpleCommand, dossier: CommandDossier, depth: int) -> None:
        for redirect in command.redirects:
            _judge_redirect(redirect, dossier)
        _judge_assignments(command.assignments, dossier)
        for word in command.words:
            if not word.is_known:
                dossier.hold(Risk.HIGH, "unknown_word", word.text)
        if command.words:
            self._judge_words(command.words, (), dossier, depth)

    def _judge_words(
        self,
        words: tuple[Word, ...],
        kept: tuple[Word, ...],
        dossier: CommandDossier,
        depth: int,
    ) -> None:
        """Judge a command whose wrappers, the last of `kept`, are taken off."""
        head = words[0]
        allowed = self._rules.allowed_commands
        if allowed is not None and head.text not in allowed:
            dossier.deny("not_listed", head.text)
        if head.is_pattern or not head.is_known or not head.text:
            dossier.hold(Risk.HIGH, "computed_command", head.text.replace("\0", ""))
            _use_blindly(words, dossier)
            return
        name = program_name(head.text)
        if name == "export":
            _judge_export(words[1:], dossier)
            dossier.commands.append(tuple(word.text for word in words))
            return
        wrapped = unwrap(name, words[1:]) if name is not None else None
        if wrapped is not None:
            self._judge_wrapped(name or "", wrapped, words, kept, dossier, depth)
            return
        dossier.commands.append(tuple(_shown(word) for word in words))
        if name is None:
            judge_unknown_program(words, kept, dossier, is_file=True)
        else:
            judge_program(name, words, kept, dossier)

    def _judge_wrapped(
        self,
        name: str,
        wrapped: Wrapped,
        words: tuple[Word, ...],
        kept: tuple[Word, ...],
        dossier: CommandDossier,
        depth: int,
    ) -> None:
        dossier.hold(wrapped.risk, f"{name}:wrapper", " ".join(_shown(word) for word in words))
        if not wrapped.is_keepable:
            dossier.forget_approval()
        if wrapped.runs_project:
            dossier.add_effects(RUNS)
        if depth >= MOST_WRAPPERS:
            dossier.deny("wrapper_depth", f"more than {MOST_WRAPPERS} programs in one another")
            return
        if wrapped.problem is not None:
            dossier.hold(Risk.HIGH, f"{name}:option", wrapped.problem)
            dossier.commands.append(tuple(_shown(word) for word in words))
            _use_blindly(words[1:], dossier)
            return
        _judge_assignments(wrapped.assignments, dossier)
        if wrapped.folder is not None:
            dossier.enter(wrapped.folder)
        if wrapped.script is not None:
            self._judge_inner_script(wrapped.script.text, dossier, depth + 1)
        elif wrapped.is_bare:
            dossier.commands.append(tuple(_shown(word) for word in words))
        else:
            for word in wrapped.words:
                if not word.is_known:
                    dossier.hold(Risk.HIGH, "unknown_word", _shown(word))
            self._judge_words(
                wrapped.words, (*kept, words[0], *wrapped.kept_words), dossier, depth + 1
            )

    def _judge_inner_script(self, text: str, dossier: CommandDossier, depth: int) -> None:
        dossier.add_effects(frozenset({Effect.EXECUTE}))
        try:
            script = self._parse(text)
        except ScriptUnparsable as error:
            dossier.deny("unparsable", str(error))
            return
        for inner in self.judged(script, dossier.folders, depth):
            dossier.take_over(inner)


def _use_blindly(words: Iterable[Word], dossier: CommandDossier) -> None:
    """Nobody knows what runs, yet a forbidden path among its words is forbidden."""
    for word in words:
        dossier.use(word, Use.MAYBE)


def _judge_redirect(redirect: Redirect, dossier: CommandDossier) -> None:
    target = redirect.target
    if target.is_pattern or not target.is_known:
        dossier.hold(Risk.HIGH, "redirect:pattern", target.text)
    if redirect.writes:
        before = dossier.effects
        dossier.write(target, "redirect:write")
        if dossier.effects != before:
            dossier.forget_approval()
    else:
        dossier.read(target)


def _judge_assignments(assignments: Iterable[Assignment], dossier: CommandDossier) -> None:
    for given in assignments:
        if not may_set(given.name, given.value):
            dossier.hold(Risk.HIGH, f"environment:{given.name}", given.value.text)


def _judge_export(words: Sequence[Word], dossier: CommandDossier) -> None:
    for word in words:
        name, sign, value = word.text.partition("=")
        if name == "-p" and not sign:
            continue
        given = Word(value, is_pattern=word.is_pattern, is_known=word.is_known)
        if not may_set(name, given):
            dossier.hold(Risk.HIGH, f"environment:{name}", word.text)


def _folders_after(command: SimpleCommand, folders: Folders) -> Folders:
    """Where the next command may run, had this one a `cd` in it, wrapped or not."""
    words = [word.text for word in command.words]
    if not {"cd", "pushd", "popd"} & set(words):
        return folders
    if words[0] == "cd" and len(words) == 2:
        return folders.entered(command.words[1])
    return Folders(None)


def _shown(word: Word) -> str:
    return word.text.replace("\0", "(from a pipe)")
