"""Errors about codes say what to do, never a secret."""

from __future__ import annotations

from zeroclaw.otp.errors import OtpNotEnrolled, OtpNotReadable, OtpRefused, OtpUnusable


def test_errors_name_the_file_or_the_command_to_run() -> None:
    assert "otp enroll" in str(OtpNotEnrolled())
    assert "remove /h/otp-secret" in str(OtpNotReadable(path="/h/otp-secret"))
    assert "/h/otp-secret" in str(OtpUnusable(path="/h/otp-secret", problem="it is a link"))
    assert str(OtpRefused(problem="it is wrong")) == "The code was not accepted: it is wrong."
