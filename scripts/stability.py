"""Write `STABILITY.md` from the Development Status classifier of each distribution.

python3 scripts/stability.py           write the page
python3 scripts/stability.py --check   fail when the page is not up to date
"""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TIERS = {"3 - Alpha": "Experimental", "4 - Beta": "Beta", "5 - Production/Stable": "Stable"}
INTERNAL = "Private :: Do Not Upload"
HEAD = """# Stability

<!-- Written by scripts/stability.py from the classifiers of each distribution; do not edit. -->

Each distribution has its own version and its own tier. Before 1.0 a new minor version may break;
siblings therefore require one another as `>=0.N,<0.N+1`.

- **Experimental**: anything may change in a minor version; the changelog says what.
- **Beta**: a change that breaks is announced one minor version ahead.
- **Stable**: a change that breaks comes with a new major version only.
- **Internal**: for this repository's own tests; no promise.

| distribution | version | tier | what it is |
|---|---|---|---|
"""


class UnknownTierError(Exception):
    """A distribution has no Development Status, more than one, or one that is no tier."""


def tier_of(classifiers: list[str], where: Path) -> str:
    """The tier that the classifiers of one distribution name; raises `UnknownTierError`."""
    if INTERNAL in classifiers:
        return "Internal"
    prefix = "Development Status :: "
    found = [line.removeprefix(prefix) for line in classifiers if line.startswith(prefix)]
    if len(found) != 1 or found[0] not in TIERS:
        raise UnknownTierError(f"{where}: Development Status is {found}; name one of {[*TIERS]}")
    return TIERS[found[0]]


def page(packages: Path) -> str:
    """The text of `STABILITY.md` for the distributions in a folder."""
    rows = []
    for file in sorted(packages.glob("*/pyproject.toml")):
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
        tier = tier_of(project["classifiers"], file)
        rows.append(
            f"| {project['name']} | {project['version']} | {tier} | {project['description']} |"
        )
    return HEAD + "\n".join(rows) + "\n"


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    target = ROOT / "STABILITY.md"
    text = page(ROOT / "packages")
    if arguments == ["--check"]:
        if target.is_file() and target.read_text(encoding="utf-8") == text:
            return 0
        print("STABILITY.md is not up to date; run `python3 scripts/stability.py`", file=sys.stderr)
        return 1
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
