"""What can go wrong while reading or writing a configuration.

The tree, below `ZeroClawError`::

    ConfigError                the configuration at `path` cannot be used
    ├── ConfigMissing              there is no such file
    ├── ConfigUnreadable           it is a folder, not permitted, or the disk fails
    ├── ConfigTooLarge             it is larger than any configuration
    ├── ConfigNotText              it is not UTF-8
    ├── ConfigSyntax               it is not TOML
    ├── SchemaNotMigrated          it has an older form, or does not say which
    ├── SchemaTooNew               it has a form that only a newer version knows
    ├── InvalidConfig              keys or values are wrong; `problems` holds all of them
    ├── NoAgents                   it has no agent
    ├── AgentNotChosen             it has several agents; none of them is the one to take
    ├── UnknownAgent               it has no agent of that name
    ├── SecretKeyUnusable          the key file at `path` cannot be used, or not be written
    ├── SecretNotReadable          the sealed value of `key` does not open with the key at `path`
    ├── SecretNotAccepted          what is given cannot be kept as the secret `key`
    ├── SecretReferenceFailed      what `key` refers to could not be had from 1Password
    │   ├── KeyringReferenceFailed     … from the keyring of the system
    │   └── LoginReferenceFailed       … from the logins
    ├── EditRefused                an edit of `key` cannot be done; nothing has changed
    │   ├── KeyPathInvalid             the text is no key
    │   ├── KeyNotFound                there is no such key
    │   ├── ValueTypeMismatch          a value of that kind cannot stand there
    │   ├── PatchInvalid               it is no JSON Patch, or a `test` in it fails
    │   ├── OperationNotSupported      it asks for something that no operation does
    │   ├── LayoutNotEditable          the file is laid out in a way that cannot be kept
    │   ├── AliasRefused               the name cannot be one, or is taken
    │   └── DanglingReferences         other keys refer to what would go
    ├── ConfigLocked               another process is writing it
    ├── ConfigChanged              somebody changed it since it was read
    ├── DocumentNotFromFile        what is to be saved was not read from there
    ├── ConfigNotWritten           the disk or its permissions refuse; the file is as it was
    └── InvalidAgentFile           a skill or a procedure is wrong; `problems` holds all of it

Values of the file may be secret, so an error quotes a value only where it is sure to be a name.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.phrases import Phrase
from zeroclaw_config.problem import Problem

__all__ = [
    "AgentNotChosen",
    "AliasRefused",
    "ConfigChanged",
    "ConfigError",
    "ConfigLocked",
    "ConfigMissing",
    "ConfigNotText",
    "ConfigNotWritten",
    "ConfigSyntax",
    "ConfigTooLarge",
    "ConfigUnreadable",
    "DanglingReferences",
    "DocumentNotFromFile",
    "EditRefused",
    "InvalidAgentFile",
    "InvalidConfig",
    "KeyNotFound",
    "KeyPathInvalid",
    "KeyringReferenceFailed",
    "LayoutNotEditable",
    "LoginReferenceFailed",
    "NoAgents",
    "OperationNotSupported",
    "PatchInvalid",
    "SchemaNotMigrated",
    "SchemaTooNew",
    "SecretKeyUnusable",
    "SecretNotAccepted",
    "SecretNotReadable",
    "SecretReferenceFailed",
    "UnknownAgent",
    "ValueTypeMismatch",
]


def _listed(problem: Problem) -> Phrase:
    """A problem in a list of those of one file."""
    place: str | None = problem.origin
    if place is None and problem.line is not None:
        place = Phrase("problem_line", "line {line}", line=problem.line)
    if place is None:
        return Phrase("problem_listed", "  {problem}", problem=problem.sentence)
    return Phrase(
        "problem_listed_in", "  {place}: {problem}", place=place, problem=problem.sentence
    )


def _listed_with_file(problem: Problem) -> Phrase:
    """A problem in a list of those of several files in one folder."""
    name = problem.file.rpartition("/")[2]
    place = evolve(problem, file=name).place or name
    return Phrase(
        "problem_listed_in", "  {place}: {problem}", place=place, problem=problem.sentence
    )


def _listing(
    path: str, problems: tuple[Problem, ...], listed: Callable[[Problem], Phrase]
) -> Phrase:
    if len(problems) == 1:
        return problems[0].told
    return Phrase(
        "config_problems",
        "{path} has {count} problems:\n{lines}",
        path=path,
        count=len(problems),
        lines=tuple(map(listed, problems)),
    )


class ConfigError(ZeroClawError):
    """The configuration at `path` cannot be used."""

    error_key = "config"
    template = "The configuration {path} cannot be used."

    path: str


class ConfigMissing(ConfigError):
    """There is no file at `path`."""

    error_key = "config_missing"
    template = (
        "There is no configuration at {path}. Create it with `zeroclaw quickstart`, or set "
        "ZEROCLAW_HOME to the folder that has a config.toml."
    )


class ConfigUnreadable(ConfigError):
    """Something is at `path`, but it cannot be read. `problem` is a clause in English."""

    error_key = "config_unreadable"
    template = "Cannot read the configuration {path}: {problem}."

    problem: str


class ConfigTooLarge(ConfigError):
    """The file is larger than `limit` bytes; it was not read to its end."""

    error_key = "config_too_large"
    template = "{path} is larger than {limit} bytes. Check that it is the configuration."

    limit: int


class ConfigNotText(ConfigError):
    """The bytes are not UTF-8; `line` has the first that is not."""

    error_key = "config_not_text"
    template = "{path} is not UTF-8 text: line {line} has a byte that is not. Save it as UTF-8."

    line: int


class ConfigSyntax(ConfigError):
    """The text is not TOML. `place` names line with column as far as they are known."""

    error_key = "config_syntax"
    template = "{path} is not TOML{place}: {problem}."

    line: int | None
    column: int | None
    problem: str

    @property
    def facts(self) -> dict[str, object]:
        """The fields, with `place` in words."""
        return {**super().facts, "place": self._place()}

    def _place(self) -> str:
        if self.line is None:
            return ""
        if self.column is None:
            return Phrase("syntax_at_line", " at line {line}", line=self.line)
        return Phrase(
            "syntax_at_column",
            " at line {line}, column {column}",
            line=self.line,
            column=self.column,
        )


class SchemaNotMigrated(ConfigError):
    """The file has an older form, or does not say which form it has."""

    error_key = "config_not_migrated"
    template = (
        "{path} is not migrated yet: its schema_version is {found}. Run `zeroclaw config migrate`, "
        "or bring it to the current form by hand, then set schema_version = 3."
    )

    found: str


class SchemaTooNew(ConfigError):
    """The file was written for a later version of this program; nothing of it was read."""

    error_key = "config_too_new"
    template = (
        "{path} needs a newer version of ZeroClaw: its schema_version is above {newest}, "
        "the newest that this one reads. Upgrade ZeroClaw."
    )

    newest: int


class InvalidConfig(ConfigError):
    """Keys or values are wrong. `problems` are all there are, in the order of the file."""

    error_key = "config_invalid"
    template = "{listing}"

    problems: tuple[Problem, ...]

    @property
    def facts(self) -> dict[str, object]:
        """The fields, with `count`, and `listing`: a sentence, or a line for each problem."""
        return {**super().facts, "count": len(self.problems), "listing": self._listing()}

    def _listing(self) -> Phrase:
        return _listing(self.path, self.problems, _listed)


class NoAgents(ConfigError):
    """The file has no agent, and one is needed."""

    error_key = "config_no_agents"
    template = "{path} has no agent. Add one as [agents.main], with its model_provider."


class AgentNotChosen(ConfigError):
    """The file has several agents, none called main. `aliases` lists them."""

    error_key = "config_agent_not_chosen"
    template = "{path} has several agents. Choose one of {aliases}, or call one main."

    aliases: str


class UnknownAgent(ConfigError):
    """The file has no agent `alias`. `hint` says what was meant, or what there is."""

    error_key = "config_unknown_agent"
    template = "{path} has no agent `{alias}`; {hint}"

    alias: str
    hint: str


class SecretKeyUnusable(ConfigError):
    """The key file at `path` cannot be used, or not be written. `problem` is a clause."""

    error_key = "config_secret_key"
    template = "The key file {path} cannot be used: {problem}."

    problem: str

    @property
    def clause(self) -> str:
        """What follows the key of a value that needs the file."""
        return Phrase(
            "secret_key_clause",
            "cannot be read, as its key file {path} cannot be used: {problem}",
            path=self.path,
            problem=self.problem,
        )


class SecretNotReadable(ConfigError):
    """The sealed value of `key` does not open with the key file at `path`."""

    error_key = "config_secret_not_readable"
    template = "{key} {clause}."

    key: str
    problem: str

    @property
    def clause(self) -> str:
        """What follows the key."""
        return Phrase(
            "secret_unread_clause",
            "cannot be read with the key file {path}: {problem}",
            path=self.path,
            problem=self.problem,
        )

    @property
    def facts(self) -> dict[str, object]:
        """The fields, with `clause`."""
        return {**super().facts, "clause": self.clause}


class SecretNotAccepted(ConfigError):
    """What is given cannot be kept as the secret `key`. `problem` is a clause."""

    error_key = "config_secret_not_accepted"
    template = "This cannot be the secret {key}: {problem}."

    key: str
    problem: str


class SecretReferenceFailed(ConfigError):
    """What `key` in `path` refers to could not be had from 1Password. `problem` is a clause."""

    error_key = "config_secret_reference"
    template = "{path}: {key} refers to 1Password, but {problem}."

    key: str
    problem: str


class EditRefused(ConfigError):
    """An edit of `key` cannot be done; nothing has changed. `path` is empty when there is no file.

    `place` goes before the sentence: which operation of a patch it is, or nothing.
    """

    error_key = "config_edit_refused"
    template = "{place}{key} cannot be edited."

    key: str
    path: str = ""
    place: str = ""


class KeyPathInvalid(EditRefused):
    """A text is no key path or pointer. `what` is a clause that says what is expected."""

    error_key = "config_key_invalid"
    template = "{place}`{key}` {what}."

    what: str


class KeyNotFound(EditRefused):
    """There is no `key`. `hint` names what was meant, or how to see what there is."""

    error_key = "config_key_not_found"
    template = "{place}{path} has no `{key}`; {hint}"

    hint: str


class ValueTypeMismatch(EditRefused):
    """A value of that kind cannot stand at `key`. `what` is a clause, without the value."""

    error_key = "config_value_type"
    template = "{place}`{key}` {what}."

    what: str


class PatchInvalid(EditRefused):
    """It is no JSON Patch, or what one of its tests expects is not there."""

    error_key = "config_patch_invalid"
    template = "{place}{key} {what}."

    what: str


class OperationNotSupported(EditRefused):
    """No operation does what is asked for at `key`."""

    error_key = "config_operation"
    template = "{place}{key} {what}."

    what: str


class LayoutNotEditable(EditRefused):
    """The file is valid, but laid out so that an edit would move or lose something else."""

    error_key = "config_layout"
    template = (
        "{place}{path} is laid out in a way that this program cannot edit at `{key}` without "
        "touching the rest. Put the parts of each table next to each other, or edit it by hand."
    )


class AliasRefused(EditRefused):
    """The name cannot be an alias, or another one has it. `what` is a clause."""

    error_key = "config_alias"
    template = "{place}`{key}` {what}."

    what: str


class DanglingReferences(EditRefused):
    """Other keys refer to `key`. `referrers` lists them."""

    error_key = "config_dangling_reference"
    template = "{place}{sentence}"

    referrers: tuple[str, ...]

    @property
    def facts(self) -> dict[str, object]:
        """The fields, with a sentence that says who refers to what."""
        return {**super().facts, "sentence": self._sentence()}

    def _sentence(self) -> Phrase:
        names = ", ".join(f"`{referrer}`" for referrer in self.referrers)
        said = {"names": names, "key": self.key}
        if len(self.referrers) == 1:
            return Phrase(
                "reference_dangles",
                "{names} refers to `{key}`, which would be gone. Change it first.",
                **said,
            )
        return Phrase(
            "references_dangle",
            "{names} refer to `{key}`, which would be gone. Change them first.",
            **said,
        )


class ConfigLocked(ConfigError):
    """Another process has been writing the file for `seconds`. `holder` says which."""

    error_key = "config_locked"
    template = (
        "{path} is being written by {holder}, since more than {seconds:g} seconds. "
        "Try again when it has ended."
    )

    holder: str
    seconds: float


class ConfigChanged(ConfigError):
    """Somebody changed the file since it was read, without our lock; nothing was written."""

    error_key = "config_changed"
    template = "{path} was changed by another program since it was read. Read it again, then retry."


class DocumentNotFromFile(ConfigError):
    """What is to be saved was not read from the file that it would replace."""

    error_key = "config_document_not_from_file"
    template = (
        "What is to be saved was not read from {path}, so it would replace what stands there. "
        "Open the file, edit what it holds, then save that."
    )


class ConfigNotWritten(ConfigError):
    """The system refuses to write; the file is as it was. `problem` says why, with what to do."""

    error_key = "config_not_written"
    template = "{path} was not written and is as it was: {problem}."

    problem: str


class KeyringReferenceFailed(SecretReferenceFailed):
    """What `key` in `path` refers to could not be had from the keyring of the system."""

    error_key = "config_keyring_reference"
    template = "{path}: {key} refers to the keyring of the system, but {problem}."


class LoginReferenceFailed(SecretReferenceFailed):
    """What `key` in `path` refers to could not be had from the logins."""

    error_key = "config_login_reference"
    template = "{path}: {key} refers to a login, but {problem}."


class InvalidAgentFile(ConfigError):
    """A skill or a procedure in the folder `path` is wrong; nothing of it is used."""

    error_key = "config_agent_file"
    template = "{listing}"

    problems: tuple[Problem, ...]

    @property
    def facts(self) -> dict[str, object]:
        """The fields, with `count`, and `listing`: a sentence, or a line for each problem."""
        return {**super().facts, "count": len(self.problems), "listing": self._listing()}

    def _listing(self) -> Phrase:
        return _listing(self.path, self.problems, _listed_with_file)
