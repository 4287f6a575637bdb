"""Write the reference page of the configuration from the settings of what is installed.

uv run python scripts/config_reference.py           write docs/reference/config.md
uv run python scripts/config_reference.py --check   fail when the page is not up to date
"""

import sys
from pathlib import Path

from zeroclaw.wiring.families import installed_families
from zeroclaw_config.schema.reference import reference_markdown

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "config.md"
NOTE = """
<!-- Written by scripts/config_reference.py from the settings classes; do not edit. -->
"""


def page() -> str:
    """The text of the page, as `zeroclaw config docs` prints it, with a note below its title."""
    title, rest = reference_markdown(installed_families()).split("\n", 1)
    return f"{title}\n{NOTE}{rest}"


def main(arguments: list[str], target: Path = TARGET) -> int:
    """Run the command line; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    text = page()
    if not arguments:
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
        return 0
    if target.is_file() and target.read_text(encoding="utf-8") == text:
        return 0
    print(
        f"{target.name} is not up to date; run `uv run python scripts/config_reference.py`",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
