"""An enrolment stays sealed; its codes count once over all processes."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from base64 import b32encode, b64encode
from datetime import UTC, datetime
from pathlib import Path

import pytest
from otp_homes import SECRET, code_now, enrolled, wrong_code

from zeroclaw.home import Home
from zeroclaw.otp.enrolment import Enrolment
from zeroclaw.otp.errors import OtpNotEnrolled, OtpNotReadable, OtpUnusable
from zeroclaw.otp.otp_file import OtpFile
from zeroclaw_runtime.security.otp.guard import CodeAccepted, CodeRefused, OtpState, Refusal

OTHER = bytes(20)
TRY = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from zeroclaw.home import Home
from zeroclaw.otp.otp_file import OtpFile
file = OtpFile.of(Home(Path(sys.argv[1])))
print("ready", flush=True)
sys.stdin.readline()
print(type(file.check(sys.argv[2], datetime.now(UTC))).__name__)
"""


def now() -> datetime:
    return datetime.now(UTC)


def test_enrolment_is_for_its_owner_alone_and_shows_no_secret(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    assert file.get() == Enrolment(SECRET, OtpState())
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    data = file.path.read_bytes()
    for spelling in (SECRET, b32encode(SECRET), b64encode(SECRET), SECRET.hex().encode()):
        assert spelling not in data
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {".secret_key", "otp-secret", "otp-secret.lock"}


def test_code_counts_once_for_whoever_opens_the_file(tmp_path: Path) -> None:
    enrolled(tmp_path)
    code, moment = code_now(), now()
    first, second = (OtpFile.of(Home(tmp_path)).check(code, moment) for _ in range(2))
    assert isinstance(first, CodeAccepted)
    assert second == CodeRefused(second.state, Refusal.REPLAYED)


def test_one_of_several_processes_has_a_code_accepted(tmp_path: Path) -> None:
    enrolled(tmp_path)
    command = [sys.executable, "-c", TRY, str(tmp_path), code_now()]
    pipe = subprocess.PIPE
    racers = [subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) for _ in range(4)]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    verdicts = sorted(racer.communicate(timeout=60)[0].strip() for racer in racers)
    # Of the refused ones the fourth may find all locked out; none is accepted.
    assert verdicts == ["CodeAccepted", *["CodeRefused"] * 3]


def test_lockout_holds_for_whoever_opens_the_file(tmp_path: Path) -> None:
    enrolled(tmp_path)
    for _ in range(3):
        OtpFile.of(Home(tmp_path)).check(wrong_code(), now())
    verdict = OtpFile.of(Home(tmp_path)).check(code_now(), now())
    assert verdict == CodeRefused(verdict.state, Refusal.LOCKED)


def test_try_that_cannot_be_written_down_is_not_accepted(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    (tmp_path / "otp-secret.lock").unlink()
    (tmp_path / "otp-secret.lock").mkdir()
    with pytest.raises(OtpUnusable, match="cannot be used"):
        file.check(code_now(), now())


def test_without_an_enrolment_no_code_counts(tmp_path: Path) -> None:
    file = OtpFile.of(Home(tmp_path))
    assert (file.exists(), file.get()) == (False, None)
    with pytest.raises(OtpNotEnrolled):
        file.check(code_now(), now())


def lose_key(file: OtpFile) -> None:
    file.key_file.unlink()


def replace_its_key(file: OtpFile) -> None:
    file.key_file.write_text("0" * 64)


def change_seal(file: OtpFile) -> None:
    form = json.loads(file.path.read_text())
    form["otp"] = form["otp"][:-4] + "AAAA"
    file.path.write_text(json.dumps(form))


@pytest.mark.parametrize("spoil", [lose_key, replace_its_key, change_seal])
def test_enrolment_that_does_not_open_lets_no_code_count(tmp_path: Path, spoil: object) -> None:
    file = enrolled(tmp_path)
    assert callable(spoil)
    spoil(file)
    assert file.exists()
    with pytest.raises(OtpNotReadable, match="remove"):
        file.check(code_now(), now())
    with pytest.raises(OtpNotReadable):
        file.enrol(Enrolment(OTHER, OtpState()), None)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"otp": 1}', b"\xff"])
def test_file_of_another_form_lets_no_code_count(tmp_path: Path, data: bytes) -> None:
    file = enrolled(tmp_path)
    file.path.write_bytes(data)
    assert file.exists()
    with pytest.raises(OtpUnusable, match="no file of an enrolment"):
        file.check(code_now(), now())


def test_enrolment_is_not_replaced_unless_it_is_the_known_one(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    fresh = Enrolment(OTHER, OtpState(3))
    for known in (None, OTHER):
        with pytest.raises(OtpUnusable, match="meanwhile"):
            file.enrol(fresh, known)
    file.enrol(fresh, SECRET)
    assert file.get() == fresh


def test_enrolment_outlives_a_new_key(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    before = file.path.read_bytes()
    file.reseal()
    assert file.path.read_bytes() != before
    assert file.get() == Enrolment(SECRET, OtpState())


def test_removed_enrolment_is_gone(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    file.remove()
    file.remove()
    assert not file.exists()
