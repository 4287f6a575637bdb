"""A keyring of the tests: the real library with a backend that lies in a temporary folder."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from attrs import frozen

from zeroclaw_config.secrets.references import (
    ReferenceEnded,
    ReferenceOutcome,
    ReferenceTimedOut,
    command,
    passed_variables,
)

BACKEND = '''\
"""A backend that does what the file beside it says."""
import json, sys, threading
from pathlib import Path
from keyring import backend, errors

class Keyring(backend.KeyringBackend):
    priority = 9

    def get_password(self, service, username):
        known = json.loads(Path(__file__).with_name("known.json").read_text())
        kind, value = known.get(service + "/" + username, ("nothing", ""))
        print("noise of a backend", ascii(value))
        if kind == "secret":
            return value
        if kind == "wait":
            threading.Event().wait()
        if kind == "raise":
            raise getattr(errors, value)("no " + value)
        if kind == "break":
            raise RuntimeError("broken: " + value)
        return None

    def set_password(self, service, username, password):
        raise NotImplementedError
'''


@frozen
class KeyringHome:
    """A home whose owner chose this backend, by the configuration file of the library."""

    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """The variables of its owner."""
        settings = str(self.folder / "xdg")
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "XDG_CONFIG_HOME": settings}

    def holds(self, known: dict[str, tuple[str, str]]) -> None:
        """Let the backend know what to do, by `SERVICE/USER`."""
        (self.folder / "known.json").write_text(json.dumps(known))


def keyring_home(folder: Path) -> KeyringHome:
    """Make one; nothing is in its keyring yet."""
    settings = folder / "xdg" / "python_keyring"
    settings.mkdir(parents=True)
    (folder / "tests_backend.py").write_text(BACKEND)
    chosen = f"[backend]\ndefault-keyring=tests_backend.Keyring\nkeyring-path={folder}\n"
    (settings / "keyringrc.cfg").write_text(chosen)
    home = KeyringHome(folder)
    home.holds({})
    return home


def asked(
    reference: str, environment: dict[str, str], folder: Path, limit: float = 30
) -> ReferenceOutcome:
    """What the real child process answers, started in a folder."""
    try:
        done = subprocess.run(
            command(reference),
            env=passed_variables(reference, environment),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ReferenceTimedOut()
    return ReferenceEnded(done.returncode, done.stdout, done.stderr)
