"""What can go wrong while reading a configuration.

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
    └── UnknownAgent               it has no agent of that name

Values of the file may be secret, so an error quotes a value only where it is sure to be a name.
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_config.problem import Problem

__all__ = [
    "AgentNotChosen",
    "ConfigError",
    "ConfigMissing",
    "ConfigNotText",
    "ConfigSyntax",
    "ConfigTooLarge",
    "ConfigUnreadable",
    "InvalidConfig",
    "NoAgents",
    "SchemaNotMigrated",
    "SchemaTooNew",
    "UnknownAgent",
]


class ConfigError(ZeroClawError):
    """The configuration at `path` cannot be used."""

    error_key = "config"
    template = "The configuration {path} cannot be used."

    path: str


class ConfigMissing(ConfigError):
    """There is no file at `path`."""

    error_key = "config_missing"
    template = (
        "There is no configuration at {path}. Create it with `schema_version = 3`, a model and an "
        "agent, or set ZEROCLAW_HOME to the folder that has a config.toml."
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
        line = "" if self.line is None else f" at line {self.line}"
        column = "" if self.column is None else f", column {self.column}"
        return {**super().facts, "place": line + column}


class SchemaNotMigrated(ConfigError):
    """The file has an older form, or does not say which form it has."""

    error_key = "config_not_migrated"
    template = (
        "{path} is not migrated yet: its schema_version is {found}. Bring it to the current form, "
        "then set schema_version = 3."
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

    def _listing(self) -> str:
        if len(self.problems) == 1:
            return str(self.problems[0])
        lines = [f"{self.path} has {len(self.problems)} problems:"]
        for problem in self.problems:
            place = "" if problem.line is None else f"line {problem.line}: "
            lines.append(f"  {place}{problem.sentence}")
        return "\n".join(lines)


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
