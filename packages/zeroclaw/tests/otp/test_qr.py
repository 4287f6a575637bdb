"""The drawn code has the modules of the code of the text."""

from __future__ import annotations

import segno

from zeroclaw.otp.qr import BORDER, qr_lines

TEXT = "otpauth://totp/ZeroClaw:me%40host?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=ZeroClaw"
HALVES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}


def test_lines_have_the_modules_of_the_code() -> None:
    lines = qr_lines(TEXT)
    rows = [[HALVES[c][half] for c in line] for line in lines for half in (0, 1)]
    wanted = segno.make(TEXT, error="l", micro=False, boost_error=False).matrix
    size = len(wanted)
    inner = [row[BORDER:-BORDER] for row in rows[BORDER : BORDER + size]]
    assert inner == [[int(bool(module)) for module in row] for row in wanted]
    border = [*rows[:BORDER], *rows[BORDER + size :]]
    assert not any(map(any, border))
    assert len({len(line) for line in lines}) == 1


def test_code_fits_a_usual_terminal() -> None:
    lines = qr_lines(TEXT)
    assert len(lines) <= 24
    assert len(lines[0]) <= 80
