"""Every key that anything shows has its English sentence."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from string import Formatter
from typing import ClassVar, cast

import pytest
from attrs import frozen

from zeroclaw.checks.finding import Severity, Subject
from zeroclaw.errors import WrongUsage
from zeroclaw.locales.catalogue import Catalogue, catalogue
from zeroclaw.locales.language import speaking
from zeroclaw.words import error_text, say, worded
from zeroclaw_api.events import Status, ToolErrorKind
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.phrases import Phrase
from zeroclaw_testing.kits.services import WordsConformance

PACKAGES = Path(__file__).resolve().parents[2]
KERNEL = PACKAGES / "zeroclaw-runtime/src"
COMMAND = PACKAGES / "zeroclaw/src/zeroclaw"
TERMINAL = COMMAND / "terminal"
ENGLISH: dict[str, object] = json.loads((COMMAND / "locales/en.json").read_bytes())

WORDS = catalogue("en")


class TestEnglishCatalogue(WordsConformance):
    known_key: ClassVar[str] = "rule"
    known_facts: ClassVar[dict[str, object]] = {"rule": "never_allow"}

    @asynccontextmanager
    async def subject(self) -> AsyncIterator[Catalogue]:
        yield WORDS


def warnings_in(text: str) -> Iterator[tuple[str, set[str]]]:
    """Keys of warnings with the names of their facts: of `warn(...)` and of a notice."""
    for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
        called = ast.unparse(call.func).split(".")[-1]
        places = {"warn": 0, "Answer": 1}
        if called in places and len(call.args) > places[called]:
            key = call.args[places[called]]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, {word.arg for word in call.keywords if word.arg}


def sources(folder: Path) -> list[str]:
    return [path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))]


def test_every_warning_of_the_kernel_has_a_sentence_over_its_facts() -> None:
    found = [warning for text in sources(KERNEL) for warning in warnings_in(text)]
    assert len(found) >= 12
    for key, facts in found:
        sentence = WORDS.say(key, dict.fromkeys(facts, "fact"))
        assert sentence, f"{key} has no sentence over {sorted(facts)}"


def test_control_a_warning_without_sentence_is_found() -> None:
    code = 'turn.warn("brand_new", x=1)\nAnswer(items, "other_new")\nturn.warn(key)'
    assert list(warnings_in(code)) == [("brand_new", {"x"}), ("other_new", set())]
    assert WORDS.say("brand_new", {"x": 1}) is None


def test_every_key_that_the_terminal_says_has_a_sentence() -> None:
    quoted = {
        key
        for text in sources(TERMINAL)
        for key in re.findall(
            r"(?:sentence\(\s*(?:self\.)?(?:_cards\.)?words, |_?note\(|heading\(|_warning\()"
            r'"(\w+)"',
            text,
        )
    }
    assert len(quoted) >= 12
    assert {key for key in quoted if key not in WORDS} == set()


def test_every_status_but_waiting_has_a_sentence() -> None:
    keys = {f"status_{status.value}" for status in Status} - {"status_waiting_for_model"}
    assert {key for key in keys if key not in WORDS} == set()


def test_every_way_in_which_a_call_fails_has_a_word() -> None:
    keys = {f"refused_{kind.value}" for kind in ToolErrorKind}
    keys |= {f"result_{status.value}" for status in ResultStatus} - {"result_success"}
    assert {key for key in keys if key not in WORDS} == set()


def test_every_subject_and_severity_has_a_word() -> None:
    keys = {f"check_subject_{subject}" for subject in Subject}
    keys |= {f"check_severity_{severity}" for severity in Severity}
    assert {key for key in keys if key not in WORDS} == set()


def test_a_missing_fact_gives_no_sentence_rather_than_an_error() -> None:
    assert WORDS.say("tool_crashed", {"tool": "shell"}) is None


def test_saying_an_unknown_key_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError, match="no_such_key"):
        say("no_such_key")


def test_a_phrase_is_said_in_the_language_and_other_text_stays() -> None:
    phrase = Phrase("entry_point_claimed", "{first} or {second}", first="a", second="b")
    assert worded(phrase) == "a or b"
    assert worded("some text") == "some text"
    with speaking("zh-CN"):
        assert worded(phrase) == "a 和 b 都声称提供它；请卸载其中之一"
        assert worded("some text") == "some text"


def test_an_error_with_a_phrase_is_said_whole_in_the_language() -> None:
    error = WrongUsage(problem=Phrase("home_not_text", "its name is not UTF-8"))
    assert error_text(error) == "its name is not UTF-8."
    with speaking("zh-CN"):
        assert error_text(error) == "它的名称不是 UTF-8。"


@pytest.mark.parametrize(
    ("key", "facts", "one", "many"),
    [
        ("rotation_done", {"path": "p"}, "Sealed 1 value anew; its", "Sealed 2 values anew; their"),
        ("check_errors", {}, "1 error", "2 errors"),
        ("check_warnings", {}, "1 warning", "2 warnings"),
        ("check_asking", {}, "Asking the provider,", "Asking 2 providers,"),
        ("check_sealed", {}, "The 1 sealed value opens", "All 2 sealed values open"),
        ("config_patched", {"path": "p"}, "Applied 1 operation to", "Applied 2 operations to"),
        ("config_agents", {}, "1 agent", "2 agents"),
        ("config_models", {}, "1 model", "2 models"),
        ("quickstart_offer_server", {"title": "x"}, "has 1 model", "has 2 models"),
        ("requests", {}, "1 model request", "2 model requests"),
    ],
)
def test_one_thing_is_said_of_as_one(
    key: str, facts: dict[str, object], one: str, many: str
) -> None:
    assert one in say(key, count=1, **facts)
    assert many not in say(key, count=1, **facts)
    assert many in say(key, count=2, **facts)


@frozen
class Said:
    """A call of `say`, or of what passes a key on to it; `facts` None when they come from afar."""

    key: str
    facts: frozenset[str] | None


SAYING = ("say", "fine", "warning", "error", "bad", "make")
"""Functions that take a key after what is no text, with its facts by name."""


def sayings_in(text: str) -> Iterator[Said]:
    """Every key that is said as a literal, with the names of its facts."""
    for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
        if not isinstance(call.func, ast.Name) or call.func.id not in SAYING:
            continue
        keys = [arg for arg in call.args[:2] if isinstance(arg, ast.Constant)]
        names = [word.arg for word in call.keywords]
        known = frozenset(name for name in names if name)
        for key in keys[:1]:
            yield Said(str(key.value), None if None in names else known)


def facts_of(message: object) -> set[str]:
    """The facts that a sentence uses in any of its forms."""
    if isinstance(message, str):
        return {name for _, name, _, _ in Formatter().parse(message) if name}
    choice = cast("Mapping[str, object]", message)
    forms = [choice["else"], *cast("Mapping[str, str]", choice["when"]).values()]
    return {str(choice["by"])}.union(*map(facts_of, forms))


def test_every_key_that_is_said_has_a_sentence_over_its_facts() -> None:
    found = [said for text in sources(COMMAND) for said in sayings_in(text)]
    assert len(found) >= 200
    unknown = {said.key for said in found} - ENGLISH.keys()
    assert unknown == set()
    for said in found:
        if said.facts is None:
            continue
        # What fixes it may say more than what is wrong.
        wanted = facts_of(ENGLISH[said.key])
        both = wanted | facts_of(ENGLISH.get(f"{said.key}_fix", ""))
        assert wanted <= said.facts <= both, f"{said.key} is said with {sorted(said.facts)}"


def test_control_keys_are_found_wherever_they_are_said() -> None:
    code = 'say("a", x=1)\nfine(Subject.DISK, "b", **told)\nsay(key)\nother("c")\nsay("d")'
    assert list(sayings_in(code)) == [
        Said("a", frozenset({"x"})),
        Said("b", None),
        Said("d", frozenset()),
    ]


def patterns_in(text: str) -> Iterator[re.Pattern[str]]:
    """The keys that are put together in the sources: a beginning in snake_case, then more."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if re.fullmatch(r"[a-z]+(_[a-z]+)*_", str(parts[0])):
                yield re.compile("".join(r"\w+" if p is None else re.escape(str(p)) for p in parts))


def constants_in(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def unused(keys: set[str], texts: list[str]) -> set[str]:
    """The keys that no source says, as they are or put together."""
    constants = {each for text in texts for each in constants_in(text)}
    patterns = [each for text in texts for each in patterns_in(text)]
    return {
        key
        for key in keys
        if key.removesuffix("_fix") not in constants
        and key not in constants
        and not any(pattern.fullmatch(key) for pattern in patterns)
    }


def test_every_sentence_of_the_catalogue_is_said_somewhere() -> None:
    texts = sources(COMMAND) + sources(KERNEL)
    assert unused(set(ENGLISH), texts) == set()


def test_control_a_sentence_that_nobody_says_is_found() -> None:
    texts = ['say("a")\nsay(f"help_{name}")\nsay(f"key_{name}_does")']
    keys = {"a", "a_fix", "help_new", "key_new_does", "key_new", "b"}
    assert unused(keys, texts) == {"key_new", "b"}


def test_every_key_that_is_put_together_has_a_sentence() -> None:
    for text in sources(COMMAND):
        for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in ("say", "sentence"):
                for pattern in patterns_in(ast.unparse(call)):
                    assert any(map(pattern.fullmatch, ENGLISH)), pattern.pattern


def test_all_catalogues_say_the_same_and_are_up_to_date() -> None:
    script = PACKAGES.parent / "scripts/catalogues.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
