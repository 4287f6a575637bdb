"""How fast secrets are found: whole texts, streams of tokens, beside one bare search."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from figures import Figure, cpu_of, floor_seconds, options, show

from zeroclaw_runtime.security.leaks.detector import LeakDetector
from zeroclaw_runtime.security.leaks.known import KnownSecrets
from zeroclaw_runtime.security.leaks.stream import StreamRedactor

# The labelled texts are those of the tests.
sys.path.append(str(Path(__file__).parents[1] / "packages/zeroclaw-runtime/tests/harness"))

from leak_cases import assignment_cases, near_misses, ordinary_texts, shape_cases

TOKENS: Final = 2_000
TOKEN_CHARACTERS: Final = 4
KNOWN: Final = 20
MEGABYTE: Final = 1_000_000
ROUNDS: Final = 5
DOCS: Final = Path(__file__).parents[1]
ONE_SEARCH: Final = re.compile(r"[A-Za-z0-9_+/-]{24,}")


def _detector(known: int) -> LeakDetector:
    values = [f"{number * 7919**9:040x}" for number in range(1, known + 1)]
    return LeakDetector(KnownSecrets.of(values), lambda _: False)


def _search(text: str) -> None:
    ONE_SEARCH.findall(text)


def _redact(detector: LeakDetector, text: str) -> None:
    detector.redact(text)


def _repeated(texts: Sequence[str], size: int) -> str:
    text = "\n".join(texts)
    return (text * (size // len(text) + 1))[:size]


def _stream(detector: LeakDetector, tokens: Sequence[str]) -> None:
    redactor = StreamRedactor(detector)
    for token in tokens:
        redactor.feed(token)
    redactor.finish()


def whole_figures(name: str, text: str) -> list[Figure]:
    """Megabytes a second of a whole text, the time beside that of one bare search."""
    size = len(text.encode()) / MEGABYTE
    floor = cpu_of(partial(_search, text), ROUNDS)
    found = [Figure(f"{name}: one bare search for long words", size / floor, "MB/s")]
    for known in (0, KNOWN):
        took = cpu_of(partial(_redact, _detector(known), text), ROUNDS)
        found.append(Figure(f"  redacted, {known} known secrets", size / took, "MB/s"))
        found.append(Figure("    its time", 1000 * took, "ms", 1000 * floor, "the bare search"))
    return found


def stream_figures(text: str) -> list[Figure]:
    """Microseconds a token of an answer that streams, beside an item through a channel."""
    starts = range(0, TOKENS * TOKEN_CHARACTERS, TOKEN_CHARACTERS)
    tokens = [text[start : start + TOKEN_CHARACTERS] for start in starts]
    floor = 1e6 * floor_seconds()
    found = []
    for known in (0, KNOWN):
        took = cpu_of(partial(_stream, _detector(known), tokens), ROUNDS) / TOKENS
        name = f"a token of {TOKENS}, {known} known secrets"
        found.append(Figure(name, 1e6 * took, "us", floor, "an item"))
    return found


def finding_figures() -> list[Figure]:
    """Recall, false redactions, over the labelled texts."""
    detector = _detector(0)
    cases = [*shape_cases(), *assignment_cases()]
    caught = sum(case.secret not in detector.redact(case.text).text for case in cases)
    found = [Figure(f"made-up secrets found, of {len(cases)}", 100 * caught / len(cases), "%")]
    for name, texts in (
        ("near misses", [text for _, text in near_misses()]),
        ("ordinary texts", ordinary_texts()),
    ):
        changed = sum(bool(detector.redact(text).leaks) for text in texts)
        share = 100 * changed / len(texts)
        found.append(Figure(f"{name} redacted, of {len(texts)}", share, "%"))
    return found


def main() -> None:
    """Print the figures."""
    chosen = options("Secrets in texts that are about to leave.")
    pages = sorted(DOCS.glob("*.md"))
    prose = _repeated([page.read_text() for page in pages], MEGABYTE)
    dense = _repeated(ordinary_texts(), MEGABYTE)
    found = [
        *finding_figures(),
        *whole_figures("prose", prose),
        *whole_figures("digests, identifiers, images", dense),
        *stream_figures(prose),
    ]
    show("Leaks", found, as_json=chosen.json)


if __name__ == "__main__":
    main()
