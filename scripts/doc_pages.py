"""Write the pages of the documentation that show a document of the repository.

`docs/` has a page of the same name for each document at the root, for each RFC, so that their links
to one another hold in both places. The list in `RFCS/README.md` is written from the RFCs as well.

python3 scripts/doc_pages.py           write the pages with the list
python3 scripts/doc_pages.py --check   fail when a page is missing, stale, or one too many
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
# The index of the documentation takes its place.
NOT_SHOWN = frozenset({"README.md"})
RFC_PARTS = ("Question", "Decision", "Consequences", "Rejected", "How it is checked")
BEGIN = "<!-- The list: written by scripts/doc_pages.py; do not edit. -->\n"
END = "<!-- End of the list. -->\n"
RFC_TREE = """
```{toctree}
:hidden:
:glob:

0*
```
"""
_NAME = re.compile(r"(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*")
_HEAD = re.compile(r"# (\d{4}): (.+)\n\nStatus: (.+)\n")
_STATUS = re.compile(r"draft|accepted|rejected|superseded by (\d{4})")


class RfcError(Exception):
    """An RFC does not have the shape that `RFCS/README.md` describes."""


@dataclass(frozen=True, slots=True)
class Rfc:
    """What the list says of one RFC."""

    number: int
    stem: str
    title: str
    status: str

    @property
    def row(self) -> str:
        """Its line of the list."""
        return f"| [{self.number:04}]({self.stem}.md) | {self.title} | {self.status} |\n"


def read_rfc(stem: str, text: str) -> Rfc:
    """Read one RFC; raises `RfcError`."""
    name, head = _NAME.fullmatch(stem), _HEAD.match(text)
    if name is None:
        raise RfcError(f"RFCS/{stem}.md: call it NNNN-what-it-decides.md, in lower case")
    if head is None or head[1] != name[1]:
        raise RfcError(f"RFCS/{stem}.md: begin with `# {name[1]}: title`, then `Status: ...`")
    if not _STATUS.fullmatch(head[3]):
        raise RfcError(f"RFCS/{stem}.md: {head[3]!r} is no status that GOVERNANCE.md names")
    missing = [part for part in RFC_PARTS if f"\n## {part}\n" not in text]
    if missing:
        raise RfcError(f"RFCS/{stem}.md: has no part {missing[0]!r}")
    return Rfc(int(name[1]), stem, head[2], head[3])


def read_rfcs(folder: Path) -> list[Rfc]:
    """All RFCs by number; raises `RfcError`, also when the numbers have a gap or repeat."""
    files = sorted(file for file in folder.glob("*.md") if file.name != "README.md")
    rfcs = [read_rfc(file.stem, file.read_text(encoding="utf-8")) for file in files]
    for expected, rfc in enumerate(rfcs, 1):
        if rfc.number != expected:
            raise RfcError(f"RFCS/{rfc.stem}.md: the next free number is {expected:04}")
        later = _STATUS.fullmatch(rfc.status)
        if later and later[1] and not rfc.number < int(later[1]) <= len(rfcs):
            raise RfcError(f"RFCS/{rfc.stem}.md: there is no later RFC {later[1]}")
    return rfcs


def with_list(readme: str, rfcs: list[Rfc]) -> str:
    """The text of `RFCS/README.md` with an up-to-date list; raises `RfcError`."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise RfcError("RFCS/README.md: the comments around the list are gone")
    rows = "".join(rfc.row for rfc in rfcs)
    return f"{before}{BEGIN}\n| number | decision | status |\n|---|---|---|\n{rows}\n{END}{after}"


def _shown(source: str) -> str:
    return f"```{{include}} {source}\n```\n"


def wanted_files(root: Path) -> dict[Path, str]:
    """The text of every file that this script writes; raises `RfcError`."""
    rfcs = read_rfcs(root / "RFCS")
    readme = (root / "RFCS" / "README.md").read_text(encoding="utf-8")
    files = {root / "RFCS" / "README.md": with_list(readme, rfcs)}
    for document in sorted(root.glob("*.md")):
        if document.name not in NOT_SHOWN:
            files[root / "docs" / document.name] = _shown(f"../{document.name}")
    pages = root / "docs" / "RFCS"
    files[pages / "README.md"] = _shown("../../RFCS/README.md") + RFC_TREE
    for rfc in rfcs:
        files[pages / f"{rfc.stem}.md"] = _shown(f"../../RFCS/{rfc.stem}.md")
    return files


def surplus_files(root: Path, wanted: dict[Path, str]) -> Iterator[Path]:
    """Pages whose document is gone."""
    for page in sorted((root / "docs").glob("*.md")):
        if page not in wanted and page.read_text(encoding="utf-8").startswith("```{include} ../"):
            yield page
    yield from (page for page in sorted((root / "docs/RFCS").glob("*")) if page not in wanted)


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Run the command line; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        wanted = wanted_files(root)
    except RfcError as error:
        print(error, file=sys.stderr)
        return 1
    stale = [p for p, text in wanted.items() if not p.is_file() or p.read_text("utf-8") != text]
    surplus = list(surplus_files(root, wanted))
    if arguments:
        for page in [*stale, *surplus]:
            where = page.relative_to(root)
            print(f"{where} is not up to date; run scripts/doc_pages.py", file=sys.stderr)
        return 1 if stale or surplus else 0
    for page in stale:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(wanted[page], encoding="utf-8")
    for page in surplus:
        page.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
