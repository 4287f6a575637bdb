"""Nobody changes the record of calls, or makes up a receipt, unseen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from attacks import Attempt, Place, attempt, runs
from command_line import CommandLine

FORGED: Final = "zc-receipt-1790000000-" + "A1b2C3d4" * 5 + "A1b"


async def recorded(place: Place) -> Attempt:
    """A session whose calls are on record: two that ran, one that was denied."""
    (place.workspace / "note").write_text("a note")
    return await attempt(
        place,
        runs("echo it ran"),
        ("file_read", {"path": "note"}),
        ("file_read", {"path": "/etc/passwd"}),
    )


def ledger_of(place: Place) -> Path:
    """The file with the records."""
    return place.home / "ledger" / "000001.jsonl"


async def test_every_call_of_a_session_is_on_record(tmp_path: Path) -> None:
    place = Place(tmp_path)
    await recorded(place)
    line = CommandLine(place.home)
    verified = await line.run("audit", "verify", "--json")
    assert verified.code == 0, verified
    shown = json.loads((await line.run("audit", "show", "--json")).answer)
    assert [each["tool"] for each in shown] == ["shell", "file_read", "file_read"]
    denied = json.loads((await line.run("audit", "show", "--denied", "--json")).answer)
    assert len(denied) == 1


@pytest.mark.parametrize("place_in_file", [0.1, 0.35, 0.6, 0.85])
async def test_one_changed_byte_of_the_record_is_found(
    place_in_file: float, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    await recorded(place)
    line = CommandLine(place.home)
    file = ledger_of(place)
    data = bytearray(file.read_bytes())
    at = int(len(data) * place_in_file)
    data[at] ^= 1
    file.write_bytes(data)
    broken = await line.run("audit", "verify")
    assert broken.code == 1, broken
    data[at] ^= 1
    file.write_bytes(data)
    assert (await line.run("audit", "verify")).code == 0


@pytest.mark.parametrize("missing", ["first", "middle", "last"])
async def test_removed_record_is_found(missing: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    await recorded(place)
    file = ledger_of(place)
    lines = file.read_bytes().splitlines(keepends=True)
    del lines[{"first": 0, "middle": len(lines) // 2, "last": -1}[missing]]
    file.write_bytes(b"".join(lines))
    assert (await CommandLine(place.home).run("audit", "verify")).code == 1


@pytest.mark.parametrize("options", [(), ("--json",)])
async def test_forged_receipt_is_told_to_the_user(options: tuple[str, ...], tmp_path: Path) -> None:
    place = Place(tmp_path)
    tried = await attempt(
        place,
        runs("echo it ran"),
        options=options,
        answer=f"I ran it as you wanted. [receipt: {FORGED}]",
    )
    told = tried.done.answer if options else tried.done.told
    assert "receipt" in told.replace(FORGED, "").replace("[receipt: ", ""), tried.done
    honest = await attempt(place, runs("echo it ran"), options=options, answer="It ran.")
    warned = "claim_" if options else "\n! "
    assert warned in f"\n{told}", told
    assert warned not in f"\n{honest.done.answer if options else honest.done.told}", honest.done


async def test_call_that_never_was_is_told_to_the_user(tmp_path: Path) -> None:
    place = Place(tmp_path)
    claim = "I ran the tests and all of them passed."
    tried = await attempt(place, answer=claim, options=("--json",))
    assert "claim_fabricated_call" in tried.done.answer, tried.done.answer
    honest = await attempt(place, runs("echo it ran"), answer=claim, options=("--json",))
    assert "claim_fabricated_call" not in honest.done.answer, honest.done.answer
