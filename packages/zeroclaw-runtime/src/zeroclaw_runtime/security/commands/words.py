"""Judges the words of one program by its rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.arguments import read_arguments
from zeroclaw_runtime.security.commands.dossier import CommandDossier
from zeroclaw_runtime.security.commands.hosts import bare_hosts, url_hosts
from zeroclaw_runtime.security.commands.programs.rule import (
    RUNS,
    ProgramRule,
    Reading,
    Style,
    Use,
)
from zeroclaw_runtime.security.commands.programs.table import rule_of
from zeroclaw_runtime.security.commands.script import Word

__all__ = ["judge_program", "judge_unknown_program"]

_OPTION_NAME = re.compile(r"-+[A-Za-z0-9_-]*=?")
# What find puts between its tests.
_NO_PATHS = frozenset({"(", ")", "!", ","})


def judge_program(
    name: str, words: tuple[Word, ...], kept: tuple[Word, ...], dossier: CommandDossier
) -> None:
    """Judge `words`, of which the first names the program; `kept` begin its kept approval."""
    rule = rule_of(name)
    if rule is None:
        judge_unknown_program(words, kept, dossier, is_file=False)
        return
    if len(words) == 2 and not words[1].is_pattern and words[1].text in rule.version_words:
        return
    if name == "cd" and len(words) == 1:
        dossier.read(Word("~", is_pattern=True))
    _judge_by(rule, name, words, 1, kept, dossier)


def judge_unknown_program(
    words: tuple[Word, ...], kept: tuple[Word, ...], dossier: CommandDossier, *, is_file: bool
) -> None:
    """Judge a program without a rule; with `is_file` it is named by its path."""
    if is_file:
        dossier.use(words[0], Use.EXECUTED)
    dossier.hold(Risk.MEDIUM, "unknown_command", words[0].text)
    dossier.change_folder()
    dossier.add_effects(RUNS)
    for word in words[1:]:
        _, sign, value = word.text.partition("=")
        dossier.use(evolve(word, text=value) if sign else word, Use.MAYBE)
        if word.is_pattern:
            dossier.forget_approval()
    dossier.hosts += url_hosts(words[1:])
    dossier.prefix = tuple(word.text for word in (*kept, *words))


def _judge_by(
    rule: ProgramRule,
    name: str,
    words: tuple[Word, ...],
    start: int,
    kept: tuple[Word, ...],
    dossier: CommandDossier,
) -> None:
    """Judge the words from `start` on; those before name the program and its sub-command."""
    rest = words[start:]
    if rule.commands is not None:
        rule = evolve(rule, stops_at_operand=True)
    reading = read_arguments(rest, rule)
    program = name.partition(" ")[0]
    for option in (*reading.unknown, *(reading.loose if _matters(rule) else ())):
        dossier.hold(rule.unknown_option, f"{program}:option", option)
        dossier.add_effects(RUNS)
        dossier.forget_approval()
        # Its value, in whatever form, is perhaps a path.
        dossier.use(Word(_OPTION_NAME.sub("", option, count=1)), Use.MAYBE)
    for given in reading.options:
        dossier.hold(given.option.risk, f"{program}:option", given.name)
        if given.option.risk > Risk.LOW:
            dossier.add_effects(frozenset({Effect.WRITE}))
        for use, value in zip(given.option.uses, given.values, strict=False):
            dossier.use(value, use)
    if rule.commands is not None and reading.operands:
        _judge_sub_command(rule, name, words, start + reading.end, kept, dossier)
        return
    _judge_whole(rule, name, reading, dossier)
    end = start + reading.end + rule.kept_operands if rule.kept_operands else start
    dossier.prefix = tuple(word.text for word in (*kept, *words[:end]))


def _matters(rule: ProgramRule) -> bool:
    return rule.unknown_option is Risk.HIGH


def _judge_sub_command(
    rule: ProgramRule,
    name: str,
    words: tuple[Word, ...],
    place: int,
    kept: tuple[Word, ...],
    dossier: CommandDossier,
) -> None:
    word = words[place]
    inner = None if word.is_pattern or rule.commands is None else rule.commands.get(word.text)
    if inner is not None:
        _judge_by(inner, f"{name} {word.text}", words, place + 1, kept, dossier)
        return
    risk = Risk.HIGH if word.is_pattern else rule.unknown_command
    program = name.partition(" ")[0]
    dossier.hold(risk, f"{program}:unknown_command", word.text)
    dossier.add_effects(RUNS)
    dossier.change_folder()
    for other in words[place:]:
        dossier.use(other, Use.MAYBE)
    dossier.prefix = tuple(one.text for one in (*kept, *words))


def _judge_whole(rule: ProgramRule, name: str, reading: Reading, dossier: CommandDossier) -> None:
    risk = rule.risk
    if rule.low_only_with and not rule.low_only_with & reading.names:
        risk = max(risk, rule.otherwise)
    if reading.operands and not rule.operand_risk_unless & reading.names:
        risk = max(risk, rule.operand_risk)
    shown = " ".join(word.text.replace("\0", "(from a pipe)") for word in reading.operands)
    program, _, command = name.partition(" ")
    dossier.hold(risk, f"{program}:{command.replace(' ', ':') or 'command'}", shown)
    dossier.add_effects(rule.effects)
    if not rule.is_keepable:
        dossier.forget_approval()
    changes = risk > rule.risk or any(given.option.risk > Risk.LOW for given in reading.options)
    if changes or Effect.WRITE in rule.effects:
        dossier.change_folder()
    _use_operands(rule, reading, dossier, changes=changes)
    if rule.check is not None:
        rule.check(reading, dossier)
    if Effect.NETWORK in dossier.effects:
        find = bare_hosts if rule.style is Style.PLAIN else url_hosts
        dossier.hosts += find(reading.operands)


def _use_operands(
    rule: ProgramRule, reading: Reading, dossier: CommandDossier, *, changes: bool
) -> None:
    """With `changes`, what it would only read is changed by one of its options."""
    uses = rule.operands
    words: Sequence[Word] = reading.operands
    last = len(words) - 1
    has_first = uses.first is not None and not uses.no_first & reading.names
    for place, word in enumerate(words):
        use = Use.WRITTEN if changes and uses.rest is Use.READ else uses.rest
        if place == 0 and has_first and uses.first is not None:
            use = uses.first
        elif place == last and place > 0 and uses.last is not None:
            use = uses.last
        if rule.style is Style.WORDS and word.text in _NO_PATHS:
            continue
        dossier.use(word, use)
