"""Whatever is done to a ledger, or to its seals, shows; a whole one passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.ledger import (
    LEDGER_START,
    LedgerDraft,
    LedgerHead,
    LedgerSeal,
    parse_record,
    record_line,
    seal_line,
)
from zeroclaw_api.messages import ResultStatus
from zeroclaw_runtime.security.ledger.chain import Break, ChainVerdict, verify

KEY, OTHER = b"k" * 32, b"o" * 32
RECORDS = 8
DRAFT = LedgerDraft("s", 1, "shell", "a", "b", "c", ResultStatus.SUCCESS, 1)


@frozen
class Written:
    """A ledger as it lies on the disk: lines, seals."""

    lines: tuple[bytes, ...]
    seals: tuple[bytes, ...]

    def verdict(self, noted: Sequence[LedgerHead] = ()) -> ChainVerdict:
        return verify(self.lines, self.seals, KEY, noted)


def written(drafts: Sequence[LedgerDraft], key: bytes = KEY) -> Written:
    head = LEDGER_START
    lines, seals = [], [seal_line(LedgerSeal(head, 0), key)]
    for draft in drafts:
        lines.append(record_line(head.following(draft), key))
        head = head.after(lines[-1])
        seals.append(seal_line(LedgerSeal(head, draft.ts_ms), key))
    return Written(tuple(lines), tuple(seals))


DRAFTS = [evolve(DRAFT, call_id=n, ts_ms=n) for n in range(1, RECORDS + 1)]
WHOLE = written(DRAFTS)
HEAD = WHOLE.verdict().head


def edited(ledger: Written, place: int) -> Written:
    line = ledger.lines[place].replace(b'"shell"', b'"chess"')
    return evolve(ledger, lines=(*ledger.lines[:place], line, *ledger.lines[place + 1 :]))


def removed(ledger: Written, place: int) -> Written:
    return evolve(ledger, lines=ledger.lines[:place] + ledger.lines[place + 1 :])


def swapped(ledger: Written, place: int) -> Written:
    other = (place + 1) % RECORDS
    lines = list(ledger.lines)
    lines[place], lines[other] = lines[other], lines[place]
    return evolve(ledger, lines=tuple(lines))


def doubled(ledger: Written, place: int) -> Written:
    return evolve(ledger, lines=(*ledger.lines[: place + 1], *ledger.lines[place:]))


def repeated_later(ledger: Written, place: int) -> Written:
    return evolve(ledger, lines=(*ledger.lines, ledger.lines[place]))


def cut(ledger: Written, place: int) -> Written:
    return evolve(ledger, lines=ledger.lines[:place])


def rewritten_without_key(ledger: Written, place: int) -> Written:
    """All of it from this record on, linked anew as anybody can, signed with what they have."""
    drafts = [parse_record(line, KEY).draft for line in ledger.lines]
    drafts[place] = evolve(drafts[place], tool="chess")
    mine = written(drafts, OTHER)
    return evolve(ledger, lines=ledger.lines[:place] + mine.lines[place:])


def rewritten_with_key(ledger: Written, place: int) -> Written:
    """Even who has the key contradicts the seals."""
    drafts = [parse_record(line, KEY).draft for line in ledger.lines]
    drafts[place] = evolve(drafts[place], tool="chess")
    return evolve(ledger, lines=written(drafts).lines)


def cut_with_forged_seals(ledger: Written, place: int) -> Written:
    short = written(DRAFTS[:place], OTHER)
    return Written(ledger.lines[:place], short.seals)


def added_without_key(ledger: Written, _place: int) -> Written:
    line = record_line(HEAD.following(DRAFT), OTHER)
    return evolve(ledger, lines=(*ledger.lines, line))


def without_seals(ledger: Written, _place: int) -> Written:
    return evolve(ledger, seals=())


def older_seal_last(ledger: Written, place: int) -> Written:
    return evolve(ledger, seals=(*ledger.seals, ledger.seals[place]))


ATTACKS: list[tuple[Callable[[Written, int], Written], set[Break]]] = [
    (edited, {Break.EDITED}),
    (removed, {Break.MISSING, Break.TRUNCATED}),
    (swapped, {Break.REORDERED}),
    (doubled, {Break.DUPLICATED}),
    (repeated_later, {Break.DUPLICATED}),
    (cut, {Break.TRUNCATED}),
    (rewritten_without_key, {Break.EDITED}),
    (rewritten_with_key, {Break.REWRITTEN}),
    (cut_with_forged_seals, {Break.FORGED_SEAL, Break.NO_SEAL}),
    (added_without_key, {Break.EDITED}),
    (without_seals, {Break.NO_SEAL}),
    (older_seal_last, {Break.FORGED_SEAL}),
]
NAMES = [attack.__name__ for attack, _ in ATTACKS]


def test_whole_ledger_passes_as_the_control() -> None:
    verdict = WHOLE.verdict([HEAD])
    assert verdict.is_whole
    assert verdict.head.count == RECORDS
    assert verdict.unsealed == 0


@pytest.mark.parametrize(("attack", "kinds"), ATTACKS, ids=NAMES)
@pytest.mark.parametrize("place", range(RECORDS))
def test_every_attack_at_every_place_shows(
    attack: Callable[[Written, int], Written], kinds: set[Break], place: int
) -> None:
    verdict = attack(WHOLE, place).verdict()
    assert not verdict.is_whole
    assert kinds & {breakage.kind for breakage in verdict.breakages}, verdict.breakages


@pytest.mark.parametrize("place", range(RECORDS - 1))
def test_breakage_names_the_record_that_was_changed(place: int) -> None:
    assert [b.seq for b in edited(WHOLE, place).verdict().breakages] == [place + 1]
    assert [b.seq for b in removed(WHOLE, place).verdict().breakages] == [place + 1]
    assert [b.seq for b in swapped(WHOLE, place).verdict().breakages] == [place + 1]
    assert [b.seq for b in cut(WHOLE, place).verdict().breakages] == [place + 1]


def test_without_the_last_line_a_chain_alone_looks_whole() -> None:
    """The control for the seals: without them the same cut would pass."""
    short = Written(WHOLE.lines[:-1], WHOLE.seals[:-1])
    assert short.verdict().is_whole


def test_ledger_put_back_to_an_earlier_state_fails_a_noted_head() -> None:
    short = Written(WHOLE.lines[:-1], WHOLE.seals[:-1])
    assert [b.kind for b in short.verdict([HEAD]).breakages] == [Break.TRUNCATED]


def test_noted_head_of_another_ledger_fails() -> None:
    assert [b.kind for b in WHOLE.verdict([LedgerHead(3, "f" * 64)]).breakages] == [Break.REWRITTEN]


def test_records_behind_the_last_seal_are_counted() -> None:
    verdict = evolve(WHOLE, seals=WHOLE.seals[:-2]).verdict()
    assert verdict.is_whole
    assert verdict.unsealed == 2


def test_empty_ledger_with_its_first_seal_is_whole() -> None:
    assert written([]).verdict().is_whole
    assert not Written((), ()).verdict().is_whole


def test_emptied_ledger_is_told_as_truncated() -> None:
    assert [b.kind for b in evolve(WHOLE, lines=()).verdict().breakages] == [Break.TRUNCATED]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, RECORDS - 1), max_size=RECORDS + 2))
def test_no_other_choice_of_lines_passes(places: list[int]) -> None:
    lines = tuple(WHOLE.lines[place] for place in places)
    assert evolve(WHOLE, lines=lines).verdict().is_whole is (lines == WHOLE.lines)
