"""Tests of the program that asks the keyring, with the real library."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from keyring_at_work import KeyringHome, asked, keyring_home
from secrets_at_work import PLANTED

from zeroclaw_config.secrets.keyring_child import MOST_BYTES, KeyringExit
from zeroclaw_config.secrets.references import ReferenceEnded, ReferenceTimedOut, command

REFERENCE = "keyring://some-service/me"


@pytest.fixture
def home(tmp_path: Path) -> KeyringHome:
    pytest.importorskip("keyring", reason="the package keyring is not installed here")
    return keyring_home(tmp_path)


def answer(home: KeyringHome, reference: str = REFERENCE) -> ReferenceEnded:
    outcome = asked(reference, home.environment, home.folder)
    assert isinstance(outcome, ReferenceEnded)
    return outcome


@pytest.mark.parametrize(
    "secret",
    [
        PLANTED,
        f"{PLANTED}\n",
        f"\n {PLANTED}\r\n\n",
        f"{PLANTED}\0tail",
        "x" * MOST_BYTES,
        "",
        "\ufeffé\u2028\U0001f511",
    ],
)
def test_secret_is_written_byte_for_byte(home: KeyringHome, secret: str) -> None:
    home.holds({"some-service/me": ("secret", secret)})
    done = answer(home)
    assert (done.exit_code, done.output) == (KeyringExit.FOUND, secret.encode())


def test_half_a_surrogate_is_left_to_the_reader(home: KeyringHome) -> None:
    home.holds({"some-service/me": ("secret", "\ud800")})
    assert answer(home).output == b"\xed\xa0\x80"


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        ("nothing", "", KeyringExit.NOTHING),
        ("raise", "NoKeyringError", KeyringExit.NO_BACKEND),
        ("raise", "KeyringLocked", KeyringExit.LOCKED),
        ("raise", "InitError", KeyringExit.REFUSED),
        ("raise", "KeyringError", KeyringExit.REFUSED),
        ("break", PLANTED, 1),
        ("secret", "x" * (MOST_BYTES + 1), KeyringExit.TOO_LONG),
    ],
)
def test_each_failure_has_its_own_exit_code(
    home: KeyringHome, kind: str, value: str, code: int
) -> None:
    home.holds({"some-service/me": (kind, value)})
    done = answer(home)
    assert (done.exit_code, done.output) == (code, b"")


def test_backend_that_waits_for_somebody_can_be_killed(home: KeyringHome) -> None:
    home.holds({"some-service/me": ("wait", "")})
    outcome = asked(REFERENCE, home.environment, home.folder, limit=3)
    assert outcome == ReferenceTimedOut()


@pytest.mark.parametrize(
    ("reference", "names"),
    [
        ("keyring://https:%2F%2Fexample.com%2Fapi/me@here", "https://example.com/api/me@here"),
        ("keyring://100%25/ü", "100%/ü"),
        ("keyring://a+b?c#d/e%20f", "a+b?c#d/e f"),
        ("keyring://-c/--help", "-c/--help"),
    ],
)
def test_names_reach_the_backend_decoded(home: KeyringHome, reference: str, names: str) -> None:
    home.holds({names: ("secret", PLANTED)})
    assert answer(home, reference).output == PLANTED.encode()


def test_no_backend_at_all_is_told_apart(home: KeyringHome) -> None:
    (home.folder / "xdg" / "python_keyring" / "keyringrc.cfg").unlink()
    environment = {**home.environment, "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    outcome = asked(REFERENCE, environment, home.folder)
    assert isinstance(outcome, ReferenceEnded)
    assert outcome.exit_code == KeyringExit.NO_BACKEND


def test_chosen_backend_that_is_not_there_is_a_failure(home: KeyringHome) -> None:
    environment = {**home.environment, "PYTHON_KEYRING_BACKEND": "nowhere.Keyring"}
    outcome = asked(REFERENCE, environment, home.folder)
    assert isinstance(outcome, ReferenceEnded)
    assert outcome.exit_code == 1


def test_missing_library_has_an_exit_code_of_its_own() -> None:
    program = (
        "import sys; sys.modules['keyring'] = None\n"
        "from zeroclaw_config.secrets.keyring_child import main; sys.exit(main(['s', 'u']))"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=30, check=False)
    assert done.returncode == KeyringExit.NOT_INSTALLED


def test_nothing_is_imported_from_the_folder_it_starts_in(home: KeyringHome) -> None:
    home.holds({"some-service/me": ("secret", PLANTED)})
    folder = home.folder / "workspace"
    folder.mkdir()
    trap = f"import os; open({str(home.folder / 'sprung')!r}, 'w'); os._exit(0)\n"
    for name in ("keyring", "zeroclaw_config", "json", "tests_backend", "sitecustomize"):
        (folder / f"{name}.py").write_text(trap)
    environment = {**home.environment, "PYTHONPATH": str(folder), "PYTHONSTARTUP": str(folder)}
    outcome = asked(REFERENCE, environment, folder)
    assert isinstance(outcome, ReferenceEnded)
    assert outcome.output == PLANTED.encode()
    assert not (home.folder / "sprung").exists()


def test_control_the_trap_springs_without_the_options(home: KeyringHome) -> None:
    folder = home.folder / "workspace"
    folder.mkdir()
    (folder / "keyring.py").write_text(f"open({str(home.folder / 'sprung')!r}, 'w')\n")
    careless = [part for part in command(REFERENCE) if part not in ("-E", "-P", "-s")]
    subprocess.run(careless, cwd=folder, env=dict(os.environ), timeout=30, check=False)
    assert (home.folder / "sprung").exists()


def test_the_library_is_loaded_by_no_other_module() -> None:
    code = (
        "import sys, zeroclaw_config.secrets.references, zeroclaw_config.secrets.keyring_child;"
        " print('keyring' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stdout == "False\n"
