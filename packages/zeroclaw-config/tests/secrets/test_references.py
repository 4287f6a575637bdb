"""Tests of references to secrets that are kept elsewhere."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyring_at_work import asked, keyring_home
from secrets_at_work import PLANTED, shown_by

from zeroclaw_config.errors import (
    KeyringReferenceFailed,
    LoginReferenceFailed,
    SecretReferenceFailed,
)
from zeroclaw_config.secrets.keyring_child import KeyringExit
from zeroclaw_config.secrets.references import (
    ReferenceEnded,
    ReferenceOutcome,
    ReferenceTimedOut,
    ReferenceToolMissing,
    SecretPlace,
    command,
    is_login_reference,
    is_reference,
    login_name,
    passed_variables,
    reference_failed,
    reference_problem,
    resolved,
)

PLACE = SecretPlace("config.toml", "a.api_key")


def refusal(outcome: ReferenceOutcome) -> str:
    with pytest.raises(SecretReferenceFailed) as caught:
        resolved(outcome, PLACE, "op://v/i/f")
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
    outcome = ReferenceEnded(0, f"{PLANTED}\n ".encode(), b"noise")
    assert resolved(outcome, PLACE, "op://v/i/f") == f"{PLANTED}\n "


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


KEYRING = "keyring://some-service/me"


def keyring_refusal(outcome: ReferenceOutcome) -> str:
    with pytest.raises(KeyringReferenceFailed) as caught:
        resolved(outcome, PLACE, KEYRING)
    assert PLANTED not in shown_by(caught.value)
    said = str(caught.value)
    assert said.startswith("config.toml: a.api_key refers to the keyring of the system, but ")
    assert "1Password" not in said
    return said


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (KeyringExit.NOT_INSTALLED, "install it into the environment of this command"),
        (KeyringExit.NO_BACKEND, "none can be reached from here"),
        (KeyringExit.LOCKED, "it is locked; unlock it"),
        (KeyringExit.REFUSED, "it refused access"),
        (KeyringExit.NOTHING, "it has nothing there; check service"),
        (KeyringExit.TOO_LONG, "longer than 64 KiB"),
        (1, "run `keyring get`"),
        (137, "run `keyring get`"),
        (-9, "run `keyring get`"),
    ],
)
def test_a_failure_of_the_keyring_is_explained(code: int, words: str) -> None:
    assert words in keyring_refusal(ReferenceEnded(code, PLANTED.encode(), PLANTED.encode()))


@pytest.mark.parametrize("output", [b"", b"\xff" + PLANTED.encode(), b"\xed\xa0\x80"])
def test_what_the_keyring_holds_must_be_a_text(output: bytes) -> None:
    assert "empty, or no text" in keyring_refusal(ReferenceEnded(0, output, b""))


def test_a_keyring_that_waits_or_is_gone_is_explained() -> None:
    assert "no answer in 10 s; unlock it" in keyring_refusal(ReferenceTimedOut())
    assert "install it again" in keyring_refusal(ReferenceToolMissing())


def test_every_exit_of_the_program_has_its_own_sentence() -> None:
    codes = [code for code in KeyringExit if code is not KeyringExit.FOUND]
    said = {keyring_refusal(ReferenceEnded(code, b"", b"")) for code in codes}
    assert len(said) == len(codes)


def test_each_program_gets_the_variables_it_needs() -> None:
    environment = {"HOME": "h", "OP_SESSION": "o", "XDG_RUNTIME_DIR": "x", "SOME_KEY": PLANTED}
    assert passed_variables("op://v/i/f", environment) == {"HOME": "h", "OP_SESSION": "o"}
    assert passed_variables(KEYRING, environment) == {"HOME": "h", "XDG_RUNTIME_DIR": "x"}


@pytest.mark.parametrize("secret", [PLANTED, f"{PLANTED}\n", f"{PLANTED}\0"])
def test_what_a_real_keyring_holds_is_the_secret(tmp_path: Path, secret: str) -> None:
    pytest.importorskip("keyring", reason="the package keyring is not installed here")
    home = keyring_home(tmp_path)
    home.holds({"some-service/me": ("secret", secret)})
    assert resolved(asked(KEYRING, home.environment, tmp_path), PLACE, KEYRING) == secret


def test_a_login_is_meant_by_its_name() -> None:
    assert is_reference("login://qwen")
    assert is_login_reference("login://qwen")
    assert not is_login_reference("keyring://login/qwen")
    assert reference_problem("login://qwen") is None
    assert login_name("login://qwen") == "qwen"


@pytest.mark.parametrize(
    "text", ["login://", "login://A", "login://a/b", "login://a b", "login://-"]
)
def test_a_login_without_a_name_is_told_as_one(text: str) -> None:
    problem = reference_problem(text)
    assert problem == "it has not the form `login://NAME`"
    error = reference_failed(text, PLACE, problem)
    assert isinstance(error, LoginReferenceFailed)
    assert str(error).startswith("config.toml: a.api_key refers to a login, but it has not the")
