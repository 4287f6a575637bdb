"""Give each job a name in a table where there was an array of jobs."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.migration.change import ChangeKind
from zeroclaw_config.migration.draft import Draft, Path, Tree
from zeroclaw_config.migration.families import alias_from, free_alias

__all__ = ["migrate_jobs", "move_scheduler_keys"]

CRON: Path = ("cron",)

_SCHEDULER = ("enabled", "catch_up_on_startup", "max_run_history", "max_tasks", "max_concurrent")


def migrate_jobs(draft: Draft) -> list[str]:
    """Make a map of `[[cron]]` or `[[cron.jobs]]`; the names of the jobs, in their order."""
    move_scheduler_keys(draft)
    place: tuple[str, ...] = CRON
    jobs = draft.get(CRON)
    if not isinstance(jobs, list):
        place = (*CRON, "jobs")
        jobs = draft.get(place)
    if not isinstance(jobs, list) or not all(isinstance(job, Mapping) for job in jobs):
        return _named_already(draft)
    named: Tree = {} if place == CRON else {**draft.table(CRON)}
    named.pop("jobs", None)
    for index, job in enumerate(jobs):
        wanted = next((job[key] for key in ("id", "name") if isinstance(job.get(key), str)), "")
        name = free_alias(alias_from(wanted) if wanted else f"job_{index + 1}", named)
        named[name] = _job(draft, job, (*place, index), name)
    if named:
        draft.write(CRON, named)
    elif draft.get(CRON) == [] or draft.get(place) == []:
        draft.absorb(place, CRON, Phrase("note_no_job", "has no job"))
    return [name for name, job in named.items() if isinstance(job, Mapping)]


def move_scheduler_keys(draft: Draft) -> None:
    """Move the settings of the scheduler out of the table of jobs."""
    for key in _SCHEDULER:
        value = draft.get((*CRON, key))
        if value is not None and not isinstance(value, Mapping):
            draft.move((*CRON, key), ("scheduler", key))


def _named_already(draft: Draft) -> list[str]:
    return [name for name, job in draft.table(CRON).items() if isinstance(job, Mapping)]


def _job(draft: Draft, job: Mapping[str, object], old: tuple[str | int, ...], name: str) -> Tree:
    new: Tree = {key: value for key, value in job.items() if key != "id"}
    place = (*CRON, name)
    draft.note(old, place, ChangeKind.MOVED)
    if "id" in job and job["id"] == name:
        draft.note(
            (*place, "id"), place, ChangeKind.MOVED, Phrase("note_key_of_job", "is the job's key")
        )
    elif "id" in job and "name" not in new:
        new["name"] = job["id"]
        draft.note((*place, "id"), (*place, "name"), ChangeKind.MOVED)
    elif "id" in job:
        note = Phrase("note_key_and_name", "a job has a key and a name")
        draft.carry((*place, "id"), (*place, "id"), job["id"], ChangeKind.DROPPED, note)
    _tag_schedule(draft, new, place)
    if "prompt" in new and "command" not in new and "job_type" not in new:
        new["job_type"] = "agent"
        draft.note(
            place,
            (*place, "job_type"),
            ChangeKind.ADDED,
            Phrase("note_has_prompt", "it has a prompt"),
        )
    return new


def _tag_schedule(draft: Draft, job: Tree, place: Path) -> None:
    key = "schedule" if "schedule" in job else "expression"
    expression = job.get(key)
    if not isinstance(expression, str):
        return
    del job[key]
    schedule = {"kind": "cron", "expr": expression}
    draft.note((*place, key), (*place, "schedule", "expr"), ChangeKind.MOVED)
    zone = job.get("tz")
    if isinstance(zone, str):
        del job["tz"]
        schedule["tz"] = zone
        draft.note((*place, "tz"), (*place, "schedule", "tz"), ChangeKind.MOVED)
    job["schedule"] = schedule
