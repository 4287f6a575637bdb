"""Judges the database of an installation."""

from __future__ import annotations

from attrs import frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning

__all__ = ["DatabaseFacts", "judge_database"]


@frozen
class DatabaseFacts:
    """What is known of the file; `schema` None where it has none yet.

    `problem` is why it could not be read; `damage` the first thing that SQLite finds wrong in it;
    `writer` a process that holds it locked; `sessions` None where they could not be counted.
    """

    path: str
    known_schema: str
    is_there: bool = True
    size: int = 0
    schema: str | None = None
    problem: str | None = None
    damage: str | None = None
    writer: int | None = None
    sessions: int | None = None


def judge_database(facts: DatabaseFacts) -> list[Finding]:
    """It opens, is whole, has a schema that is known here, and nobody holds it."""
    told = {"path": facts.path}
    if not facts.is_there:
        return [fine(Subject.DATABASE, "check_no_database", **told)]
    if facts.problem is not None:
        return [error(Subject.DATABASE, "check_database_closed", problem=facts.problem, **told)]
    if facts.damage is not None:
        return [error(Subject.DATABASE, "check_database_damaged", damage=facts.damage, **told)]
    if facts.schema is not None and facts.schema > facts.known_schema:
        return [
            error(
                Subject.DATABASE,
                "check_database_too_new",
                found=facts.schema,
                known=facts.known_schema,
                **told,
            )
        ]
    if facts.writer is not None:
        return [warning(Subject.DATABASE, "check_database_held", pid=facts.writer, **told)]
    if facts.sessions is None:
        return [fine(Subject.DATABASE, "check_database_empty", **told)]
    return [
        fine(
            Subject.DATABASE,
            "check_database",
            size=f"{facts.size / 1_000_000:.1f}",
            sessions=facts.sessions,
            **told,
        )
    ]
