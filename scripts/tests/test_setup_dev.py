"""Tests of the git filter that a prepared clone applies to the lock."""

import importlib
import shutil
import subprocess
from pathlib import Path

from lock import ROOT


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_adding_a_filled_in_lock_stores_it_without_hosts(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    for name in ("scripts/lock.py", ".gitattributes"):
        shutil.copy(ROOT / name, tmp_path / name)
    git(tmp_path, "init", "--quiet")
    for key, value in importlib.import_module("setup-dev").SETTINGS.items():
        git(tmp_path, "config", key, value)
    lock = 'name = "x"\nsource = { registry = "http://127.0.0.1:9" }\n'
    (tmp_path / "uv.lock").write_text(lock)
    git(tmp_path, "add", "uv.lock")
    assert git(tmp_path, "show", ":uv.lock") == 'name = "x"\nsource = { registry = "index" }\n'
    assert (tmp_path / "uv.lock").read_text() == lock
