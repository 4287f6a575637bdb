"""Check that the tests of a distribution mirror its modules."""

from pathlib import Path

from source_tree import ROOT, Finding, source_modules, unexcused, write_tree


def untested_modules(root: Path) -> list[Finding]:
    """Modules without a test file of the same stem in their distribution."""
    found = []
    for module in source_modules(root):
        name = f"test_{module.path.stem.strip('_')}.py"
        tests = root / "packages" / module.distribution / "tests"
        # An `__init__` only exports, and the habits look at that.
        if not module.is_package and not any(tests.rglob(name)):
            found.append(Finding(module.key, f"has no {name} in the tests of its distribution"))
    return found


def test_every_module_has_a_file_of_tests() -> None:
    assert unexcused(untested_modules(ROOT), "mirror") == []


def test_control_a_module_without_tests_is_found(tmp_path: Path) -> None:
    package = "packages/zeroclaw-tools"
    names = [
        "src/zeroclaw_tools/shell.py",
        "src/zeroclaw_tools/fs/_read.py",
        "src/zeroclaw_tools/web.py",
    ]
    tests = ["tests/test_shell.py", "tests/fs/test_read.py"]
    write_tree(tmp_path, {f"{package}/{name}": "" for name in [*names, *tests]})
    keys = [finding.key for finding in untested_modules(tmp_path)]
    assert keys == [f"{package}/src/zeroclaw_tools/web.py"]
