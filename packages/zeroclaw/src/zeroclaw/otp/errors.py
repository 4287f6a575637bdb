"""What can go wrong with one-time codes.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    OtpUnusable            the file of the enrolment cannot be read or written
    OtpNotReadable         what is kept does not open
    OtpNotEnrolled         no app is enrolled
    OtpRefused             a code did not count
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["OtpNotEnrolled", "OtpNotReadable", "OtpRefused", "OtpUnusable"]


class OtpUnusable(ZeroClawError):
    """The file at `path` cannot be read or written; it is as it was. `problem` is a clause."""

    error_key = "otp_unusable"
    template = "The enrolment in {path} cannot be used: {problem}."

    path: str
    problem: str


class OtpNotReadable(ZeroClawError):
    """What is kept in the file at `path` does not open with the key."""

    error_key = "otp_not_readable"
    template = (
        "The enrolment in {path} does not open with the key file beside it. Restore that file; if "
        "it is lost, remove {path} and enrol again with `zeroclaw otp enroll`."
    )

    path: str


class OtpNotEnrolled(ZeroClawError):
    """No authenticator app is enrolled."""

    error_key = "otp_not_enrolled"
    template = "No authenticator app is enrolled. Enrol one with `zeroclaw otp enroll`."


class OtpRefused(ZeroClawError):
    """A code did not count. `problem` is a clause that says what to do."""

    error_key = "otp_refused"
    template = "The code was not accepted: {problem}."

    problem: str
