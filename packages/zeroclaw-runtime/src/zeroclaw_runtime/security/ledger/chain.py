"""Checks a ledger from its first line to its seals, so that any meddling shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from attrs import define, field, frozen

from zeroclaw_api.errors import WireError
from zeroclaw_api.ledger import (
    LEDGER_START,
    LedgerHead,
    LedgerRecord,
    parse_record,
    parse_seal,
)

__all__ = ["Break", "Breakage", "ChainVerdict", "verify"]


class Break(StrEnum):
    """How a ledger can be broken."""

    EDITED = "edited"
    MISSING = "missing"
    REORDERED = "reordered"
    DUPLICATED = "duplicated"
    TRUNCATED = "truncated"
    REWRITTEN = "rewritten"
    FORGED_SEAL = "forged_seal"
    NO_SEAL = "no_seal"


@frozen
class Breakage:
    """One thing that is wrong; `seq` is the record where it shows, as counted from 1."""

    kind: Break
    seq: int


@frozen
class ChainVerdict:
    """What a check found: `head` is where the ledger ends, `unsealed` what no seal covers yet."""

    breakages: tuple[Breakage, ...]
    head: LedgerHead
    unsealed: int

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.breakages


def verify(
    lines: Iterable[bytes],
    seals: Iterable[bytes],
    key: bytes,
    noted: Iterable[LedgerHead] = (),
) -> ChainVerdict:
    """Check every line in its order, then that it comes to each sealed head.

    `noted` are heads that somebody wrote down elsewhere: nothing else shows that a whole ledger
    was put back to an earlier state, seals included. It keeps no line, only a digest for each
    head that it has to meet.
    """
    check = _Check(key)
    heads = check.sealed(seals)
    wanted: dict[int, set[str]] = {}
    for head in (*heads, *noted):
        wanted.setdefault(head.count, set()).add(head.digest)
    check.meet(wanted, LEDGER_START)
    for line in lines:
        check.follow(line, wanted)
    check.tell_gaps()
    end = check.head
    if any(count > end.count for count in wanted):
        check.found(Break.TRUNCATED, end.count + 1)
    sealed = max((head.count for head in heads), default=0)
    return ChainVerdict(tuple(check.breakages), end, max(0, end.count - sealed))


@define(eq=False)
class _Check:
    key: bytes
    head: LedgerHead = LEDGER_START
    breakages: list[Breakage] = field(factory=list)
    _gaps: list[range] = field(factory=list)
    _is_followed: bool = True

    def found(self, kind: Break, seq: int) -> None:
        self.breakages.append(Breakage(kind, seq))

    def sealed(self, lines: Iterable[bytes]) -> list[LedgerHead]:
        heads: list[LedgerHead] = []
        for line in lines:
            try:
                head = parse_seal(line, self.key).head
            except WireError:
                self.found(Break.FORGED_SEAL, heads[-1].count if heads else 0)
                continue
            if heads and head.count < heads[-1].count:
                self.found(Break.FORGED_SEAL, head.count)
            heads.append(head)
        if not heads:
            self.found(Break.NO_SEAL, 0)
        return heads

    def follow(self, line: bytes, wanted: Mapping[int, set[str]]) -> None:
        try:
            record = parse_record(line, self.key)
        except WireError:
            self.found(Break.EDITED, self.head.count + 1)
            self.head = self.head.after(line)
            self._is_followed = False
            return
        if self._places(record):
            self.head = self.head.after(line)
            self.meet(wanted, self.head)

    def meet(self, wanted: Mapping[int, set[str]], head: LedgerHead) -> None:
        """Every head that was sealed at this count must be the one that is here."""
        if wanted.get(head.count, {head.digest}) != {head.digest}:
            self.found(Break.REWRITTEN, head.count)

    def _places(self, record: LedgerRecord) -> bool:
        """Whether the chain goes on with this record; what it says of others is told."""
        expected = self.head.count + 1
        if record.seq < expected:
            gap = next((gap for gap in self._gaps if record.seq in gap), None)
            self.found(Break.REORDERED if gap else Break.DUPLICATED, record.seq)
            if gap:
                self._gaps.remove(gap)
                self._gaps += [range(gap.start, record.seq), range(record.seq + 1, gap.stop)]
            return False
        if record.seq > expected:
            self._gaps.append(range(expected, record.seq))
            self.head = LedgerHead(record.seq - 1, record.prev)
        elif record.prev != self.head.digest and self._is_followed:
            # Both are genuine, yet do not belong together.
            self.found(Break.REWRITTEN, expected)
        self._is_followed = True
        return True

    def tell_gaps(self) -> None:
        for gap in self._gaps:
            if gap:
                self.found(Break.MISSING, gap.start)
