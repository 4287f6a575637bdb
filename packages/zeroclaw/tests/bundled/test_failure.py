"""What an installer prints becomes one sentence with what to do."""

from __future__ import annotations

import pytest

from zeroclaw.bundled.failure import reason_of

OUTPUTS = [
    ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "was refused"),
    ("error: Failed to download `x==1`\n  cause: Hash mismatch for `x==1`", "was refused"),
    ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left", "disk"),
    ("error: failed to write\n  cause: No space left on device (os error 28)", "disk is full"),
    ("error: externally-managed-environment", "virtual environment"),
    ("error: The interpreter at /usr is externally managed", "virtual environment"),
    ("ERROR: [Errno 13] Permission denied: '/x'", "as its owner"),
    ("error: Read-only file system (os error 30)", "cannot be written"),
    ("SSLError(SSLCertVerificationError(1, 'certificate verify failed'", "not trusted"),
    ("error: Failed to fetch: `http://127.0.0.1:9/`\n cause: tcp connect error", "network"),
    (
        "WARNING: Retrying after: Connection refused\nERROR: No matching distribution found for x",
        "cannot be reached",
    ),
    ("ERROR: No matching distribution found for x==1", "does not have it"),
    ("error: No solution found when resolving dependencies", "does not have it"),
]


@pytest.mark.parametrize(("output", "reason"), OUTPUTS)
def test_known_failure_is_told_in_our_words(output: str, reason: str) -> None:
    told = reason_of(output, 1, "pip")
    assert reason in told
    assert not told.endswith(".")


def test_message_may_be_wrapped_or_coloured_by_a_terminal() -> None:
    output = (
        "\x1b[31m  × \x1b[0mFailed to download\n  ╰─▶ Hash\n      │ \x1b[1mmismatch\x1b[0m for x"
    )
    assert "was refused" in reason_of(output, 1, "uv")


def test_unknown_failure_repeats_the_last_error() -> None:
    output = "ERROR: first.\r\nnoise\r\n\x1b[31merror\x1b[0m: the moon is full.\r\nnoise\r\n"
    assert reason_of(output, 1, "uv") == "uv failed (the moon is full)"


@pytest.mark.parametrize(("code", "ending"), [(7, "ended with exit code 7"), (None, "was killed")])
def test_silent_failure_tells_how_it_ended(code: int | None, ending: str) -> None:
    assert reason_of("noise", code, "pip").startswith(f"pip {ending}")
