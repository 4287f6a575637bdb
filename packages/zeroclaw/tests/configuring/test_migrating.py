"""A file of an older form is brought to the current one, nothing being lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from config_homes import PLANTED, ConfigHome

OLD = f"""\
# Mine.
default_provider = "custom:http://127.0.0.1:9/v1"
default_model = "some-model"
api_key = "{PLANTED}"

[autonomy]
level = "full"
"""


@pytest.fixture
def home(tmp_path: Path) -> ConfigHome:
    return ConfigHome(tmp_path).write(OLD)


def test_dry_run_tells_what_would_change(home: ConfigHome) -> None:
    done = home.run("migrate", "--dry-run")
    assert done.code == 0
    assert "schema_version" in done.out
    assert PLANTED not in done.out + done.err
    assert home.text == OLD
    changes = json.loads(home.run("migrate", "--dry-run", "--json").out)["changes"]
    assert changes
    assert PLANTED not in json.dumps(changes)


def test_migration_asks_before_it_writes(home: ConfigHome) -> None:
    done = home.run("migrate")
    assert done.code == 2
    assert "give --yes" in done.err
    assert home.text == OLD


def test_migrated_file_leaves_the_old_one_as_backup(home: ConfigHome) -> None:
    done = home.run("migrate", "--yes")
    assert done.code == 0
    assert f"the old one is {home.file}.bak" in done.out
    assert home.file.with_name("config.toml.bak").read_text() == OLD
    assert "schema_version = 3" in home.text
    assert "# Mine." in home.text
    assert PLANTED not in done.out + done.err
    assert home.run("list").code == 0


def test_second_migration_changes_nothing(home: ConfigHome) -> None:
    home.run("migrate", "--yes")
    text = home.text
    done = home.run("migrate", "--yes")
    assert (done.code, home.text) == (0, text)
    assert "has the current form already" in done.out
    assert home.run("migrate", "--json").json == {"path": str(home.file), "changes": []}


def test_json_report_comes_with_what_was_done(home: ConfigHome) -> None:
    done = home.run("migrate", "--yes", "--json")
    assert json.loads(done.out)["changes"]
    assert "schema_version = 3" in home.text


def test_newer_form_is_refused_untouched(home: ConfigHome) -> None:
    home.write("schema_version = 99\n")
    done = home.run("migrate", "--yes")
    assert done.code == 1
    assert "Upgrade ZeroClaw" in done.err
    assert home.text == "schema_version = 99\n"
