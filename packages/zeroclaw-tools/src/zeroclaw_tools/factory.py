"""The factory of the tools that every agent has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from zeroclaw_api.factory import ToolServices
    from zeroclaw_api.tool import TurnTool

__all__ = ["CoreToolSettings", "CoreTools", "core"]


@frozen
class CoreToolSettings:
    """The core tools have nothing to set: what they may do is the gate's to say."""


@frozen
class CoreTools:
    """A `zeroclaw_api.ToolFactory` for files, search, commands, arithmetic, questions."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "core"

    def settings_model(self) -> type[CoreToolSettings]:
        """See `Factory.settings_model`."""
        return CoreToolSettings

    def build(
        self, settings: CoreToolSettings, services: ToolServices, alias: str
    ) -> tuple[TurnTool, ...]:
        """See `Factory.build`; the order never changes, so that a model's cached prefix stays."""
        del settings, alias
        from zeroclaw_tools.ask_user import AskUser
        from zeroclaw_tools.calculator import Calculator
        from zeroclaw_tools.content_search import ContentSearch
        from zeroclaw_tools.file_edit import FileEdit
        from zeroclaw_tools.file_read import FileRead
        from zeroclaw_tools.file_write import FileWrite
        from zeroclaw_tools.glob_search import GlobSearch
        from zeroclaw_tools.shell import Shell

        workspace, environment = services.workspace, services.environment
        return (
            FileRead(workspace),
            FileWrite(workspace),
            FileEdit(workspace),
            GlobSearch(workspace),
            ContentSearch(workspace, environment),
            Shell(workspace, services.host, environment),
            Calculator(),
            AskUser(),
        )


core: Final = CoreTools()
