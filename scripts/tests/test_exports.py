"""Tests of the generator of lazy `__init__` files."""

import importlib
import sys
from pathlib import Path

import pytest
from exports import render


def package(folder: Path) -> Path:
    made = folder / "lazy_example"
    made.mkdir()
    (made / "one.py").write_text(
        '__all__ = ["LIMIT", "Answered", "AnswerReceipt", "ask"]\nLIMIT = 3\n'
    )
    (made / "two.py").write_text('__all__ = ["Late"]\nclass Late: ...\n')
    (made / "_private.py").write_text('__all__ = ["Hidden"]\n')
    return made


def test_names_are_sorted_as_the_linter_wants_them(tmp_path: Path) -> None:
    text = render(package(tmp_path), "An example.")
    listed = text[text.index("__all__") : text.index("_HOME")]
    order = ['"LIMIT"', '"AnswerReceipt"', '"Answered"', '"Late"', '"ask"']
    assert [listed.index(name) for name in order] == sorted(listed.index(name) for name in order)
    assert text.index("import Answered ") < text.index("import AnswerReceipt ")
    assert "Hidden" not in text


def test_a_name_is_loaded_when_it_is_first_used(tmp_path: Path) -> None:
    made = package(tmp_path)
    (made / "__init__.py").write_text(render(made, "An example."))
    sys.path.insert(0, str(tmp_path))
    try:
        example = importlib.import_module("lazy_example")
        assert "lazy_example.two" not in sys.modules
        assert example.LIMIT == 3
        assert example.Late.__module__ == "lazy_example.two"
        assert "Late" in dir(example)
    finally:
        sys.path.remove(str(tmp_path))


def test_only_chosen_names_are_exported_from_rooms_too(tmp_path: Path) -> None:
    made = package(tmp_path)
    room = made / "a_room"
    room.mkdir()
    (room / "three.py").write_text('__all__ = ["Deep", "Inner"]\nclass Deep: ...\n')
    text = render(made, "An example.", frozenset({"Late", "Deep"}))
    assert '"Deep": "a_room.three"' in text
    assert '"Late": "two"' in text
    assert "Inner" not in text
    assert "LIMIT" not in text


def test_a_chosen_name_must_have_one_home(tmp_path: Path) -> None:
    made = package(tmp_path)
    with pytest.raises(SystemExit, match="Missing"):
        render(made, "An example.", frozenset({"Missing"}))
    (made / "again.py").write_text('__all__ = ["Late"]\n')
    with pytest.raises(SystemExit, match="Late"):
        render(made, "An example.", frozenset({"Late"}))
