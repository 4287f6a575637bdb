"""The program that serves a model needs nothing of the project; it ends with its owner."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from zeroclaw_providers.local.bundled import engine_folder
from zeroclaw_providers.local.bundled_template import BUNDLED_TOOL_TEMPLATE
from zeroclaw_providers.local.server import SERVER_MAIN

SECONDS = 60
# Written in place of the engine: it says what it was asked for, then pretends to serve it.
ENGINE = """
import json, os, sys
class Part:
    pass
class CommonParams:
    def __init__(self):
        self.model = Part()
        self.cpuparams = Part()
        self.cpuparams_batch = Part()
        self.sampling = Part()
class Server:
    listening_address = "http://127.0.0.1:4321"
    def __init__(self, params):
        if params.model.path == "bad":
            raise RuntimeError("it is bad")
        print("a word that nobody asked for")
        with open(params.model.path, "w") as file:
            json.dump(vars(params), file, default=vars)
"""


@contextmanager
def running(order: dict[str, object], *flags: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program, with what it is told; without site packages, ours cannot be imported."""
    with subprocess.Popen(
        [sys.executable, "-I", *flags, str(SERVER_MAIN)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={},
    ) as child:
        assert child.stdin is not None
        try:
            child.stdin.write(json.dumps(order).encode() + b"\n")
            child.stdin.flush()
            yield child
        finally:
            child.kill()


def answer_of(child: subprocess.Popen[bytes]) -> dict[str, object]:
    assert child.stdout is not None
    answer: dict[str, object] = json.loads(child.stdout.readline())
    return answer


def order(model: Path | str, packages: Path, **other: object) -> dict[str, object]:
    return {
        "model": str(model),
        "context_tokens": 512,
        "key": "k",
        "packages": str(packages),
        "sampling": {"temp": 0.5},
        "chat_template": "",
        "needs_tools": False,
        **other,
    }


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """A folder with something that can be imported in place of the engine."""
    (tmp_path / "xllamacpp.py").write_text(ENGINE)
    return tmp_path


def test_it_asks_the_engine_for_a_server_that_only_its_owner_can_use(engine: Path) -> None:
    asked = engine / "asked"
    with running(order(asked, engine), "-S") as child:
        assert answer_of(child) == {"port": 4321}
    params = json.loads(asked.read_text())
    assert (params["hostnames"], params["port"]) == (["127.0.0.1"], 0)
    assert (params["api_keys"], params["cors_origins"]) == (["k"], "")
    assert (params["n_ctx"], params["use_jinja"], params["offline"]) == (512, True, True)
    assert not params["ui"]


def test_it_leaves_a_processor_to_others(engine: Path) -> None:
    asked = engine / "asked"
    with running(order(asked, engine), "-S") as child:
        answer_of(child)
    params = json.loads(asked.read_text())
    threads = params["cpuparams"]["n_threads"]
    assert threads == params["cpuparams_batch"]["n_threads"]
    assert 1 <= threads <= max(1, (os.cpu_count() or 1) - 1)
    assert params["sampling"] == {"temp": 0.5}


@pytest.mark.parametrize("template", ["", "{{ messages }}"])
def test_template_of_the_file_gives_way_to_a_given_one(template: str, engine: Path) -> None:
    asked = engine / "asked"
    with running(order(asked, engine, chat_template=template), "-S") as child:
        answer_of(child)
    assert json.loads(asked.read_text()).get("chat_template", "") == template


NEEDS_OPENMP = """
import os
places = os.environ.get("LD_LIBRARY_PATH", "")
if not os.path.exists(os.path.join(places, "libgomp.so.1")):
    raise ImportError("libgomp.so.1: cannot open shared object file: No such file or directory")
with open(os.path.join(os.path.dirname(__file__), "places"), "w") as file:
    file.write(places)
"""


def test_library_that_the_system_lacks_comes_from_another_package(engine: Path) -> None:
    program = engine / "xllamacpp.py"
    program.write_text(NEEDS_OPENMP + program.read_text())
    asked = engine / "asked"
    with running(order(asked, engine), "-S") as child:
        assert "libgomp.so.1" in str(answer_of(child)["problem"])
    copies = engine / "some_package.libs"
    copies.mkdir()
    (copies / "libgomp-0123.so.1.0.0").touch()
    with running(order(asked, engine), "-S") as child:
        assert answer_of(child) == {"port": 4321}
        assert json.loads(asked.read_text())["api_keys"] == ["k"]
        assert not Path((engine / "places").read_text()).exists()
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(SECONDS) == 0


def test_it_ends_when_its_standard_input_does(engine: Path) -> None:
    with running(order(engine / "asked", engine), "-S") as child:
        answer_of(child)
        assert child.poll() is None
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(SECONDS) == 0


def test_model_that_cannot_be_served_is_a_problem_in_one_line(engine: Path) -> None:
    with running(order("bad", engine), "-S") as child:
        assert answer_of(child) == {"problem": "RuntimeError: it is bad"}
        assert child.wait(SECONDS) == 1


def test_engine_that_is_missing_is_a_problem_in_one_line(tmp_path: Path) -> None:
    with running(order("x", tmp_path), "-S") as child:
        assert "No module named 'xllamacpp'" in str(answer_of(child)["problem"])
        assert child.wait(SECONDS) == 1


def test_real_server_answers_only_who_has_the_key(real_model: Path) -> None:
    packages = engine_folder()
    assert packages is not None
    with running(order(real_model, packages)) as child:
        url = f"http://127.0.0.1:{answer_of(child)['port']}/v1/models"
        with pytest.raises(HTTPError, match="401"):
            urlopen(url, timeout=SECONDS)
        known = Request(url, headers={"Authorization": "Bearer k", "Origin": "http://example.com"})
        with urlopen(known, timeout=SECONDS) as response:
            assert response.status == 200
            assert not response.headers["Access-Control-Allow-Origin"]


@pytest.mark.parametrize(
    ("template", "takes_tools"),
    [("", False), (BUNDLED_TOOL_TEMPLATE, True)],
)
def test_real_engine_tells_whether_tools_reach_the_model(
    template: str, takes_tools: bool, real_model: Path
) -> None:
    packages = engine_folder()
    assert packages is not None
    asked = order(real_model, packages, chat_template=template, needs_tools=True)
    with running(asked) as child:
        assert answer_of(child)["tools"] is takes_tools
