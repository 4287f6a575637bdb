"""The ledger is there from the first call that is filed."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import trio

from zeroclaw.wiring.ledger import open_ledger_on_demand
from zeroclaw_api.ledger import LedgerDraft
from zeroclaw_api.messages import ResultStatus

DIGEST = sha256(b"").hexdigest()


def draft(number: int) -> LedgerDraft:
    return LedgerDraft("s", number, "shell", DIGEST, DIGEST, DIGEST, ResultStatus.SUCCESS, 1)


async def test_ledger_is_made_by_its_first_record(tmp_path: Path) -> None:
    with trio.fail_after(20):
        async with open_ledger_on_demand(tmp_path / "ledger") as ledger:
            assert not (tmp_path / "ledger").exists()
            async with trio.open_nursery() as nursery:
                for number in range(1, 4):
                    nursery.start_soon(ledger.append, draft(number))
            assert (await ledger.append(draft(4))).seq == 4
        async with open_ledger_on_demand(tmp_path / "ledger") as ledger:
            assert (await ledger.append(draft(5))).seq == 5
