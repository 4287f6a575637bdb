"""A holder is alive as long as its process, then no more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from zeroclaw_memory.holders import Holders

CHILD = """
import sys
from pathlib import Path
from zeroclaw_memory.holders import Holders
print(Holders(Path(sys.argv[1])).join(), flush=True)
sys.stdin.read()
"""


def test_holder_is_alive_until_it_leaves(tmp_path: Path) -> None:
    here, there = Holders(tmp_path / "h"), Holders(tmp_path / "h")
    name = here.join()
    assert there.is_alive(name)
    here.leave(name)
    assert not there.is_alive(name)
    assert not there.is_alive("never joined")


def test_holder_in_a_killed_process_is_dead_and_swept(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CHILD, str(tmp_path / "h")]
    holders = Holders(tmp_path / "h")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdout is not None
        name = child.stdout.readline().strip()
        assert holders.is_alive(name)
        child.kill()
    assert not holders.is_alive(name)
    mine = holders.join()
    assert [path.name for path in holders.folder.iterdir()] == [mine]
    holders.leave(mine)
