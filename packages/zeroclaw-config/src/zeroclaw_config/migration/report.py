"""Tell what a migration changed, as lines of text or as data."""

from __future__ import annotations

from typing import assert_never

from zeroclaw_config.migration.change import Change, ChangeKind, Migrated, shown_path

__all__ = ["report_data", "report_lines"]


def report_lines(result: Migrated) -> list[str]:
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
            "note": change.note,
        }
        for change in result.changes
    ]


def _line(change: Change) -> str:
    before = shown_path(change.before)
    after = "" if change.after is None else shown_path(change.after)
    why = f": {change.note}" if change.note else ""
    match change.kind:
        case ChangeKind.MOVED:
            return f"moved      {before} -> {after}{why}"
        case ChangeKind.REWRITTEN:
            return f"rewritten  {after}{why}"
        case ChangeKind.ADDED:
            return f"added      {after}{why}"
        case ChangeKind.KEPT:
            return f"kept       {before}, as a comment{why}"
        case ChangeKind.DROPPED:
            return f"dropped    {before}, kept as a comment{why}"
        case ChangeKind.ATTENTION:
            where = ", kept as a comment" if change.after is None else ""
            return f"attention  {before}{where}{why}"
        case _:
            assert_never(change.kind)
