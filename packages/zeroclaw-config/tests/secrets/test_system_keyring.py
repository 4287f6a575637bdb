"""Tests of references into the keyring of the system."""

import sys
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.secrets.references import is_keyring_reference, is_reference
from zeroclaw_config.secrets.system_keyring import LONGEST_REFERENCE, SystemKeyring

KEYRING = SystemKeyring()
NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40)


@given(NAMES, NAMES)
def test_any_two_names_can_be_written(service: str, user: str) -> None:
    reference = f"keyring://{quote(service, safe='')}/{quote(user, safe='')}"
    if len(reference) <= LONGEST_REFERENCE:
        assert KEYRING.problem(reference) is None
    assert KEYRING.command(reference)[-2:] == (service, user)


@given(st.text())
def test_what_has_no_problem_gives_two_printable_arguments(text: str) -> None:
    reference = f"keyring://{text}"
    if KEYRING.problem(reference) is None:
        *options, service, user = KEYRING.command(reference)
        assert options[-1] == "zeroclaw_config.secrets.keyring_child"
        assert service.strip()
        assert user.strip()
        assert (service + user).isprintable()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("keyring://", "form"),
        ("keyring://service", "form"),
        ("keyring:///user", "form"),
        ("keyring://service/", "form"),
        ("keyring:// /user", "form"),
        ("keyring://%20/user", "form"),
        ("keyring://a/b/c", "form"),
        ("service/user", "form"),
        ("keyring://a/b\n", "printed"),
        ("keyring://a\0/b", "printed"),
        ("keyring://a/\ud800", "printed"),
        ("keyring://a/b%00", "code of %"),
        ("keyring://a/b%0A", "code of %"),
        ("keyring://a/%ED%A0%80", "code of %"),
        ("keyring://a/%FF", "code of %"),
        ("keyring://100%/b", "two hexadecimal digits"),
        ("keyring://a/%zz", "two hexadecimal digits"),
        ("keyring://a/" + "b" * LONGEST_REFERENCE, "longer"),
    ],
)
def test_a_wrong_keyring_reference_is_explained(text: str, word: str) -> None:
    problem = KEYRING.problem(text)
    assert problem is not None
    assert word in problem


@pytest.mark.parametrize("text", ["keyring:/a/b", "Keyring://a/b", " keyring://a/b", "keyring"])
def test_other_texts_lead_to_no_keyring(text: str) -> None:
    assert not is_keyring_reference(text)
    assert not is_reference(text)


def test_this_very_interpreter_is_the_program() -> None:
    assert KEYRING.command("keyring://a/b")[0] == sys.executable


@pytest.mark.parametrize("name", ["DBUS_SESSION_BUS_ADDRESS", "KEYRING_PROPERTY_X", "HOME"])
def test_what_finds_the_session_is_passed(name: str) -> None:
    assert KEYRING.passes(name)


@pytest.mark.parametrize(
    "name", ["PYTHONPATH", "PYTHONSTARTUP", "LD_PRELOAD", "SOME_KEY", "OP_SESSION", "PYTHONHOME"]
)
def test_neither_secrets_nor_what_loads_code_is_passed(name: str) -> None:
    assert not KEYRING.passes(name)
