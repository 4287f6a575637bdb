"""The report says what changed, the urgent first, without values."""

from __future__ import annotations

from zeroclaw_config.migration.change import Change, ChangeKind, Migrated
from zeroclaw_config.migration.report import report_data, report_lines

RESULT = Migrated(
    {},
    (
        Change(("a",), ("b", "c d"), ChangeKind.MOVED),
        Change((), ("e",), ChangeKind.ADDED, "new"),
        Change(("f",), None, ChangeKind.KEPT, "is not read yet"),
        Change(("g", 0), None, ChangeKind.DROPPED, "see `h`"),
        Change(("i",), ("i",), ChangeKind.REWRITTEN, "is a list now"),
        Change(("j",), None, ChangeKind.ATTENTION, "names no model"),
        Change(("k",), ("k",), ChangeKind.ATTENTION, "is open"),
    ),
)


def test_each_change_is_a_line_with_the_urgent_first() -> None:
    assert report_lines(RESULT) == [
        "attention  j, kept as a comment: names no model",
        "attention  k: is open",
        'moved      a -> b."c d"',
        "added      e: new",
        "kept       f, as a comment: is not read yet",
        "dropped    g[0], kept as a comment: see `h`",
        "rewritten  i: is a list now",
    ]


def test_the_data_keeps_the_order_of_the_changes() -> None:
    data = report_data(RESULT)
    assert data[0] == {"before": "a", "after": 'b."c d"', "kind": "moved", "note": ""}
    assert data[1]["before"] is None
    assert data[2]["after"] is None
    assert len(data) == len(RESULT.changes)


def test_a_password_in_an_old_name_is_not_shown() -> None:
    path = ("providers", "models", "custom:https://me:planted@example.com/v1")
    result = Migrated({}, (Change(path, ("a",), ChangeKind.MOVED),))
    shown = str(report_lines(result)) + str(report_data(result))
    assert "planted" not in shown
    assert "custom:https:" in shown
