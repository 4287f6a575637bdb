"""Finds what an answer claims without anything in its turn to support it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from zeroclaw_api.json import Json
from zeroclaw_runtime.security.claims.chinese import CHINESE
from zeroclaw_runtime.security.claims.english import ENGLISH
from zeroclaw_runtime.security.claims.evidence import (
    NUMBER,
    Evidence,
    Grounds,
    grounds_of,
    readings,
    words_of,
)
from zeroclaw_runtime.security.claims.finding import ClaimKind, Finding
from zeroclaw_runtime.security.claims.german import GERMAN
from zeroclaw_runtime.security.claims.rules import SATISFIED_BY, Action, Rules, compiled
from zeroclaw_runtime.security.claims.sentences import sentences_of
from zeroclaw_runtime.security.claims.spanish import SPANISH

__all__ = ["MOST_CHARACTERS", "check_claims", "rules_for"]

MOST_CHARACTERS: Final = 20_000
"""Of an answer that are looked at: what is longer is a document, and would take its time."""

MOST_QUOTED: Final = 200
SUPPORTED_SHARE: Final = 0.6
"""Of the words of a conclusion that must have been found for it to be what was found."""

_CJK: Final = re.compile(r"[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[^\W\d_]+")
_ADDRESS: Final = re.compile(r"https?://[^\s)\]>\"'，。）]+|\bdoi:\S+|\barxiv:\d\S+", re.IGNORECASE)
_FILE: Final = re.compile(
    r"(?<![\w/:.])[\w./-]*\w\.[a-z]{1,5}\b(?!\()|《[^》]+》|(?<!\w)/[\w./-]{3,}"
)
_DOCUMENT: Final = re.compile(
    r"(?<![\w/:.])(?:[\w.-]+/)*[\w-]+\.(?:md|rst|txt|pdf|html?|docx?)\b", re.ASCII
)
_DATE: Final = re.compile(r"(?<!\d)(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})(?!\d)")
_UNIT: Final = (
    r"(?:%|°|€|\$|度|元|秒|分钟|(?:ms|s|[kmgt]i?b|[km]m|kg|eur|usd|euros?|dollars?|grad|grados"
    r"|degrees|hours?|stunden|horas|minut\w*|second\w*|sekund\w*|segund\w*)\b)"
)
_VALUE: Final = re.compile(
    rf"(?<![\w.,:/#-]){NUMBER}(?= ?{_UNIT})"
    rf"|(?<![\w.,:/#-])(?:\d+[.,:]\d+(?:[.,:]\d+)*|\d{{3,}})(?![\w-])|[€$] ?{NUMBER}"
)
_SEARCHES: Final = frozenset({Action.SEARCH, Action.READ, Action.FETCH, Action.RUN})
_SOURCE_END: Final = re.compile(r"[,;:.!?()，。；：！？（）]|\s[-–—]\s")
_COMMON: Final = 4
"""Letters that a word of a source's name must have to be told from others."""


def rules_for(text: str) -> tuple[Rules, ...]:
    """The rules of the language that a text is in, as its characters or frequent words tell.

    Of several where that leaves it open.
    """
    if len(_CJK.findall(text)) * 5 > len(text):
        return (CHINESE,)
    words = _WORD.findall(text.lower())
    scores = {
        rules.language: sum(word in rules.frequent for word in words)
        for rules in (ENGLISH, GERMAN, SPANISH)
    }
    best = max(scores.values())
    return tuple(each for each in (ENGLISH, GERMAN, SPANISH) if scores[each.language] == best)


def check_claims(answer: str, evidence: Sequence[Evidence], asked: str) -> tuple[Finding, ...]:
    """What the answer claims and nothing in its turn supports, in the order of its sentences.

    It goes by the wording of claims, so it sees neither what is worded in another way nor whether
    a supported claim is true. Deterministic; some milliseconds for a page.
    """
    grounds = grounds_of(evidence, asked)
    text = answer[:MOST_CHARACTERS]
    rules = rules_for(text)
    found: list[Finding] = []
    for sentence in sentences_of(text):
        kinds: dict[ClaimKind, None] = {}
        for each in rules:
            kinds |= dict.fromkeys(_Check(sentence, sentence.lower(), each, grounds).kinds())
        found += [Finding(kind, sentence[:MOST_QUOTED]) for kind in kinds]
    return tuple(found)


@frozen
class _Check:
    """One sentence against the grounds of its answer."""

    sentence: str
    lowered: str
    rules: Rules
    grounds: Grounds

    def kinds(self) -> list[ClaimKind]:
        checks = {
            ClaimKind.FABRICATED_CALL: self._is_fabricated_call,
            ClaimKind.COUNT_MISMATCH: self._has_wrong_count,
            ClaimKind.FACT_MISMATCH: self._has_wrong_fact,
            ClaimKind.INFERENCE_AS_FACT: self._is_inference,
            ClaimKind.FALSE_ABSENCE: self._is_false_absence,
            ClaimKind.FABRICATED_SOURCE: self._has_unknown_source,
        }
        return [kind for kind, is_so in checks.items() if is_so()]

    def _has(self, pattern: str) -> bool:
        return bool(compiled(pattern).search(self.lowered))

    def _is_fabricated_call(self) -> bool:
        claimed = set()
        for action, pattern in self.rules.deeds.items():
            for match in compiled(pattern).finditer(self.lowered):
                around = self.lowered[max(0, match.start() - 12) : match.end()]
                if not compiled(self.rules.denials).search(around):
                    claimed.add(action)
        if not claimed:
            return False
        # A word may stand for several deeds; one of them is enough.
        return all(not (SATISFIED_BY[action] & self.grounds.actions) for action in claimed)

    def _has_wrong_count(self) -> bool:
        if not self.grounds.evidence:
            return False
        return any(
            not self._is_part(match.start())
            and not self._knows(match[1] or match[2] or "", match.start())
            for match in self._counts()
        )

    def _counts(self) -> list[re.Match[str]]:
        rules = self.rules
        names = "|".join(sorted(map(re.escape, rules.numerals), key=len, reverse=True))
        edge = "" if rules is CHINESE else r"(?<![\w.,:/-])"
        number = rf"{edge}(?:(\d[\d.,]*)|({names}))"
        pattern = rules.counts.format(number=number, thing=rules.counted)
        return list(compiled(pattern).finditer(self.lowered))

    def _has_wrong_fact(self) -> bool:
        if not self.grounds.evidence:
            return False
        if any(not self._knows_date(match[0]) for match in _DATE.finditer(self.lowered)):
            return True
        told = [match.span() for match in (*self._counts(), *_DATE.finditer(self.lowered))]
        for match in _VALUE.finditer(self.lowered):
            is_told = any(start <= match.start() < end for start, end in told)
            spelled = match[0].strip("€$ ")
            if not is_told and not self._knows(spelled, match.start()):
                return True
        return any(self._contradicts(name, value) for name, value in self._facts())

    def _knows_date(self, spelled: str) -> bool:
        """Whether its day, month and year stand together somewhere, in any order."""
        parts = sorted(part.zfill(2) for part in re.split(r"[-./]", spelled))
        known = (match[0] for match in _DATE.finditer(self.grounds.text))
        return any(sorted(p.zfill(2) for p in re.split(r"[-./]", each)) == parts for each in known)

    def _facts(self) -> list[tuple[str, Json]]:
        return [
            (name, value)
            for each in self.grounds.evidence
            if each.is_success
            for name, value in each.facts.items()
        ]

    def _contradicts(self, name: str, value: Json) -> bool:
        """Whether the sentence gives the fact of this name another value."""
        own = re.escape(name.lower().replace("_", " "))
        names = "|".join(filter(None, [own, self.rules.fact_names.get(name.lower())]))
        edge = "" if self.rules is CHINESE else r"\b"
        between = r"(?:[ \u3400-\u9fff][^.,;:!?。，；：！？]{0,30}?)?"
        pattern = rf"{edge}(?:{names}){edge}{between}(?:{self.rules.is_})"
        if not compiled(pattern).search(self.lowered):
            return False
        if isinstance(value, bool):
            return False
        if isinstance(value, int | float):
            spelled = re.findall(NUMBER, self.lowered)
            return bool(spelled) and not any(float(value) in readings(each) for each in spelled)
        if self.rules is not ENGLISH and _is_translatable(str(value)):
            return False
        others = {str(other).lower() for key, other in self._facts() if key == name}
        return not any(other in self.lowered for other in others)

    def _is_part(self, start: int) -> bool:
        return bool(compiled(self.rules.parts).search(self.lowered[:start]))

    def _knows(self, spelled: str, start: int) -> bool:
        if spelled in self.rules.numerals:
            spelled = str(self.rules.numerals[spelled])
        spelled = spelled.strip(".,:")
        is_rough = bool(compiled(self.rules.about).search(self.lowered[:start]))
        return spelled in self.grounds.text.split() or self.grounds.knows_number(
            spelled, is_rough=is_rough
        )

    def _is_inference(self) -> bool:
        if not self.grounds.evidence:
            return False
        if not all(each.is_success for each in self.grounds.evidence):
            # Why a call failed is what such a sentence tells.
            return False
        is_cause = self._is_in_words_of_tools() and self._has(self.rules.because)
        is_cause = is_cause and not self._has(self.rules.us)
        if self._has(self.rules.hedges) or not (is_cause or self._has(self.rules.certain)):
            return False
        rest = compiled(self.rules.certain).sub(" ", self.lowered)
        words = frozenset(w for w in words_of(rest) if self._tells(w))
        return self.grounds.knows_share(words) < SUPPORTED_SHARE

    def _is_in_words_of_tools(self) -> bool:
        """Whether what was found is in this language: else its words cannot be found again."""
        text = " ".join(each.text for each in self.grounds.evidence)
        return self.rules in rules_for(text)

    def _tells(self, word: str) -> bool:
        return bool(_CJK.match(word)) or (len(word) >= _COMMON and word not in self.rules.frequent)

    def _is_false_absence(self) -> bool:
        if not self._has(self.rules.absence):
            return False
        searches = [each for each in self.grounds.evidence if self._searches(each)]
        if not searches:
            return self._has(self.rules.sought)
        if any(each.is_success and each.is_empty for each in searches):
            return self._is_of_one_with_results(searches)
        if any(not each.is_success for each in searches):
            return all(not each.is_success or bool(each.count) for each in searches)
        return any(each.count for each in searches) and 0.0 not in self.grounds.numbers

    def _searches(self, each: Evidence) -> bool:
        return bool(grounds_of([each], "").actions & _SEARCHES) or not each.is_success

    def _is_of_one_with_results(self, searches: Sequence[Evidence]) -> bool:
        """Of several searches the sentence may be about one that did find something."""
        here = words_of(self.lowered)
        scores = [(len(words_of(str(dict(e.args))) & here), not e.is_empty) for e in searches]
        best = max(score for score, _ in scores)
        return best > 0 and all(found for score, found in scores if score == best)

    def _has_unknown_source(self) -> bool:
        for match in compiled(self.rules.sources).finditer(self.lowered):
            if not self._knows_source(self.sentence[match.end() :]):
                return True
        if any(
            not self._knows_name(m[1]) for m in compiled(self.rules.works).finditer(self.lowered)
        ):
            return True
        if not self.grounds.evidence:
            return False
        exact = [match[0] for match in _ADDRESS.finditer(self.sentence)]
        if not self._has(self.rules.denials) and not self._has(self.rules.hedges):
            exact += [match[0] for match in _DOCUMENT.finditer(self.sentence)]
        return any(each.rstrip(".,;:/").lower() not in self.grounds.text for each in exact)

    def _knows_name(self, name: str) -> bool:
        words = frozenset(word for word in words_of(name) if self._tells(word))
        return not words or self.grounds.knows_share(words) > 0

    def _knows_source(self, rest: str) -> bool:
        exact = _ADDRESS.match(rest) or _FILE.search(rest[:60])
        if exact:
            return exact[0].rstrip(".,;:/").strip("《》").lower() in self.grounds.text
        name = _SOURCE_END.split(rest[:120], maxsplit=1)[0]
        name = name[:12] if self.rules is CHINESE else " ".join(name.split()[:5])
        return self._knows_name(name)


def _is_translatable(value: str) -> bool:
    """Whether a value is an ordinary word, which another language says in its own way."""
    return value.isalpha() and value.islower()
