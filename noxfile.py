"""Sessions that check the workspace; each runs in the environment that `uv run` made."""

import os
import shutil
import sys
from pathlib import Path

import nox

ROOT = Path(__file__).parent
PACKAGES = sorted(path.parent for path in ROOT.glob("packages/*/pyproject.toml"))
DIST = ROOT / "dist"

nox.needs_version = ">=2024.10"
nox.options.default_venv_backend = "none"
nox.options.sessions = [
    "lint",
    "types",
    "habits",
    "tests",
    "docs",
    "licences",
    "build",
    "integration",
]


def _has_tests(folder: Path) -> bool:
    return any(folder.rglob("test_*.py"))


def _pytest(session: nox.Session, *paths: str, env: dict[str, str] | None = None) -> None:
    session.run(sys.executable, "-m", "pytest", *(session.posargs or paths), env=env)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, format, dead code, generated code and the lock."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("vulture")
    session.run(sys.executable, "scripts/exports.py", "--check")
    session.run(sys.executable, "scripts/catalogues.py", "--check")
    session.run(sys.executable, "scripts/verify-lock.py")


@nox.session
def types(session: nox.Session) -> None:
    """Check sources in one run, then each folder of tests, whose module names may repeat."""
    session.run("mypy")
    folders = [package / "tests" for package in PACKAGES]
    folders += [ROOT / "tests-habits", ROOT / "tests-integration", ROOT / "benchmarks"]
    for folder in folders:
        if any(folder.rglob("*.py")):
            # As a base, so that two of its folders may hold a file of one name.
            base = str(folder.relative_to(ROOT))
            session.run("mypy", base, env={"MYPYPATH": base})


@nox.session
def habits(session: nox.Session) -> None:
    """Check the habits that every distribution keeps."""
    _pytest(session, "tests-habits")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the unit tests of every distribution and of the scripts."""
    folders = [package / "tests" for package in PACKAGES] + [ROOT / "scripts" / "tests"]
    _pytest(session, *(str(folder.relative_to(ROOT)) for folder in folders if _has_tests(folder)))


@nox.session
def docs(session: nox.Session) -> None:
    """Check that generated pages are up to date, then build; a warning is an error."""
    for script in ("stability", "cli_reference", "config_reference", "provider_pages", "doc_pages"):
        session.run(sys.executable, f"scripts/{script}.py", "--check")
    session.run(
        *(sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"),
        *("docs", "docs/_build/html"),
    )


@nox.session
def licences(session: nox.Session) -> None:
    """Refuse an installed distribution whose licence is unknown or not allowed."""
    session.run(sys.executable, "scripts/check_licenses.py")


@nox.session
def build(session: nox.Session) -> None:
    """Build every wheel, then install the set into a clean environment and check it."""
    shutil.rmtree(DIST, ignore_errors=True)
    session.run(
        os.environ.get("UV", "uv"),
        "build",
        "--quiet",
        "--all-packages",
        "--out-dir",
        str(DIST),
        external=True,
    )
    session.run(sys.executable, "scripts/install_wheels.py", str(DIST))


@nox.session
def integration(session: nox.Session) -> None:
    """Drive installed wheels and real programs."""
    _pytest(session, "tests-integration")


@nox.session(default=False)
def nightly(session: nox.Session) -> None:
    """Run the unit tests with the long hypothesis profile."""
    folders = (package / "tests" for package in PACKAGES)
    with_tests = (str(folder.relative_to(ROOT)) for folder in folders if _has_tests(folder))
    _pytest(session, *with_tests, env={"ZEROCLAW_HYPOTHESIS_PROFILE": "nightly"})


@nox.session(default=False)
def benchmarks(session: nox.Session) -> None:
    """Run every benchmark on compiled bytecode; each prints a ratio beside its floor."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": str(ROOT / "scripts")}
    for script in sorted((ROOT / "benchmarks").glob("bench_*.py")):
        session.run(sys.executable, str(script), env=env)
