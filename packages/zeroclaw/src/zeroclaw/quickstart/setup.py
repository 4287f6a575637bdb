"""What is to be configured, with the text that says so in a config."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from attrs import frozen

from zeroclaw.configuring.writing import CURRENT_FORM, FORM_KEY
from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.offers import Offer
from zeroclaw.quickstart.presets import Preset, level_of
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import ConfigSyntax, InvalidConfig, check_config
from zeroclaw_config.editing.document import EditedDocument

__all__ = [
    "Families",
    "Setup",
    "added",
    "alias_problem",
    "endpoint_problem",
    "is_there",
    "settings_of",
    "text_added",
]

Families: TypeAlias = Mapping[str, Callable[[], type[ModelSettings]]]

_SOURCE: Final = "argv"
_FLAGS: Final = {"uri": "--uri", "model": "--model", "api_key": "--api-key-env"}


@frozen
class Setup:
    """A model, with the agent that uses it. `model` is None for the bundled one."""

    offer: Offer
    model: str | None
    agent: str
    preset: Preset = Preset.SUPERVISED

    @property
    def provider(self) -> str:
        """The model's entry as agents refer to it, such as `openai.main`."""
        return f"{self.offer.family}.{self.offer.alias}"

    @property
    def model_table(self) -> dict[str, str]:
        """The keys of the model's entry; the key of the endpoint is in none."""
        if self.offer.is_bundled:
            return {}
        table = {key: _literal(value) for key, value in self.offer.settings}
        table["model"] = _literal(self.model or "")
        if self.offer.key_env is not None:
            table["api_key"] = f"${{{self.offer.key_env}}}"
        return table

    @property
    def tables(self) -> dict[tuple[str, ...], dict[str, str]]:
        """All entries by their path, in the order in which they are written."""
        family, _, alias = self.provider.partition(".")
        return {
            ("providers", "models", family, alias): self.model_table,
            ("risk_profiles", self.preset.value): {"level": level_of(self.preset)},
            ("agents", self.agent): {
                "model_provider": self.provider,
                "risk_profile": self.preset.value,
            },
        }

    def comments(self) -> Iterator[str]:
        """A line for each entry."""
        if self.offer.is_bundled:
            yield say("quickstart_comment_bundled")
        elif self.offer.program:
            facts = {"title": self.offer.title, "program": self.offer.program}
            yield say("quickstart_comment_program", **facts)
        elif self.offer.key_env is None:
            yield say("quickstart_comment_keyless", title=self.offer.title)
        else:
            facts = {"title": self.offer.title, "variable": self.offer.key_env}
            yield say("quickstart_comment_key", **facts)
        yield say(f"quickstart_comment_{self.preset.value}")
        yield say("quickstart_comment_agent")


def settings_of(setup: Setup, environ: Mapping[str, str], families: Families) -> ModelSettings:
    """The settings of its model, as a config would give them. Raises `WrongUsage`."""
    document: dict[str, object] = {}
    for path, table in setup.tables.items():
        node = document
        for part in path[:-1]:
            inner = node.setdefault(part, {})
            assert isinstance(inner, dict)
            node = inner
        node[path[-1]] = table
    try:
        return check_config(document, _SOURCE, environ, families).models[setup.provider]
    except InvalidConfig as error:
        problem = error.problems[0]
        last = problem.key.rpartition(".")[2]
        named = "--agent" if problem.key.startswith("agents") else "--model-provider"
        facts = {"flag": _FLAGS.get(last, named), "problem": problem.what}
        raise WrongUsage(problem=say("flag_problem", **facts)) from error


def endpoint_problem(uri: str, families: Families) -> str | None:
    """What is wrong with the root of an API, as a clause; None when it can be one."""
    table = {"uri": _literal(uri), "model": "any"}
    try:
        check_config({"providers": {"models": {"custom": {"any": table}}}}, _SOURCE, {}, families)
    except InvalidConfig as error:
        return error.problems[0].what
    return None


def alias_problem(alias: str) -> str | None:
    """What is wrong with a name for an entry, as a clause; None when it can be one."""
    try:
        check_config({"runtime_profiles": {alias: {}}}, _SOURCE, {}, {})
    except InvalidConfig as error:
        return error.problems[0].what
    return None


def added(document: EditedDocument, setup: Setup, *, is_new: bool) -> EditedDocument:
    """The document with what it has not yet of the setup, commented.

    Where an entry is there already with other keys than these, raises `WrongUsage`.
    """
    missing = []
    for (path, table), comment in zip(setup.tables.items(), setup.comments(), strict=True):
        if not document.has(path):
            missing.append((path, table, comment))
        elif path[0] == "agents" or not is_there(document, path, table):
            facts = {"key": ".".join(path), "path": document.source, "section": path[0]}
            raise WrongUsage(problem=say("quickstart_entry_there", **facts))
    heading = f"# {say('quickstart_comment_file')}\n"
    skeleton = heading + document.text if is_new else _with_end(document.text)
    for path, _, comment in missing:
        skeleton += f"\n# {comment}\n[{'.'.join(path)}]\n"
    try:
        result = EditedDocument.parse(skeleton, document.source, origin=document.origin)
    except ConfigSyntax:
        # A table on one line takes no header of its own.
        result = document
    for path, table, _ in missing:
        if not table and not result.has(path):
            result = result.set(path, {})
        for key, value in table.items():
            result = result.set((*path, key), value)
    return result


def text_added(document: EditedDocument | None, setup: Setup, path: Path) -> str:
    """What is going to be written: a new file, or what is added to one, which is not shown."""
    empty = EditedDocument.parse(f"{FORM_KEY} = {CURRENT_FORM}\n", str(path))
    if document is None:
        return added(empty, setup, is_new=True).text
    text = added(document, setup, is_new=False).text
    if not text.startswith(document.text):
        # Some of it goes into a table on one line.
        document, text = empty, added(empty, setup, is_new=False).text
    return text.removeprefix(document.text).lstrip("\n")


def is_there(document: EditedDocument, path: tuple[str, ...], table: Mapping[str, str]) -> bool:
    """Whether an entry says what the table says; it may say more."""
    return all(
        document.has((*path, key)) and document.get((*path, key)) == value
        for key, value in table.items()
    )


def _with_end(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _literal(text: str) -> str:
    """The text as a config must have it to mean just that."""
    return text.replace("${", "$${")
