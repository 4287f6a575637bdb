"""Homes with an enrolled app, beside the codes that it shows."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from zeroclaw.home import Home
from zeroclaw.otp.enrolment import Enrolment
from zeroclaw.otp.entering import Enter
from zeroclaw.otp.otp_file import OtpFile
from zeroclaw_runtime.security.otp.guard import OtpState
from zeroclaw_runtime.security.otp.totp import code_at, step_at

__all__ = ["SECRET", "code_now", "enrolled", "home_of", "typed", "wrong_code"]

SECRET = b"12345678901234567890"


def home_of(root: Path) -> dict[str, str]:
    """An environment with this home."""
    return {"ZEROCLAW_HOME": str(root), "NO_COLOR": "1"}


def enrolled(root: Path) -> OtpFile:
    """A home with an app that has shown no code yet."""
    file = OtpFile.of(Home(root))
    file.enrol(Enrolment(SECRET, OtpState()), None)
    return file


def code_now(off: int = 0, secret: bytes = SECRET) -> str:
    """What the app shows now, or so many steps from now."""
    return code_at(secret, step_at(datetime.now(UTC)) + off)


def wrong_code() -> str:
    """What the app shows at no time near."""
    near = {code_now(off) for off in range(-3, 4)}
    return next(code for code in ("000000", "111111", "222222") if code not in near)


def typed(*codes: str | None) -> Enter:
    """A person who types these codes, one each time they are asked; None is one who leaves."""
    left = list(codes)
    return lambda _prompt: left.pop(0)
