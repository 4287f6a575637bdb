"""Jobs of an array get names, their schedules a kind."""

from __future__ import annotations

from zeroclaw_config.migration.change import CarriedKey
from zeroclaw_config.migration.draft import Draft
from zeroclaw_config.migration.jobs import migrate_jobs


def migrate(cron: object) -> tuple[Draft, list[str]]:
    draft = Draft.of({"cron": cron})
    return draft, migrate_jobs(draft)


def test_jobs_are_named_by_id_then_name_then_place() -> None:
    draft, names = migrate([{"id": "a-b"}, {"name": "c"}, {"command": "d"}, {"id": "a_b"}])
    assert names == ["a_b", "c", "job_3", "a_b_2"]
    assert draft.get(("cron", "a_b")) == {"name": "a-b"}
    assert draft.get(("cron", "job_3")) == {"command": "d"}


def test_an_id_beside_another_name_is_carried() -> None:
    draft, names = migrate([{"id": "X", "name": "y"}])
    assert names == ["x"]
    assert draft.carried == [CarriedKey(("cron", "x", "id"), "X")]


def test_a_written_schedule_gets_its_kind() -> None:
    draft, _ = migrate([{"id": "a", "schedule": "0 7 * * *", "tz": "UTC", "prompt": "p"}])
    assert draft.tree == {
        "cron": {
            "a": {
                "prompt": "p",
                "schedule": {"kind": "cron", "expr": "0 7 * * *", "tz": "UTC"},
                "job_type": "agent",
            }
        }
    }


def test_a_schedule_with_its_kind_stays() -> None:
    schedule = {"kind": "every", "every_ms": 5}
    draft, _ = migrate([{"id": "a", "schedule": schedule, "expression": "x"}])
    assert draft.get(("cron", "a")) == {"schedule": schedule, "expression": "x"}


def test_jobs_in_a_table_leave_its_settings_to_the_scheduler() -> None:
    draft, names = migrate({"catch_up_on_startup": True, "jobs": [{"id": "a"}], "b": {}})
    assert draft.tree == {"cron": {"b": {}, "a": {}}, "scheduler": {"catch_up_on_startup": True}}
    assert names == ["b", "a"]


def test_no_jobs_leave_no_table() -> None:
    assert migrate([])[0].tree == {}
    assert migrate({"jobs": []})[0].tree == {}


def test_a_map_of_jobs_stays_as_it_is() -> None:
    draft, names = migrate({"a": {"command": "x"}})
    assert (draft.changes, names) == ([], ["a"])
