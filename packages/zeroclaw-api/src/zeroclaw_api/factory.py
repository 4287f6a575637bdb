"""The factory: how an installed edge offers what it can build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar, runtime_checkable

from attrs import field, frozen

if TYPE_CHECKING:
    from zeroclaw_api.channel import Channel
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_api.host import RuntimeAdapter
    from zeroclaw_api.json import JsonObject
    from zeroclaw_api.memory import Memory
    from zeroclaw_api.observer import Observer
    from zeroclaw_api.peripheral import Peripheral
    from zeroclaw_api.processes import Processes, ResidentPrograms
    from zeroclaw_api.provider import Provider
    from zeroclaw_api.sandbox import Sandbox
    from zeroclaw_api.services import Clock, Http, Logins, Secrets, Words, Workspace
    from zeroclaw_api.stores import BlobStore
    from zeroclaw_api.tool import TurnTool
    from zeroclaw_api.usage import Price

__all__ = [
    "ChannelFactory",
    "ChannelServices",
    "ExtendedSettings",
    "Factory",
    "FallbackSettings",
    "KeyedSettings",
    "MemoryFactory",
    "MemoryServices",
    "ModelSettings",
    "ObserverFactory",
    "ObserverServices",
    "OfferedFamily",
    "PeripheralFactory",
    "PeripheralServices",
    "ProviderFactory",
    "ProviderServices",
    "SandboxFactory",
    "SandboxServices",
    "TeachableSettings",
    "ToolFactory",
    "ToolServices",
]


SettingsT = TypeVar("SettingsT")
ServicesT = TypeVar("ServicesT", contravariant=True)
BuiltT = TypeVar("BuiltT", covariant=True)


@frozen
class ProviderServices:
    """What a provider may use. Without `programs` it cannot run a model itself.

    `blobs` has the bytes of pictures; without it a model is told what it cannot see. Without
    `logins` it needs a key.
    """

    http: Http
    secrets: Secrets
    programs: ResidentPrograms | None = None
    blobs: BlobStore | None = None
    logins: Logins | None = None


class ModelSettings(Protocol):
    """What the settings of every model provider say about the model to use.

    It is not a provider's own settings, which add keys. The wiring reads it to build a route.
    """

    @property
    def model(self) -> str:
        """The model's name, as its provider knows it."""

    @property
    def max_tokens(self) -> int | None:
        """Most tokens of one answer; None leaves the kernel's own limit."""

    @property
    def price(self) -> Price | None:
        """What it costs; None when nobody said, so that no budget can hold for it."""


@runtime_checkable
class FallbackSettings(Protocol):
    """What settings say that name other models for when theirs fails.

    It is not part of every family's settings. The wiring reads it to build the routes that follow.
    """

    @property
    def fallback(self) -> Sequence[str]:
        """Entries of the same config, such as `custom.home`, in their order."""

    @property
    def fallback_models(self) -> Sequence[str]:
        """Other models of the same entry, which are asked before those."""


@runtime_checkable
class OfferedFamily(Protocol):
    """What the factory of a family is that people are offered.

    It is not part of every factory: some families need more than a person would be asked for.
    The first run reads it, with whatever else tells people what there is.
    """

    @property
    def card(self) -> FamilyCard:
        """What people are told of it."""


@runtime_checkable
class TeachableSettings(Protocol):
    """What settings say that take from outside what their section leaves unsaid.

    It is not part of every family's settings. The wiring calls it with what a catalogue knows.
    """

    def knowing(self, *, vision: bool | None, native_tools: bool | None) -> ModelSettings:
        """The settings with what is known of the model; None is what nobody knows."""


@runtime_checkable
class KeyedSettings(Protocol):
    """What settings say that may have several keys for one endpoint.

    It is not part of every family's settings. The wiring builds a provider for each of them.
    """

    def for_each_key(self) -> Sequence[ModelSettings]:
        """The settings once for each key, in their order; once when there is none."""


@runtime_checkable
class ExtendedSettings(Protocol):
    """What settings say that put more into the requests to their endpoint.

    It is not part of every family's settings: a program has no requests. The wiring sends it.
    """

    @property
    def sent_headers(self) -> Mapping[str, str]:
        """Headers of every request, whose values are secret."""

    @property
    def provider_extra(self) -> JsonObject:
        """What goes into the body of a request for an answer, under what the provider writes."""


@frozen
class ToolServices:
    """What a tool may use besides its call's own context.

    `host` is where its commands run; `environment` is all the variables that they see.
    """

    http: Http
    host: RuntimeAdapter
    environment: Mapping[str, str] = field(hash=False)
    workspace: Workspace
    blobs: BlobStore
    secrets: Secrets
    clock: Clock
    words: Words


@frozen
class ChannelServices:
    """What a channel may use."""

    http: Http
    blobs: BlobStore
    secrets: Secrets
    clock: Clock
    words: Words


@frozen
class MemoryServices:
    """What a memory may use: `http` for embedders."""

    http: Http
    clock: Clock


@frozen
class SandboxServices:
    """What a sandbox may use: `processes` to probe."""

    processes: Processes


@frozen
class PeripheralServices:
    """What a peripheral may use."""

    clock: Clock


@frozen
class ObserverServices:
    """What an observer may use."""

    http: Http
    clock: Clock


class Factory(Protocol[SettingsT, ServicesT, BuiltT]):
    """Builds one kind of thing from its settings; registered under an entry point.

    It is not the thing: importing its module must cost next to nothing, and `settings_model` is
    where heavy imports begin. The wiring calls it, once per configured alias; neither method
    waits, and neither opens anything: what is built opens itself when used.
    Fake: `zeroclaw_testing.FakeFactory`. Kit: `zeroclaw_testing.kits.factory`.
    """

    @property
    def name(self) -> str:
        """The type as configs name it, such as `telegram`; equal to the entry point's name."""

    def settings_model(self) -> type[SettingsT]:
        """The class its section of the config is validated with."""

    def build(self, settings: SettingsT, services: ServicesT, alias: str) -> BuiltT:
        """Make one; raises a `ZeroClawError` naming the setting that does not work."""


ProviderFactory: TypeAlias = Factory[SettingsT, ProviderServices, "Provider"]
ToolFactory: TypeAlias = Factory[SettingsT, ToolServices, "tuple[TurnTool, ...]"]
ChannelFactory: TypeAlias = Factory[SettingsT, ChannelServices, "Channel"]
MemoryFactory: TypeAlias = Factory[SettingsT, MemoryServices, "Memory"]
SandboxFactory: TypeAlias = Factory[SettingsT, SandboxServices, "Sandbox"]
PeripheralFactory: TypeAlias = Factory[SettingsT, PeripheralServices, "Peripheral"]
ObserverFactory: TypeAlias = Factory[SettingsT, ObserverServices, "Observer"]
