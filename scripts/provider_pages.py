"""Write the pages of the providers with `.env.example`, from the table of vendors.

There is a page for each family that the distributions of this repository bring, and one that lists
them. What no table knows is in `family_notes.py`; what models cost is in the catalogue.

    uv run python scripts/provider_pages.py           write the pages with .env.example
    uv run python scripts/provider_pages.py --check   fail when one is missing, stale, or too many
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from family_page import WRITTEN, UnknownFamily, family_page, title_of, variables_of

from zeroclaw.providers.families import FamilyFacts, Kind, family_facts
from zeroclaw.wiring.families import Families, installed_families
from zeroclaw_providers.catalogue.reading import ModelCatalogue

__all__ = ["env_example", "main", "overview", "wanted_files"]

ROOT: Final = Path(__file__).parent.parent
TITLES: Final = {
    Kind.VENDOR: "Vendors",
    Kind.HERE: "Models on this machine",
    Kind.ENDPOINT: "Any other endpoint",
    Kind.PROGRAM: "Programs of vendors",
}
ABOUT_KIND: Final = {
    Kind.VENDOR: "A key of the vendor, and nothing to run.",
    Kind.HERE: "Servers that you run yourself, and one that is run for you.",
    Kind.ENDPOINT: "Servers whose address only you know, in the protocols that most of them speak.",
    Kind.PROGRAM: "Command lines of vendors, which have their own login.",
}
HEAD: Final = f"""# Providers

{WRITTEN}

A *family* is a vendor, a kind of server or a program that answers with a model. An entry of the
config is an alias of a family: `[providers.models.groq.main]` is called `groq.main`. Each family's
page has a whole `config.toml` to begin with, and the models that are known of it with their prices.

- A key stands in `api_key`, best as the name of a variable: `api_key = "${{GROQ_API_KEY}}"`;
  `zeroclaw secrets set providers.models.groq.main.api_key` seals one in the file. `.env.example` in
  the repository lists all variables.
- The variables of most vendors are found even without `api_key`, for the vendor's own address
  alone: with `uri`, the key has to be named. The pages of the others say what they need.
- `zeroclaw providers list` shows the families, `zeroclaw providers check` asks those of the config.
- All keys of a section are in the [configuration reference](config.md).
- A vendor that is missing is [one row of a table](../guides/add-a-vendor.md), a protocol is
  [one file](../guides/add-a-protocol.md).
"""
TOCTREE: Final = """
```{toctree}
:hidden:
:glob:

providers/*
```
"""
ENV_HEAD: Final = """\
# Variables with the keys of providers. Written by scripts/provider_pages.py; do not edit.
#
# Nothing reads this file by itself. Copy it to .env, take the # from the lines of the keys that you
# have, fill them in, then put them into the environment that zeroclaw starts in:
#
#     set -a; . ./.env; set +a
#
# The config names a variable in place of the key, as in api_key = "${GROQ_API_KEY}".
"""


def overview(all_facts: list[FamilyFacts], catalogue: ModelCatalogue) -> str:
    """The page that lists all families."""
    parts = [HEAD]
    for kind, title in TITLES.items():
        parts.append(f"\n## {title}\n\n{ABOUT_KIND[kind]}\n\n")
        parts.append("| provider | family | key | known models |\n|---|---|---|---|\n")
        for facts in all_facts:
            if facts.kind is kind:
                link = f"[{title_of(facts)}](providers/{facts.family}.md)"
                key = f"`{facts.variables[0]}`" if facts.variables else "-"
                count = len(catalogue.models_of(facts.family)) or "-"
                parts.append(f"| {link} | `{facts.family}` | {key} | {count} |\n")
    return "".join([*parts, TOCTREE])


def env_example(all_facts: list[FamilyFacts]) -> str:
    """The text of `.env.example`: each variable once, under the first kind that it is of."""
    users: dict[str, list[FamilyFacts]] = {}
    for kind in TITLES:
        for facts in all_facts:
            if facts.kind is kind:
                for variable in variables_of(facts):
                    users.setdefault(variable, []).append(facts)
    parts = [ENV_HEAD]
    for kind, title in TITLES.items():
        variables = sorted(name for name, found in users.items() if found[0].kind is kind)
        if variables:
            parts.append(f"\n# --- {title} ---\n")
        for name in variables:
            families = ", ".join(facts.family for facts in users[name])
            parts.append(f"\n# {families}\n#{name}=\n")
    return "".join(parts)


def wanted_files(root: Path, families: Families, catalogue: ModelCatalogue) -> dict[Path, str]:
    """The text of every file that this script writes. Raises `UnknownFamily`."""
    all_facts = sorted(map(family_facts, families), key=lambda facts: title_of(facts).casefold())
    pages = root / "docs" / "reference" / "providers"
    files = {
        pages / f"{facts.family}.md": family_page(facts, families, catalogue) for facts in all_facts
    }
    files[pages.with_suffix(".md")] = overview(all_facts, catalogue)
    files[root / ".env.example"] = env_example(all_facts)
    return files


def _surplus(root: Path, wanted: Mapping[Path, str]) -> Iterator[Path]:
    """Pages whose family is gone."""
    yield from (
        page
        for page in sorted((root / "docs" / "reference" / "providers").glob("*.md"))
        if page not in wanted
    )


def main(arguments: list[str], root: Path = ROOT, families: Families | None = None) -> int:
    """Run the command line for these families, else all; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        wanted = wanted_files(root, families or installed_families(), ModelCatalogue())
    except UnknownFamily as error:
        print(error, file=sys.stderr)
        return 1
    stale = [p for p, text in wanted.items() if not p.is_file() or p.read_text("utf-8") != text]
    surplus = list(_surplus(root, wanted))
    if arguments:
        for page in [*stale, *surplus]:
            where = page.relative_to(root)
            print(f"{where} is not up to date; run scripts/provider_pages.py", file=sys.stderr)
        return 1 if stale or surplus else 0
    for page in stale:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(wanted[page], encoding="utf-8")
    for page in surplus:
        page.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
