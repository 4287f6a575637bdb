"""Tests of references into 1Password."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from secrets_at_work import PLANTED, shown_by

from zeroclaw_config.errors import SecretReferenceFailed
from zeroclaw_config.secrets.references import (
    ReferenceEnded,
    ReferenceOutcome,
    ReferenceTimedOut,
    ReferenceToolMissing,
    SecretPlace,
    command,
    is_reference,
    reference_problem,
    resolved,
)

PLACE = SecretPlace("config.toml", "a.api_key")


def refusal(outcome: ReferenceOutcome) -> str:
    with pytest.raises(SecretReferenceFailed) as caught:
        resolved(outcome, PLACE)
    assert PLANTED not in shown_by(caught.value)
    assert str(caught.value).startswith("config.toml: a.api_key refers to 1Password, but ")
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "op://vault/item/field",
        "op://My Vault/an item.v2/section/field",
        "op://v/i/one-time password?attribute=otp",
        "op://v/i/private key?ssh-format=openssh",
    ],
)
def test_a_reference_is_accepted_as_written(text: str) -> None:
    assert is_reference(text)
    assert reference_problem(text) is None
    assert command(text) == ("op", "read", "--no-newline", "--", text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("op://", "form"),
        ("op://vault/item", "form"),
        ("op://vault//field", "form"),
        ("op://vault/ /field", "form"),
        ("op:///item/field", "form"),
        ("op://a/b/c/d/e", "form"),
        ("op://v/i/f\n--session", "printed"),
        ("op://v/i/f\0", "printed"),
        ("op://v/i/" + "f" * 2_000, "longer"),
        ("op://v/i/f?x=y", "attribute"),
        ("op://v/i/f?", "attribute"),
        ("vault/item/field", "form"),
    ],
)
def test_a_wrong_reference_is_explained(text: str, word: str) -> None:
    problem = reference_problem(text)
    assert problem is not None
    assert word in problem


@given(st.text())
def test_a_reference_is_one_argument_after_the_options(text: str) -> None:
    *options, last = command("op://" + text)
    assert last == "op://" + text
    assert options[-1] == "--"


@pytest.mark.parametrize("text", ["", "op:/v/i/f", "OP://v/i/f", " op://v/i/f", "${OP}"])
def test_other_texts_are_no_references(text: str) -> None:
    assert not is_reference(text)


def test_what_the_program_wrote_is_the_secret() -> None:
    assert resolved(ReferenceEnded(0, f"{PLANTED}\n ".encode(), b"noise"), PLACE) == f"{PLANTED}\n "


@pytest.mark.parametrize(
    ("errors", "words"),
    [
        ("[ERROR] You are not currently signed in. Please run `op signin`", "not signed in"),
        ("error initializing client: No accounts configured for use", "not signed in"),
        ("session expired, sign in to create a new session", "not signed in"),
        ('could not read secret: "x" isn\'t a vault in this account', "nothing there"),
        ('"y" isn\'t an item in the "x" vault', "nothing there"),
        ("item 'x/y' does not have a field 'z'", "nothing there"),
        ("authorization prompt dismissed, please try again", "refused access"),
        ("(403) Forbidden: you do not have permission", "refused access"),
        ("(429) Too Many Requests", "limits requests"),
        ("something new", "`op` ended with 6"),
        ("", "`op` ended with 6"),
    ],
)
def test_a_failure_of_the_program_is_explained(errors: str, words: str) -> None:
    told = f"{errors} {PLANTED} \xff".encode("latin-1")
    assert words in refusal(ReferenceEnded(6, PLANTED.encode(), told))


@pytest.mark.parametrize("output", [b"", b"\xff" + PLANTED.encode()])
def test_an_output_that_is_no_secret_is_refused(output: bytes) -> None:
    assert "empty, or no text" in refusal(ReferenceEnded(0, output, b""))


def test_a_program_that_waits_too_long_is_explained() -> None:
    assert "no answer in 10 s; unlock 1Password" in refusal(ReferenceTimedOut())


def test_a_missing_program_is_explained() -> None:
    assert "install the 1Password CLI" in refusal(ReferenceToolMissing())


def test_a_printed_outcome_shows_no_output() -> None:
    assert PLANTED not in repr(ReferenceEnded(0, PLANTED.encode(), PLANTED.encode()))
