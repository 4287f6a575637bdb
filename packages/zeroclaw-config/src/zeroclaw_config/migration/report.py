"""Tell what a migration changed, as lines of text or as data."""

from __future__ import annotations

from typing import assert_never

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.change import Change, ChangeKind, Migrated, shown_path

__all__ = ["report_data", "report_lines"]


def report_lines(result: Migrated) -> list[Phrase]:
    """A line for each change: what the operator has to decide first. No line holds a value."""
    urgent = [change for change in result.changes if change.kind is ChangeKind.ATTENTION]
    others = [change for change in result.changes if change.kind is not ChangeKind.ATTENTION]
    return [_line(change) for change in (*urgent, *others)]


def report_data(result: Migrated) -> list[dict[str, str | None]]:
    """The changes in their order: `before`, `after` (null when carried), `kind`, `note`."""
    return [
        {
            "before": shown_path(change.before) if change.before else None,
            "after": None if change.after is None else shown_path(change.after),
            "kind": change.kind.value,
            "note": str(change.note),
        }
        for change in result.changes
    ]


def _line(change: Change) -> Phrase:
    said = _without_note(change)
    if not change.note:
        return said
    return Phrase("change_noted", "{change}: {note}", change=said, note=change.note)


def _without_note(change: Change) -> Phrase:
    # Each kind is padded in its own sentence, since the width of a word depends on the language.
    before = shown_path(change.before)
    after = "" if change.after is None else shown_path(change.after)
    match change.kind:
        case ChangeKind.MOVED:
            return Phrase(
                "change_moved", "moved      {before} -> {after}", before=before, after=after
            )
        case ChangeKind.REWRITTEN:
            return Phrase("change_rewritten", "rewritten  {after}", after=after)
        case ChangeKind.ADDED:
            return Phrase("change_added", "added      {after}", after=after)
        case ChangeKind.KEPT:
            return Phrase("change_kept", "kept       {before}, as a comment", before=before)
        case ChangeKind.DROPPED:
            return Phrase("change_dropped", "dropped    {before}, kept as a comment", before=before)
        case ChangeKind.ATTENTION if change.after is None:
            return Phrase(
                "change_carried_attention", "attention  {before}, kept as a comment", before=before
            )
        case ChangeKind.ATTENTION:
            return Phrase("change_attention", "attention  {before}", before=before)
        case _:
            assert_never(change.kind)
