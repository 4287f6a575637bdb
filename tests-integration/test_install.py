"""Install our wheels beside an index that claims our names."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree, ignore_patterns
from threading import Thread
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
UV = os.environ.get("UV", "uv")
# One that any sibling's range refuses, one that it accepts.
EVIL_VERSIONS = ("99.0", "0.1.99")
LIMIT_SECONDS = 300


def run(*command: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> str:
    everything = {**os.environ, **(env or {})}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=everything,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def installed_api(environment: Path) -> str:
    code = "from importlib.metadata import version; print(version('zeroclaw-api'))"
    return run(str(environment / "bin" / "python"), "-I", "-c", code).strip()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about requests."""


def _wheel(folder: Path, version: str, name: str = "zeroclaw_api", requires: str = "") -> None:
    info = f"{name}-{version}.dist-info"
    with ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}/__init__.py", "EVIL = True\n")
        metadata = f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n"
        archive.writestr(f"{info}/METADATA", metadata + requires)
        tags = "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        archive.writestr(f"{info}/WHEEL", tags)
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def evil_index(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of an installer that asks an index with an evil `zeroclaw-api` first."""
    folder = tmp_path / "index" / "simple" / "zeroclaw-api"
    folder.mkdir(parents=True)
    for version in EVIL_VERSIONS:
        _wheel(folder, version)
    links = "".join(f'<a href="{file.name}">{file.name}</a>\n' for file in folder.glob("*.whl"))
    (folder / "index.html").write_text(f"<!DOCTYPE html><html><body>{links}</body></html>")
    handler = partial(_Quiet, directory=str(tmp_path / "index"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield {"UV_INDEX": f"http://127.0.0.1:{server.server_port}/simple"}
        finally:
            server.shutdown()
            thread.join()


def test_our_wheels_win_over_an_index_that_claims_our_names(
    dist: Path, evil_index: dict[str, str], tmp_path: Path
) -> None:
    into = tmp_path / "venv"
    script = str(ROOT / "scripts" / "install_wheels.py")
    run(sys.executable, script, str(dist), "--into", str(into), env=evil_index)
    assert installed_api(into) == "0.1.0"


@pytest.mark.parametrize(
    ("wanted", "version"), [("zeroclaw-api", "99.0"), ("zeroclaw-runtime", "0.1.99")]
)
def test_control_an_ordinary_install_takes_the_evil_one(
    dist: Path, evil_index: dict[str, str], tmp_path: Path, wanted: str, version: str
) -> None:
    into = tmp_path / "venv"
    run(UV, "venv", "--quiet", "--no-project", "--python", sys.executable, str(into))
    python = str(into / "bin" / "python")
    install = [UV, "pip", "install", "--quiet", "--python", python, "--find-links", str(dist)]
    run(*install, wanted, env=evil_index, cwd=tmp_path)
    assert installed_api(into) == version


def test_a_wheel_built_again_under_its_version_is_not_taken_from_a_cache(tmp_path: Path) -> None:
    dist, cache, into = tmp_path / "dist", tmp_path / "cache", tmp_path / "venv"
    dist.mkdir()
    _wheel(dist, "0.1.0", "zeroclaw_x", "Requires-Dist: idna\n")
    env = {"UV_CACHE_DIR": str(cache)}
    script = str(ROOT / "scripts" / "install_wheels.py")

    def ordinary(environment: Path) -> str:
        run(UV, "venv", "--quiet", "--no-project", "--python", sys.executable, str(environment))
        python = str(environment / "bin" / "python")
        install = (UV, "pip", "install", "--quiet", "--python", python)
        run(*install, "--find-links", str(dist), "zeroclaw-x", env=env, cwd=tmp_path)
        code = "from importlib.metadata import requires; print(requires('zeroclaw-x'))"
        return run(python, "-I", "-c", code)

    assert "stale" not in ordinary(tmp_path / "first")
    (kept,) = cache.rglob("zeroclaw_x-0.1.0.dist-info/METADATA")
    kept.write_text(kept.read_text() + "Requires-Dist: stale\n")
    # Control: an ordinary install takes what the cache has.
    assert "stale" in ordinary(tmp_path / "second")
    run(sys.executable, script, str(dist), "--into", str(into), env=env)


def test_a_workspace_locks_its_own_members_whatever_an_index_offers(
    evil_index: dict[str, str], tmp_path: Path
) -> None:
    copy = tmp_path / "clone"
    skipped = ignore_patterns("tests", "__pycache__", ".*", "dist", "docs", "_build")
    copytree(ROOT / "packages", copy / "packages", ignore=skipped)
    for name in ("pyproject.toml", "uv.lock"):
        (copy / name).write_bytes((ROOT / name).read_bytes())
    run(UV, "lock", env=evil_index, cwd=copy)
    packages = tomllib.loads((copy / "uv.lock").read_text())["package"]
    ours = {p["name"]: p["source"] for p in packages if p["name"].startswith("zeroclaw-")}
    assert ours.pop("zeroclaw-workspace") == {"virtual": "."}
    assert ours
    assert all(source == {"editable": f"packages/{name}"} for name, source in ours.items())
