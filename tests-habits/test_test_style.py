"""Check that a test is a sentence about an outcome, without sleep or stand-in."""

from collections.abc import Iterator
from pathlib import Path

from source_tree import ROOT, Finding, Module, calls, functions, unexcused, write_tree
from source_tree import test_modules as modules_of_tests

FEWEST_WORDS = 4
STAND_INS = {"patch", "MagicMock", "AsyncMock", "Mock", "create_autospec"}


def _problems(module: Module) -> Iterator[tuple[str, str]]:
    for name, _ in functions(module.tree):
        simple = name.split(".")[-1]
        words = [word for word in simple.split("_")[1:] if word]
        if simple.startswith("test_") and len(words) < FEWEST_WORDS:
            yield simple, f"its name has {len(words)} words, at least {FEWEST_WORDS}"
    for called, call in calls(module.tree):
        parts = called.split(".")
        if parts[-1] == "sleep":
            yield f"{called}()", f"line {call.lineno} sleeps; wait for an event"
        if STAND_INS & set(parts):
            yield f"{called}()", f"line {call.lineno} puts something in the place of our own code"
        if parts[0] == "monkeypatch" and parts[-1] in ("setattr", "setitem"):
            yield f"{called}()", f"line {call.lineno} puts something in the place of our own code"


def _is_checked(module: Module) -> bool:
    name = module.path.name
    return name == "conftest.py" or name.startswith("test_")


def weak_tests(root: Path) -> list[Finding]:
    """Tests whose name says too little, that sleep, or that replace our own code."""
    return [
        Finding(f"{module.key}::{where}", text)
        for module in modules_of_tests(root)
        if _is_checked(module)
        for where, text in _problems(module)
    ]


def test_tests_are_sentences_without_sleep_or_stand_in() -> None:
    assert unexcused(weak_tests(ROOT), "test_style") == []


def test_control_weak_tests_are_found(tmp_path: Path) -> None:
    text = """
async def test_it_works(monkeypatch):
    await trio.sleep(0.1)
    monkeypatch.setattr(ours, "f", None)
    with mock.patch("ours.f"): MagicMock()
def test_a_full_buffer_slows_the_turn(): ...
def test_state_machine(): ...
"""
    found = weak_tests(write_tree(tmp_path, {"packages/zeroclaw-tools/tests/test_x.py": text}))
    assert sorted(finding.key.partition("::")[2] for finding in found) == [
        "MagicMock()",
        "mock.patch()",
        "monkeypatch.setattr()",
        "test_it_works",
        "test_state_machine",
        "trio.sleep()",
    ]
