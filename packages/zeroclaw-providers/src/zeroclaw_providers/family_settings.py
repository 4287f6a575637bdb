"""What the settings of every family of models have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal
from typing import Annotated, Final, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    SecretStr,
    StringConstraints,
)

from zeroclaw_api.usage import Price
from zeroclaw_providers.extra_headers import header_name, header_value
from zeroclaw_providers.model_options import ModelOptions, Thinking

__all__ = [
    "ApiKey",
    "EndpointUrl",
    "ExtraFields",
    "ExtraHeaders",
    "FamilySettings",
    "PricedModel",
    "Seconds",
    "Temperature",
    "TokenPrices",
    "Tokens",
    "Trimmed",
    "no_switch",
]

_MOST_DOLLARS: Final = 1_000_000
"""For a million tokens, a dollar for each: what is dearer was meant in another unit."""
_NANODOLLARS: Final = 1_000
"""For a token, of each dollar for a million tokens."""


_REFERENCES: Final = ("op://", "keyring://")
"""How references to secrets that are kept elsewhere begin; they may have spaces."""


def no_switch(value: object) -> object:
    """The value, unless it is true or false, which Python takes for numbers."""
    if isinstance(value, bool):
        raise ValueError("a number is needed here, not true or false")  # noqa: TRY004 - pydantic's
    return value


def _endpoint(uri: str) -> str:
    """Check it; no failure quotes it, since what is wrong may be the secret in it."""
    try:
        parts = urlsplit(uri)
        host, has_port = parts.hostname, parts.port != 0
        has_credentials = "@" in parts.netloc
    except ValueError:
        raise ValueError("this is not a URL: check its host and port") from None
    if has_credentials:
        raise ValueError("put the key into api_key, not into the URL")
    if parts.scheme not in {"http", "https"} or not host or not has_port:
        raise ValueError("a URL with http or https and a host is needed here")
    if "?" in uri or "#" in uri:
        raise ValueError("leave out what follows ? or #: requests go to a path below this URL")
    if not uri.isprintable() or " " in uri:
        raise ValueError("a URL has no spaces and no control characters")
    return uri


def _key(value: SecretStr) -> SecretStr:
    key = value.get_secret_value().strip()
    if key.startswith(_REFERENCES):
        # Whoever opens the agent puts the key in its place, which is checked then.
        return SecretStr(key)
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ValueError("a key has only ASCII letters, digits and signs: paste it again")
    return SecretStr(key)


def _header(value: SecretStr) -> SecretStr:
    text = value.get_secret_value().strip()
    return SecretStr(text if text.startswith(_REFERENCES) else header_value(text))


def _unlike(headers: dict[str, SecretStr]) -> dict[str, SecretStr]:
    if len({name.lower() for name in headers}) < len(headers):
        raise ValueError("one header is there twice: its name is the same in capitals")
    return headers


def _json(fields: dict[str, JsonValue]) -> dict[str, JsonValue]:
    try:
        json.dumps(fields, allow_nan=False)
    except ValueError:
        raise ValueError("JSON has no infinite numbers: leave them out") from None
    return fields


_Dollars = Annotated[
    Decimal, BeforeValidator(no_switch), Field(ge=0, le=_MOST_DOLLARS, allow_inf_nan=False)
]
Trimmed = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
"""A text that says something, without blanks around it."""

EndpointUrl = Annotated[Trimmed, AfterValidator(_endpoint)]
"""The root of an API."""

ApiKey = Annotated[SecretStr, AfterValidator(_key)]

ExtraHeaders = Annotated[
    dict[
        Annotated[str, AfterValidator(header_name)], Annotated[SecretStr, AfterValidator(_header)]
    ],
    AfterValidator(_unlike),
]
"""Names of headers with their values, which are secret."""

ExtraFields = Annotated[dict[str, JsonValue], AfterValidator(_json)]
"""What JSON can write."""

Seconds = Annotated[float, BeforeValidator(no_switch), Field(gt=0, allow_inf_nan=False)]

Temperature = Annotated[float, BeforeValidator(no_switch), Field(ge=0, le=2, allow_inf_nan=False)]

Tokens = Annotated[int, BeforeValidator(no_switch), Field(ge=1)]


class TokenPrices(BaseModel):
    """What a model costs, in US dollars per million tokens, as providers print their prices."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    input: _Dollars = Field(description="US dollars for a million input tokens.")
    output: _Dollars = Field(description="US dollars for a million output tokens.")
    cached_input: _Dollars | None = Field(
        default=None,
        description="US dollars for a million input tokens from the cache; as input when left out.",
    )
    cache_write: _Dollars | None = Field(
        default=None,
        description="US dollars for a million tokens put into the cache; as input when left out.",
    )

    @property
    def per_token(self) -> Price:
        """In nanodollars, rounded up: a budget never holds less than a request can cost."""
        return Price(
            input=_nanodollars(self.input),
            output=_nanodollars(self.output),
            cached_input=_optional(self.cached_input),
            cache_write=_optional(self.cache_write),
        )


class PricedModel(BaseModel):
    """What every section of a family says, whatever its models are reached through."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    model: Trimmed = Field(
        description="The model's name, as the endpoint knows it.",
    )
    fallback_models: tuple[Trimmed, ...] = Field(
        default=(),
        description="Other models of the same entry, asked in this order when this one fails.",
    )
    fallback: tuple[Trimmed, ...] = Field(
        default=(),
        description="Other entries, as `family.alias`, asked in this order when this one fails.",
    )
    prices: TokenPrices | None = Field(
        default=None,
        description="What the model costs; without it, no limit in money can hold.",
    )

    @property
    def price(self) -> Price | None:
        """See `ModelSettings.price`."""
        return None if self.prices is None else self.prices.per_token


class FamilySettings(PricedModel):
    """A `[providers.models.<family>.<alias>]` section; satisfies `zeroclaw_api.ModelSettings`.

    Its failures quote no value. Their `errors()` do, unless told `include_input=False`.
    """

    api_key: ApiKey | None = Field(
        default=None,
        description="The key of the endpoint; a server of your own may need none.",
    )
    api_keys: tuple[ApiKey, ...] = Field(
        default=(),
        description="More keys of the endpoint; the next one serves when one is limited, refused"
        " or used up.",
    )
    native_tools: bool = Field(
        default=True,
        description="Whether the endpoint takes tools; if not, they are described in words.",
    )
    text_tools: bool = Field(
        default=True,
        description="Whether calls that the model writes as text count; without these or native "
        "tools it can only talk.",
    )
    max_tokens: Tokens | None = Field(
        default=None,
        description="Most tokens of one answer; the runtime's own limit when left out.",
    )
    timeout_secs: Seconds | None = Field(
        default=None,
        description="Seconds without data after which a request fails; 300 when left out.",
    )
    thinking: Thinking | None = Field(
        default=None,
        description="How long the model thinks before it answers; as the endpoint likes when left"
        " out.",
    )
    temperature: Temperature | None = Field(
        default=None,
        description="How varied answers are, from 0 to 2; as the endpoint likes when left out.",
    )
    extra_headers: ExtraHeaders = Field(
        default_factory=dict,
        description="More headers of every request, each with its value, which is kept secret.",
    )
    provider_extra: ExtraFields = Field(
        default_factory=dict,
        description="More fields of the body of every request to the model; ours win.",
    )

    def __hash__(self) -> int:
        # Two of the fields are tables, which have no hash.
        return hash((type(self), self.model, self.api_key, self.api_keys))

    def knowing(self, *, vision: bool | None, native_tools: bool | None) -> Self:
        """With what is known of the model, where the section says nothing of it."""
        known = {"vision": vision, "native_tools": native_tools}
        unsaid = type(self).model_fields.keys() - self.model_fields_set
        update = {key: known[key] for key in unsaid & known.keys() if known[key] is not None}
        return self.model_copy(update=update) if update else self

    def for_each_key(self) -> tuple[Self, ...]:
        """See `KeyedSettings`."""
        if not self.api_keys:
            return (self,)
        keys = self.api_keys if self.api_key is None else (self.api_key, *self.api_keys)
        return tuple(self.model_copy(update={"api_key": key, "api_keys": ()}) for key in keys)

    @property
    def sent_headers(self) -> Mapping[str, str]:
        """See `ExtendedSettings`."""
        return {name: value.get_secret_value() for name, value in self.extra_headers.items()}

    @property
    def options(self) -> ModelOptions:
        """What is asked of the model beyond the conversation."""
        return ModelOptions(self.thinking, self.temperature)


def _nanodollars(dollars: Decimal) -> int:
    return int((dollars * _NANODOLLARS).to_integral_value(rounding=ROUND_CEILING))


def _optional(dollars: Decimal | None) -> int | None:
    return None if dollars is None else _nanodollars(dollars)
