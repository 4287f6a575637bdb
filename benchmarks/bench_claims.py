"""How many false claims of each kind are found, how many true answers are blamed, at what cost."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from figures import Figure, options, show

from zeroclaw_runtime.security.claims.check import check_claims

# The cases lie with the tests that hold their bounds.
sys.path.append(str(Path(__file__).parents[1] / "packages/zeroclaw-runtime/tests/harness"))

from claim_cases import Case, cases
from claim_words import LANGUAGES


def found_kinds(case: Case) -> frozenset[str]:
    """The kinds that are flagged in one answer."""
    return frozenset(str(f.kind) for f in check_claims(case.answer, case.evidence, case.asked))


def share(among: Sequence[Case], is_so: Callable[[Case], bool]) -> float:
    """The percentage of cases of which something is so."""
    return 100 * sum(map(is_so, among)) / len(among) if among else 0.0


def figures_of(every: Sequence[Case]) -> list[Figure]:
    """Detection by kind, in sight and held out, by language; false alarms; milliseconds."""
    began = perf_counter()
    flagged = {id(case): found_kinds(case) for case in every}
    took = perf_counter() - began

    def is_found(case: Case) -> bool:
        return case.kind in flagged[id(case)]

    def is_blamed(case: Case) -> bool:
        return bool(flagged[id(case)])

    found = []
    for kind in dict.fromkeys(case.kind for case in every if case.kind):
        mine = [case for case in every if case.kind == kind]
        held = [case for case in mine if case.is_held_out]
        found.append(Figure(f"{kind} found", share(mine, is_found), "%"))
        found.append(Figure("  of wordings that were held out", share(held, is_found), "%"))
        for language in LANGUAGES:
            here = [case for case in mine if case.language == language]
            found.append(Figure(f"  {language}", share(here, is_found), "%"))
    false = [case for case in every if case.kind]
    clean = [case for case in every if not case.kind]
    found.append(Figure("all false claims found", share(false, is_found), "%"))
    found.append(Figure("all false claims flagged, as any kind", share(false, is_blamed), "%"))
    held = [case for case in clean if case.is_held_out]
    found.append(Figure("true answers blamed", share(clean, is_blamed), "%"))
    found.append(Figure("  of wordings that were held out", share(held, is_blamed), "%"))
    for language in LANGUAGES:
        here = [case for case in clean if case.language == language]
        found.append(Figure(f"  {language}", share(here, is_blamed), "%"))
    found.append(Figure("time of one answer", 1000 * took / len(every), "ms"))
    return found


def main() -> None:
    """Print the figures."""
    chosen = options("Claims of answers, true or false, in four languages.")
    show("Claims", figures_of(list(cases())), as_json=chosen.json)


if __name__ == "__main__":
    main()
