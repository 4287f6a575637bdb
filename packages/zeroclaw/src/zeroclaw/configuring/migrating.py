"""Brings the configuration to the form that this version reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zeroclaw.configuring.asking import agreed
from zeroclaw.configuring.place import Installation, this_installation
from zeroclaw.configuring.printing import show, show_json, show_lines
from zeroclaw.configuring.writing import problems_of
from zeroclaw.ending import SUCCEEDED, tell
from zeroclaw.interrupts import CANCELLED
from zeroclaw.words import error_text, say, worded
from zeroclaw_config import InvalidConfig
from zeroclaw_config.editing.config_file import ConfigFile, read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.migration.apply import MigratedText, migrated_text
from zeroclaw_config.migration.report import report_data, report_lines
from zeroclaw_config.secrets.key_file import read_key
from zeroclaw_config.secrets.legacy import resealed

__all__ = ["migrate"]


def migrate(*, is_dry_run: bool, is_agreed: bool, as_json: bool) -> int:
    """Say what changes, then do it if that is agreed to; the old file becomes a backup."""
    place = this_installation()
    document = read_document(place.config)
    found = _migrated(place, document)
    is_needed = found.text != document.text
    if as_json and is_dry_run:
        show_json({"path": document.source, "changes": report_data(found.result)})
        return SUCCEEDED
    if not is_needed:
        if as_json:
            show_json({"path": document.source, "changes": []})
        else:
            show(say("config_migrate_nothing", path=document.source))
        return SUCCEEDED
    if not as_json:
        show_lines(map(worded, report_lines(found.result)))
    if is_dry_run:
        return SUCCEEDED
    question = say("config_migrate_question", path=document.source)
    if not agreed(question, is_agreed=is_agreed):
        return CANCELLED
    with ConfigFile.open(place.config) as file:
        # Somebody may have written it while the question was open.
        found = _migrated(place, file.document)
        after = EditedDocument.parse(found.text, document.source, origin=file)
        file.save(after, lambda _text: None)
    if as_json:
        show_json({"path": document.source, "changes": report_data(found.result)})
    else:
        show(say("config_migrated", path=document.source))
    problems = problems_of(after, place.environ, place.families)
    if problems:
        tell(error_text(InvalidConfig(path=document.source, problems=problems)))
    return SUCCEEDED


def _migrated(place: Installation, document: EditedDocument) -> MigratedText:
    return migrated_text(document.text, document.source, place.families, _unlegacy(place))


def _unlegacy(place: Installation) -> Callable[[str], str | None] | None:
    key = read_key(place.secret_key)
    return None if key is None else partial(resealed, key)
