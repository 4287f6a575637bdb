"""Makes answers with, or without, one false claim each, beside the calls of their turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from attrs import frozen
from claim_words import CLEAN, FALSE, LANGUAGES
from claim_words_held_out import CLEAN_HELD_OUT, FALSE_HELD_OUT

from zeroclaw_api.json import Json
from zeroclaw_api.messages import ResultStatus
from zeroclaw_runtime.security.claims.evidence import Evidence

__all__ = ["Case", "cases"]

FALSE_EACH: Final = 50
CLEAN_EACH: Final = 150

_WHO: Final = ("Marta", "Jonas", "Priya", "Tomás", "Ingrid", "Wei", "Olga", "Kwame")
_QUERIES: Final = ("parse_config", "retry_limit", "UserSession", "open_socket", "tax_rate")
_FILES: Final = ("notes/plan.md", "src/server.py", "report.txt", "docs/setup.md")
_UNKNOWN_FILES: Final = ("docs/limits.md", "GUIDE.rst", "handbook/ops.txt")
_SITES: Final = ("docs.example.com/limits", "wiki.example.com/quota", "blog.example.com/rates")
_NUMERALS: Final = {
    "en": ("three", "five", "eleven", "twenty"),
    "zh": ("三", "五", "十一", "二十"),
    "es": ("tres", "cinco", "once", "veinte"),
    "de": ("drei", "fünf", "elf", "zwanzig"),
}
_NUMERAL_VALUES: Final = (3, 5, 11, 20)


@frozen
class Case:
    """An answer to judge; `kind` is the false claim in it, empty when there is none.

    `is_held_out` says that no rule was written with its wording in view.
    """

    language: str
    kind: str
    wording: int
    is_held_out: bool
    asked: str
    evidence: tuple[Evidence, ...]
    answer: str


def cases(seed: int = 7) -> Iterator[Case]:
    """All of them, the same for the same seed."""
    random = Random(seed)
    for language in LANGUAGES:
        for kind, wordings in FALSE.items():
            for number in range(FALSE_EACH):
                chosen = FALSE_HELD_OUT[kind] if number % 2 else wordings
                yield _case(random, language, kind, chosen[language], number)
        for number in range(CLEAN_EACH):
            chosen = CLEAN_HELD_OUT if number % 2 else CLEAN
            yield _case(random, language, "", chosen[language], number)


def _case(random: Random, language: str, kind: str, wordings: Sequence[str], number: int) -> Case:
    """One of the wordings, those that are held out at odd numbers."""
    place = number // 2 % len(wordings)
    about, _, wording = wordings[place].rpartition("|")
    words = _words(random, language)
    evidence = _evidence(random, kind, about, words)
    asked = f"{words['q']}?"
    answer = wording.format(**words)
    return Case(language, kind, place, number % 2 == 1, asked, evidence, answer)


def _words(random: Random, language: str) -> dict[str, str]:
    count = random.randint(6, 48)
    wrong = random.choice([n for n in range(51, 95) if n not in (2 * count, 100 - count)])
    numeral = random.randrange(len(_NUMERAL_VALUES))
    while _NUMERAL_VALUES[numeral] == count:
        numeral = random.randrange(len(_NUMERAL_VALUES))
    who, wrong_who = random.sample(_WHO, 2)
    site, wrong_site = random.sample(_SITES, 2)
    return {
        "n": str(count),
        "m": str(wrong),
        "mw": _NUMERALS[language][numeral],
        "q": random.choice(_QUERIES),
        "f": random.choice(_FILES),
        "wf": random.choice(_UNKNOWN_FILES),
        "who": who,
        "wwho": wrong_who,
        "v": f"{random.randint(1, 4)}.{random.randint(0, 9)}.{random.randint(1, 9)}",
        "wv": f"{random.randint(5, 9)}.{random.randint(0, 9)}.{random.randint(1, 9)}",
        "size": f"{random.randint(10, 40)}.{random.randint(1, 9)}",
        "wsize": f"{random.randint(50, 90)}.{random.randint(1, 9)}",
        "temp": str(random.randint(1, 14)),
        "wtemp": str(random.randint(20, 34)),
        "port": str(random.randint(8000, 8999)),
        "wport": str(random.randint(3000, 3999)),
        "date": f"2026-03-{random.randint(10, 28)}",
        "wdate": f"2025-07-{random.randint(10, 28)}",
        "url": f"https://{site}",
        "wurl": f"https://{wrong_site}",
        "limit": str(random.randint(100, 900)),
    }


def _evidence(random: Random, kind: str, about: str, words: dict[str, str]) -> tuple[Evidence, ...]:
    match kind or about:
        case "fabricated_call":
            return _other_calls(random, about, words)
        case "count_mismatch" | "search":
            return (_search(words),)
        case "fact_mismatch" | "facts":
            return (_facts(words),)
        case "inference_as_fact" | "log":
            return (_log(words),)
        case "false_absence":
            return (_search(words),) if random.random() < 0.8 else (_failed_search(words),)
        case "empty":
            return (_empty_search(words),)
        case "fabricated_source" | "page":
            return (_page(words),)
        case "denied":
            return (_mail(words, ResultStatus.DENIED),)
        case "sent":
            return (_mail(words, ResultStatus.SUCCESS),)
        case _:
            return ()


def _other_calls(random: Random, about: str, words: dict[str, str]) -> tuple[Evidence, ...]:
    """Nothing, another tool, or the right tool that failed."""
    failed = {
        "send": "send_mail",
        "run": "shell",
        "search": "content_search",
        "write": "file_write",
        "delete": "file_delete",
        "schedule": "calendar_schedule",
    }
    match random.randrange(3):
        case 0:
            return ()
        case 1:
            return (
                Evidence("file_read", ResultStatus.SUCCESS, {"path": "notes.md"}, "Some notes."),
            )
        case _:
            text = "The call was not allowed."
            return (Evidence(failed[about], ResultStatus.DENIED, {"to": words["who"]}, text),)


def _search(words: dict[str, str]) -> Evidence:
    count, query = int(words["n"]), words["q"]
    text = f"src/app.py:2: {query}()\nsrc/cli.py:4: import {query}\n[{count} matches]"
    return Evidence("content_search", ResultStatus.SUCCESS, {"pattern": query}, text, count)


def _empty_search(words: dict[str, str]) -> Evidence:
    args = {"pattern": words["q"]}
    return Evidence("content_search", ResultStatus.SUCCESS, args, "No matches.", 0)


def _failed_search(words: dict[str, str]) -> Evidence:
    args = {"pattern": words["q"]}
    return Evidence("content_search", ResultStatus.ERROR, args, "The index is locked.")


def _facts(words: dict[str, str]) -> Evidence:
    facts: dict[str, Json] = {
        "version": words["v"],
        "owner": words["who"],
        "size": f"{words['size']} MB",
        "temperature": int(words["temp"]),
        "port": int(words["port"]),
        "date": words["date"],
    }
    text = "\n".join(f"{name}: {value}" for name, value in facts.items())
    return Evidence("service_info", ResultStatus.SUCCESS, {"name": "api"}, text, None, facts)


def _log(words: dict[str, str]) -> Evidence:
    text = (
        f"03:12 api: connection to database refused\n03:12 api: service stopped\n"
        f"03:14 {words['who']} logged in"
    )
    return Evidence("shell", ResultStatus.SUCCESS, {"command": "journalctl -u api"}, text)


def _page(words: dict[str, str]) -> Evidence:
    text = f"Limits. You may make {words['limit']} requests per minute."
    return Evidence("web_fetch", ResultStatus.SUCCESS, {"url": words["url"]}, text)


def _mail(words: dict[str, str], outcome: ResultStatus) -> Evidence:
    text = "Sent." if outcome is ResultStatus.SUCCESS else "The call was not allowed."
    return Evidence("send_mail", outcome, {"to": words["who"], "text": "Summary"}, text)
