"""Write a generated page, or fail when the one that is there is not up to date."""

import sys
from pathlib import Path


def write_or_check(text: str, target: Path, arguments: list[str], script: str) -> int:
    """Do what a script of this name was asked for; returns the exit status."""
    command = f"uv run python scripts/{script}"
    if arguments not in ([], ["--check"]):
        print(f"{command}           write {target.name}", file=sys.stderr)
        print(f"{command} --check   fail when it is not up to date", file=sys.stderr)
        return 2
    if not arguments:
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
        return 0
    if target.is_file() and target.read_text(encoding="utf-8") == text:
        return 0
    print(f"{target.name} is not up to date; run `{command}`", file=sys.stderr)
    return 1
