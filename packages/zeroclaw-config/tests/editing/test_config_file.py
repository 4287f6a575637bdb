"""Tests of writing a configuration file."""

from __future__ import annotations

import os
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zeroclaw_config.editing.config_file import ConfigFile, read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.values import same_value
from zeroclaw_config.errors import (
    ConfigChanged,
    ConfigError,
    ConfigLocked,
    ConfigMissing,
    ConfigNotText,
    ConfigNotWritten,
    ConfigSyntax,
    ConfigTooLarge,
    DocumentNotFromFile,
    InvalidConfig,
    SchemaTooNew,
)
from zeroclaw_config.problem import Problem

TEXT = "# mine\nschema_version = 3\n\n[agents.main] # the one\nmodel_provider = 'a.b'\n"
MODEL = ("agents", "main", "model_provider")
SECRET = "sk-planted-7f3a9c"

WRITER = """
import sys
from pathlib import Path
from zeroclaw_config.editing.config_file import ConfigFile
path, name = Path(sys.argv[1]), sys.argv[2]
for number in range(200):
    with ConfigFile.open(path, timeout=60) as file:
        file.save(file.document.set((name, f"k{number}"), number), len)
"""

# Kills itself before its first, second, … call of the system, each time in a process of its own.
KILLED = """
import os, signal, sys
from pathlib import Path
from zeroclaw_config.editing.config_file import ConfigFile
path, is_new = Path(sys.argv[1]), sys.argv[2] == "new"
CALLS = ("open", "close", "read", "write", "pwrite", "ftruncate", "fsync", "fstat", "stat",
         "fchown", "unlink", "rename", "link", "mkdir")

def save():
    with ConfigFile.open(path, create=is_new) as file:
        file.save(file.document.set(("k",), "new"), len)

def die_before(last):
    count = 0
    def stepping(call):
        def stepped(*arguments, **options):
            nonlocal count
            count += 1
            if count == last:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **options)
        return stepped
    for name in CALLS:
        setattr(os, name, stepping(getattr(os, name)))

last, ends = 0, set()
while True:
    last += 1
    for old in path.parent.iterdir():
        old.unlink()
    if not is_new:
        path.write_text("k = 'old'\\n")
    child = os.fork()
    if child == 0:
        die_before(last)
        save()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    text = path.read_text() if path.exists() else "nothing"
    ends.add(text)
    whole = {"schema_version = 3\\nk = \\"new\\"\\n", "nothing"} if is_new else {
        "k = 'old'\\n", "k = \\"new\\"\\n"}
    assert text in whole, (last, text)
    if not os.WIFSIGNALED(status):
        assert status == 0 and "new" in text
        break
    with ConfigFile.open(path, create=is_new) as file:
        file.save(file.document.set(("k",), "later"), len)
    assert "later" in path.read_text()
    left = {p.name for p in path.parent.iterdir() if p.name.startswith(".")}
    assert not left, (last, left)
assert len(ends) == 2, ends
print(last)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A configuration file."""
    file = tmp_path / "config.toml"
    file.write_text(TEXT)
    return file


def run(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@contextmanager
def small_files(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes, as on a full disk."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def test_an_edit_is_written_with_a_backup(path: Path) -> None:
    checked: list[str] = []
    with ConfigFile.open(path) as file:
        edited = file.document.set(MODEL, "c.d")
        assert file.save(edited, checked.append)
        assert file.document is edited
    assert path.read_text() == TEXT.replace("'a.b'", '"c.d"')
    assert checked == [path.read_text()]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.with_name("config.toml.bak").read_text() == TEXT
    assert names(path.parent) == ["config.toml", "config.toml.bak", "config.toml.lock"]


def test_nothing_is_written_when_nothing_differs(path: Path) -> None:
    def state() -> tuple[int, int, int]:
        # Not the time of access, which reading may move.
        found = path.stat()
        return found.st_ino, found.st_mtime_ns, found.st_ctime_ns

    before = state()
    with ConfigFile.open(path) as file:
        assert not file.save(file.document.set(MODEL, "a.b"), len)
    assert state() == before


def test_a_text_that_fails_its_check_is_not_written(path: Path) -> None:
    def refuse(text: str) -> None:
        raise InvalidConfig(path="c", problems=(Problem("c", 1, "k", "is wrong"),))

    with ConfigFile.open(path) as file, pytest.raises(InvalidConfig):
        file.save(file.document.set(MODEL, "c.d"), refuse)
    assert path.read_text() == TEXT
    assert names(path.parent) == ["config.toml", "config.toml.lock"]


def test_a_document_from_elsewhere_is_not_saved(path: Path) -> None:
    empty = EditedDocument.parse("", str(path))
    with ConfigFile.open(path) as file:
        for document in (empty, read_document(path)):
            with pytest.raises(DocumentNotFromFile, match="was not read from"):
                file.save(document, len)
        kept = file.document.set(MODEL, "c.d")
    with pytest.raises(DocumentNotFromFile):
        file.save(kept, len)
    with ConfigFile.open(path) as other, pytest.raises(DocumentNotFromFile):
        other.save(kept, len)
    assert path.read_text() == TEXT


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"a = \xff", ConfigNotText),
        (b"a = ", ConfigSyntax),
        (b"a = 1\na = 2\n", ConfigSyntax),
        (b"#" * (4 * 1024 * 1024 + 1), ConfigTooLarge),
        (b"schema_version = 4\n", SchemaTooNew),
    ],
)
def test_a_file_that_cannot_be_read_is_never_replaced(
    path: Path, data: bytes, kind: type[ConfigError]
) -> None:
    path.write_bytes(data)
    for create in (False, True):
        with pytest.raises(kind), ConfigFile.open(path, create=create):
            raise AssertionError("it was opened")
    assert path.read_bytes() == data


def test_a_secret_in_a_broken_file_is_not_told(path: Path) -> None:
    for data in (f"k = '{SECRET}' {SECRET}\n".encode(), f"k = '{SECRET}\xff".encode("latin-1")):
        path.write_bytes(data)
        with pytest.raises(ConfigError) as caught, ConfigFile.open(path):
            raise AssertionError("it was opened")
        seen = f"{caught.value}{caught.value!r}{caught.value.__cause__!r}"
        assert SECRET not in seen
        assert caught.value.__context__ is None or caught.value.__suppress_context__


def test_a_file_changed_by_an_editor_is_not_overwritten(path: Path) -> None:
    with ConfigFile.open(path) as file:
        path.write_text(TEXT + "# mine too\n")
        with pytest.raises(ConfigChanged, match="Read it again"):
            file.save(file.document.set(MODEL, "c.d"), len)
    assert path.read_text() == TEXT + "# mine too\n"
    assert names(path.parent) == ["config.toml", "config.toml.lock"]


def test_a_missing_file_is_made_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "home" / "config.toml"
    with pytest.raises(ConfigMissing), ConfigFile.open(path):
        raise AssertionError("it was opened")
    assert names(tmp_path) == []
    with ConfigFile.open(path, create=True) as file:
        was_new = file.is_new
        assert file.save(file.document, len)
        assert was_new > file.is_new
        assert file.save(file.document.set(MODEL, "c.d"), len)
    assert path.read_text() == 'schema_version = 3\n\n[agents.main]\nmodel_provider = "c.d"\n'
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with pytest.raises(ConfigMissing):
        read_document(tmp_path / "gone")


def test_a_file_that_appears_meanwhile_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    with ConfigFile.open(path, create=True) as file:
        path.write_text(TEXT)
        with pytest.raises(ConfigChanged):
            file.save(file.document, len)
    assert path.read_text() == TEXT


def test_a_link_is_written_through(path: Path) -> None:
    folder = path.parent / "elsewhere"
    folder.mkdir()
    link = folder / "config.toml"
    link.symlink_to("../config.toml")
    with ConfigFile.open(link) as file:
        assert file.path == link
        file.save(file.document.set(MODEL, "c.d"), len)
        with pytest.raises(ConfigLocked), ConfigFile.open(path, timeout=0):
            raise AssertionError("two writers at once")
    assert link.is_symlink()
    assert "c.d" in path.read_text()
    assert names(folder) == ["config.toml"]


def test_a_mark_of_the_byte_order_stays(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    with ConfigFile.open(path) as file:
        file.save(file.document.set(("b",), 2), len)
    assert path.read_bytes() == b"\xef\xbb\xbfa = 1\r\nb = 2\r\n"


def test_a_full_disk_leaves_the_file_as_it_was(path: Path) -> None:
    with ConfigFile.open(path) as file, small_files(100):
        edited = file.document.set(MODEL, "x" * 1000)
        with pytest.raises(ConfigNotWritten, match="as it was"):
            file.save(edited, len)
    assert path.read_text() == TEXT
    assert names(path.parent) == ["config.toml", "config.toml.lock"]


def test_a_folder_that_vanishes_is_named(path: Path) -> None:
    with ConfigFile.open(path) as file:
        shutil.rmtree(path.parent)
        with pytest.raises(ConfigNotWritten, match="folder is gone"):
            file.save(file.document.set(MODEL, "c.d"), len)
    assert not path.parent.exists()


def test_a_text_grown_too_large_is_not_written(path: Path) -> None:
    with ConfigFile.open(path) as file, pytest.raises(ConfigTooLarge):
        file.save(file.document.set(MODEL, "x" * 4 * 1024 * 1024), len)
    assert path.read_text() == TEXT


def test_what_the_environment_says_is_not_written(path: Path) -> None:
    path.write_text(TEXT + "key = '${SOME_KEY}'\n")
    with ConfigFile.open(path) as file:
        assert file.document.get(("agents", "main", "key")) == "${SOME_KEY}"
        file.save(file.document.set(MODEL, "c.d"), len)
    assert "'${SOME_KEY}'" in path.read_text()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_a_document_survives_a_random_change(
    path: Path, documents: st.SearchStrategy[str], data: st.DataObject
) -> None:
    path.write_bytes(data.draw(documents).encode())
    before = read_document(path)
    key = data.draw(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
    if before.has((key,)):
        return
    with ConfigFile.open(path) as file:
        assert file.save(file.document.set((key,), "v"), len)
    after = read_document(path)
    assert after.get((key,)) == "v"
    tree = {name: value for name, value in after.tree.items() if name != key}
    assert same_value(tree, before.tree)
    lines = iter(after.text.splitlines())
    assert all(line in lines for line in before.text.splitlines())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_a_corrupted_file_is_reported_or_still_valid(
    path: Path, documents: st.SearchStrategy[str], data: st.DataObject
) -> None:
    whole = data.draw(documents).encode()
    at = data.draw(st.integers(0, len(whole)))
    width = data.draw(st.integers(0, 3))
    corrupt = whole[:at] + data.draw(st.binary(max_size=3)) + whole[at + width :]
    path.write_bytes(corrupt)
    is_valid = True
    try:
        with ConfigFile.open(path) as file:
            assert file.document.text.encode() == corrupt.removeprefix(b"\xef\xbb\xbf")
            assert file.save(file.document.set(("new",), 1), len)
    except ConfigError:
        is_valid = False
    assert is_valid or path.read_bytes() == corrupt
    if is_valid:
        assert read_document(path).get(("new",)) == 1


def test_two_processes_lose_nothing_to_each_other(path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [
        subprocess.Popen([*command, name], stderr=subprocess.PIPE, text=True)
        for name in ("left", "right")
    ]
    for writer in writers:
        _, problem = writer.communicate(timeout=120)
        assert writer.returncode == 0, problem
    tree = read_document(path).tree
    assert tree["left"] == tree["right"] == {f"k{number}": number for number in range(200)}
    assert path.read_text().startswith(TEXT)


@pytest.mark.parametrize("state", ["old", "new"])
def test_a_kill_at_any_call_leaves_a_whole_file(tmp_path: Path, state: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    assert int(run(KILLED, str(home / "config.toml"), state)) > 15


def test_control_writing_in_place_does_not_survive_a_kill(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    in_place = (
        "import zeroclaw_config.editing.config_file as module\n"
        "import os\n"
        "def replace(file, shown, expected, data):\n"
        "    descriptor = os.open(file, os.O_WRONLY | os.O_TRUNC)\n"
        "    os.write(descriptor, data)\n"
        "module.replace_bytes = replace\n"
    )
    with pytest.raises(AssertionError, match=r"AssertionError: \(\d+, ''\)"):
        run(in_place + KILLED, str(home / "config.toml"), "old")
    assert os.path.lexists(home / "config.toml")
