"""Understands a line that a person typed as an answer."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from attrs import evolve

from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import Choice, Question, Reply

__all__ = ["Unclear", "Understood", "understand"]


class Unclear(Enum):
    """Why a line is no answer yet."""

    EDIT = "edit"
    NO_SUCH_CHOICE = "no_such_choice"


Understood: TypeAlias = Reply | Unclear


def understand(line: str, question: Question, by: Principal, *, may_keep: bool) -> Understood:
    """The reply in a line; never an approval unless the line says so in one word.

    With `may_keep` it can be one for good.
    """
    if Choice.TEXT in question.choices:
        return _text(line.strip(), question, by)
    word, _, rest = line.strip().partition(" ")
    word, rest = word.lower(), rest.strip()
    yes = Reply(Choice.APPROVE, by)
    if Choice.APPROVE in question.choices and not rest:
        if word in ("y", "yes"):
            return yes
        if word in ("a", "always") and may_keep:
            return evolve(yes, remember=True)
    if Choice.DENY in question.choices and word in ("n", "no"):
        return Reply(Choice.DENY, by, text=rest)
    if Choice.REPLACE in question.choices and word in ("e", "edit") and not rest:
        return Unclear.EDIT
    return Unclear.NO_SUCH_CHOICE


def _text(line: str, question: Question, by: Principal) -> Understood:
    if not line:
        return Unclear.NO_SUCH_CHOICE
    if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= len(question.suggestions):
        return Reply(Choice.TEXT, by, text=question.suggestions[int(line[:9]) - 1])
    return Reply(Choice.TEXT, by, text=line)
