"""An enrolment opens with the key that seals by now."""

from __future__ import annotations

from pathlib import Path

from otp_homes import SECRET, enrolled

from zeroclaw.home import Home
from zeroclaw.otp.resealing import reseal_otp
from zeroclaw_config.secrets.key_file import (
    drop_previous,
    keep_previous,
    new_key,
    read_key,
    replace_key,
)


def test_enrolment_opens_after_the_key_was_replaced(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    old = read_key(file.key_file)
    assert old is not None
    keep_previous(file.key_file, old)
    replace_key(file.key_file, new_key(file.key_file))
    reseal_otp(Home(tmp_path))
    drop_previous(file.key_file)
    kept = file.get()
    assert kept is not None
    assert kept.secret == SECRET


def test_home_without_an_enrolment_gets_none(tmp_path: Path) -> None:
    reseal_otp(Home(tmp_path))
    assert list(tmp_path.iterdir()) == []
