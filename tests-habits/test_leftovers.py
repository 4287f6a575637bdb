"""Find notes for later, hosts of package indexes, in any file that is committed."""

import re
import subprocess
from pathlib import Path

import lock
from source_tree import ROOT, Finding, files, unexcused, write_tree

# Put together here, so that this file does not contain what it looks for.
NOTES = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]) + r")\b")
HOSTS = re.compile("|".join(["pypi" + r"\.org", "python" + r"hosted\.org"]))


def _text(path: Path, root: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""
    # uv fills in the lock of a work tree; git stores what the filter leaves of it.
    return lock.host_free(text) if path == root / "uv.lock" else text


def leftovers(root: Path) -> list[Finding]:
    """Lines with a note for later or the host of a package index."""
    found = []
    for path in files(root):
        for number, line in enumerate(_text(path, root).splitlines(), 1):
            for pattern in (NOTES, HOSTS):
                if match := pattern.search(line):
                    key = path.relative_to(root).as_posix()
                    found.append(Finding(key, f"line {number} has {match[0]!r}"))
    return found


def test_no_file_has_a_leftover() -> None:
    assert unexcused(leftovers(ROOT), "leftovers") == []


def test_the_committed_lock_names_no_host() -> None:
    command = ["git", "show", "HEAD:uv.lock"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    # Outside of a clone there is no committed lock; what is on disk is filtered above.
    assert "://" not in (done.stdout if done.returncode == 0 else "")


def test_control_leftovers_are_found(tmp_path: Path) -> None:
    host = "https://files.python" + "hosted.org/x"
    write_tree(
        tmp_path,
        {
            "a.py": "# TO" + "DO later",
            "b.md": f"see {host}",
            "uv.lock": f'sdist = {{ url = "{host}" }}',
            "fine.md": "The method of todos; hackney carriage.",
        },
    )
    assert sorted(finding.key for finding in leftovers(tmp_path)) == ["a.py", "b.md"]
