"""Seals the enrolment anew while the key of an installation is replaced."""

from __future__ import annotations

from zeroclaw.home import Home
from zeroclaw.otp.otp_file import OtpFile

__all__ = ["reseal_otp"]


def reseal_otp(home: Home) -> None:
    """Do it with the key that is in the key file by now. Raises what `OtpFile.reseal` does."""
    OtpFile.of(home).reseal()
