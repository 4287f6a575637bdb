"""Write the reference page of the configuration from the settings of what is installed.

uv run python scripts/config_reference.py           write docs/reference/config.md
uv run python scripts/config_reference.py --check   fail when the page is not up to date
"""

import sys
from pathlib import Path

from generated_page import write_or_check

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
    return write_or_check(page(), target, arguments, "config_reference.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
