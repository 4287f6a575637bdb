"""What a turn really found, gathered from its calls for a comparison with the answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from attrs import field, frozen

from zeroclaw_api.json import JsonObject, canonical_json
from zeroclaw_api.messages import ResultStatus, ToolCall, ToolResult
from zeroclaw_runtime.security.claims.rules import Action, actions_of
from zeroclaw_runtime.security.ledger.record import findings_of

__all__ = ["NUMBER", "Evidence", "Grounds", "evidence_of", "grounds_of", "readings", "words_of"]

NUMBER: Final = r"\d+(?:[.,:]\d+)*"

MOST_COMBINED: Final = 6
"""Numbers up to which sums and shares of two of them are known: with more, all would be."""

_NUMBER: Final = re.compile(NUMBER)
_WORD: Final = re.compile(r"[^\W\d_]{2,}|[\w.-]*\d[\w.-]*", re.UNICODE)
_CJK: Final = re.compile(r"[\u3400-\u9fff]+")
_PLURAL: Final = re.compile(r"(?<=[a-zäöü]{3})(?:en|es|e|s|n)$")
_NOTHING: Final = re.compile(
    r"\(no output\)|no (?:match|result|such|file)|not found|nichts gefunden|nicht gefunden"
    r"|sin resultados|no se encontr|没有|未找到|^\s*$"
)


@frozen
class Evidence:
    """One call of the turn: what it was asked, how it ended, what it found.

    `text` is all that the model was shown of it. `count` is None where nothing was counted.
    """

    tool: str
    outcome: ResultStatus
    args: JsonObject = field(hash=False)
    text: str
    count: int | None = None
    facts: JsonObject = field(factory=dict, hash=False)
    receipt: str | None = None

    @property
    def is_success(self) -> bool:
        """Whether the call did its work."""
        return self.outcome is ResultStatus.SUCCESS

    @property
    def is_empty(self) -> bool:
        """Whether it says itself that there was nothing, or hardly found anything to say."""
        if self.count is not None:
            return self.count == 0
        return bool(_NOTHING.search(self.text.lower()))


@frozen
class Grounds:
    """What an answer may rest on: all of a turn's calls, and what was asked."""

    evidence: tuple[Evidence, ...]
    actions: frozenset[Action]
    numbers: frozenset[float]
    counts: frozenset[float]
    words: frozenset[str]
    text: str

    def knows_number(self, spelled: str, *, is_rough: bool) -> bool:
        """Whether a number was found, asked, or follows from two that were."""
        for value in readings(spelled):
            if value in self.numbers or value in self.counts:
                return True
            places = len(spelled.replace(",", ".").partition(".")[2])
            if any(_agrees(value, known, places, is_rough) for known in self.numbers):
                return True
        return False

    def knows_share(self, words: frozenset[str]) -> float:
        """The share of these words that were found or asked, from 0 to 1."""
        return len(words & self.words) / len(words) if words else 1.0


def evidence_of(call: ToolCall, result: ToolResult) -> Evidence:
    """A call with its result, as the checks need it."""
    found = findings_of(result.data)
    return Evidence(
        call.name, result.status, call.args, result.text, found.count, found.facts, result.receipt
    )


def grounds_of(evidence: Sequence[Evidence], asked: str) -> Grounds:
    """Everything that the answer to `asked` may rest on."""
    texts = [asked]
    counts: set[float] = set()
    values: set[float] = set()
    for each in evidence:
        texts += [each.tool, canonical_json(each.args), each.text, canonical_json(each.facts)]
        if each.count is not None and each.is_success:
            counts.add(float(each.count))
        values |= {float(v) for v in each.facts.values() if isinstance(v, int | float)}
    text = "\n".join(texts)
    plain = {value for spelled in _NUMBER.findall(text) for value in readings(spelled)}
    sums = {sum(counts)} if counts else set()
    return Grounds(
        tuple(evidence),
        frozenset(action for e in evidence if e.is_success for action in actions_of(e.tool)),
        frozenset(plain | _combined(values | counts)),
        frozenset(counts | sums),
        words_of(text),
        text.lower(),
    )


def readings(spelled: str) -> frozenset[float]:
    """The values that a number may have: a comma, or a point, may group or end the whole part."""
    if ":" in spelled:
        return frozenset(float(part) for part in re.split(r"[:.,]", spelled))
    found = set()
    for decimal, group in ((".", ","), (",", ".")):
        plain = spelled.replace(group, "")
        if plain.count(decimal) <= 1:
            found.add(float(plain.replace(decimal, ".")))
        else:
            found |= {float(plain.replace(decimal, ""))}
    return frozenset(found)


def words_of(text: str) -> frozenset[str]:
    """Words without their usual endings; of Chinese, each pair of neighbouring characters."""
    lowered = text.lower()
    found = {_PLURAL.sub("", word) for word in _WORD.findall(_CJK.sub(" ", lowered))}
    for run in _CJK.findall(lowered):
        found |= {run[place : place + 2] for place in range(len(run) - 1)}
    return frozenset(found)


def _combined(numbers: Iterable[float]) -> set[float]:
    known = sorted(set(numbers))
    if len(known) > MOST_COMBINED:
        return set()
    found: set[float] = set()
    for less, more in combinations(known, 2):
        found |= {more + less, more - less}
        if more:
            found |= {round(100 * less / more, 1), float(round(100 * less / more))}
    return found


def _agrees(value: float, known: float, places: int, is_rough: bool) -> bool:
    if is_rough and abs(value - known) <= 0.1 * abs(known):
        return True
    return known != int(known) and round(known, places) == value
