"""Tests of checking tables."""

from __future__ import annotations

from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.tables import MAX_KEYS, Table, TextTable, checked, chosen, salvaged


class Kettle(Table):
    kind: str
    litres: int = 1
    label: str = ""


class Cup(TextTable):
    hot: bool = False
    handles: int = 1


KINDS: dict[str, type[Kettle]] = {"kettle": Kettle, "pot": Kettle}


def said(notes: Notes) -> list[str]:
    return [problem.sentence for problem in notes.problems]


def test_a_table_of_toml_takes_no_text_for_a_number() -> None:
    notes = Notes("f")
    assert checked(Kettle, {"kind": "a", "litres": "2"}, ("k",), notes) is None
    assert said(notes)[0].startswith("k.litres must be a whole number")


def test_a_table_of_texts_reads_them_as_what_they_should_be() -> None:
    notes = Notes("f")
    assert checked(Cup, {"hot": "true", "handles": "2"}, (), notes) == Cup(hot=True, handles=2)
    assert checked(Cup, {"hot": "maybe"}, (), notes) is None
    assert said(notes)[0].startswith("hot must be true or false")


def test_an_unknown_key_is_noted_with_the_nearest() -> None:
    notes = Notes("f")
    assert checked(Kettle, {"kind": "a", "litre": 2}, ("k",), notes) is None
    assert said(notes) == ["k.litre is not a known key; did you mean `litres`?"]


def test_what_is_no_table_is_noted() -> None:
    notes = Notes("f")
    assert checked(Kettle, [1], ("k", 0), notes) is None
    assert chosen("text", "kind", KINDS, ("k", 1), notes) is None
    assert said(notes) == ["k[0] must be a table.", "k[1] must be a table."]


def test_a_table_of_too_many_keys_is_not_even_looked_at() -> None:
    notes = Notes("f")
    table: dict[str, object] = {f"key{number}": 1 for number in range(MAX_KEYS + 1)}
    assert checked(Kettle, table, (), notes) is None
    assert salvaged(Kettle, table, ("k",), notes, frozenset()) is None
    assert said(notes) == [
        f"the file has more than {MAX_KEYS} keys.",
        f"k has more than {MAX_KEYS} keys.",
    ]


def test_the_kind_chooses_the_class() -> None:
    notes = Notes("f")
    assert chosen({"kind": "pot"}, "kind", KINDS, (), notes) == Kettle(kind="pot")
    assert chosen({"kind": "kettel"}, "kind", KINDS, (), notes) is None
    assert chosen({"kind": ["pot"]}, "kind", KINDS, (), notes) is None
    assert chosen({}, "kind", KINDS, (), notes) is None
    assert said(notes) == [
        "kind must be kettle or pot; did you mean `kettle`?",
        "kind must be kettle or pot.",
        "kind is missing: it must be kettle or pot.",
    ]


def test_what_is_right_can_be_had_beside_what_is_wrong() -> None:
    notes = Notes("f")
    table = {"kind": "a", "litres": "2", "label": "x"}
    assert salvaged(Kettle, table, (), notes, frozenset()) == Kettle(kind="a", label="x")
    assert salvaged(Kettle, table, (), notes, frozenset({"litres"})) is None
    assert salvaged(Kettle, {"litres": 2}, (), notes, frozenset()) is None
    assert len(said(notes)) == 3
