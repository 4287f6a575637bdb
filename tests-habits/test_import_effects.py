"""Import every module under an audit hook to show that importing has no effect."""

from pathlib import Path

from source_tree import (
    ROOT,
    Finding,
    fresh_interpreter,
    source_folders,
    source_modules,
    unexcused,
    write_tree,
)

# The child loads third-party packages first, so that what it sees is the work of our modules.
CHILD = """
import atexit, importlib, json, os, sys, threading

ours, names = sys.argv[1], sys.argv[2:]
preloaded = ("attr", "trio", "h11", "sqlalchemy", "pydantic.root_model", "hypothesis", "pytest")
for name in preloaded:
    try:
        importlib.import_module(name)
    except ImportError:
        continue

found, current = [], ""
code = (".py", ".pyc", ".so", ".pth")
refused = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.spawn",
    "os.putenv", "os.unsetenv", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.chmod",
    "sqlite3.", "ctypes.dlopen", "shutil.", "tempfile.", "signal.",
)

def hook(event, arguments):
    if not current:
        return
    if event == "open" and not str(arguments[0]).endswith(code):
        found.append([current, f"opens {arguments[0]!r}"])
    elif event.startswith(refused):
        found.append([current, f"raises the audit event {event}"])

sys.addaudithook(hook)

environ = type(os.environ)
read = environ.__getitem__

def spy(self, key):
    # os.getenv and os.environ.get stand between the reader and this frame.
    frame, files = sys._getframe(1), []
    while frame is not None and len(files) < 3:
        files.append(frame.f_code.co_filename)
        frame = frame.f_back
    if current and any(file.startswith(ours) for file in files):
        found.append([current, f"reads the environment variable {key}"])
    return read(self, key)

environ.__getitem__ = spy

start = threading.Thread.start

def start_spy(self):
    if current:
        found.append([current, "starts a thread"])
    return start(self)

threading.Thread.start = start_spy

class Told:
    def write(self, text):
        found.append([current, f"prints {text[:40]!r}"])
    def flush(self):
        return None

out = sys.stdout
for name in names:
    before = threading.active_count(), dict(os.environ), atexit._ncallbacks()
    current, sys.stdout, sys.stderr = name, Told(), Told()
    try:
        importlib.import_module(name)
    finally:
        current, sys.stdout, sys.stderr = "", out, sys.__stderr__
    after = threading.active_count(), dict(os.environ), atexit._ncallbacks()
    for what, a, b in zip(("threads", "environment", "exit handlers"), before, after, strict=True):
        if a != b:
            found.append([name, f"changes the {what}"])
for name, text in found:
    print(name, text, sep="\\t")
"""


def import_effects(root: Path) -> list[Finding]:
    """What importing each module does besides defining names."""
    names = [m.name for m in source_modules(root) if not m.name.endswith("__main__")]
    folder = str(root / "packages")
    output = fresh_interpreter(CHILD, folder, *names, paths=source_folders(root))
    lines = (line.partition("\t") for line in output.splitlines())
    return [Finding(name, text) for name, _, text in lines]


def test_importing_any_module_has_no_effect() -> None:
    assert unexcused(import_effects(ROOT), "import_effects") == []


BAD = """
import os, sys, threading
open(os.devnull).close()
os.getenv("HOME")
os.environ["ZC_CONTROL"] = "1"
print("hello")
threading.Thread(target=print, daemon=True).start()
import socket
socket.socket().close()
"""


def test_control_every_kind_of_effect_is_found(tmp_path: Path) -> None:
    name = "packages/zeroclaw-tools/src/zeroclaw_tools/bad.py"
    found = import_effects(write_tree(tmp_path, {name: BAD}))
    assert {f.key for f in found} == {"zeroclaw_tools.bad"}
    told = " · ".join(f.text for f in found)
    kinds = [
        "opens",
        "variable HOME",
        "changes the environment",
        "prints 'hello'",
        "starts a thread",
        "socket.",
    ]
    assert [kind for kind in kinds if kind not in told] == []


def test_control_a_module_of_definitions_has_no_effect(tmp_path: Path) -> None:
    name = "packages/zeroclaw-tools/src/zeroclaw_tools/good.py"
    text = "import json, decimal\nfrom enum import Enum\nclass A(Enum):\n    X = 1\n"
    assert import_effects(write_tree(tmp_path, {name: text})) == []
