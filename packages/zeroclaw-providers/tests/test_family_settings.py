"""Settings take what an endpoint needs, refuse the rest, quote no value."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from zeroclaw_api.usage import Money, Price, Usage
from zeroclaw_providers import CustomSettings, TokenPrices

LEAST: dict[str, object] = {"uri": "https://api.example.com/v1", "model": "small"}
PRICES: dict[str, object] = {"input": 3, "output": 15}
SECRET = "sk-zq81-4411-very-secret"


def settings(**changes: object) -> CustomSettings:
    return CustomSettings.model_validate(LEAST | changes)


def failure(values: dict[str, object]) -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        CustomSettings.model_validate(values)
    return caught.value


def test_the_least_settings_have_safe_defaults() -> None:
    least = settings()
    assert (least.api_key, least.max_tokens, least.timeout_secs) == (None, None, None)
    assert least.native_tools
    assert least.price is None


@pytest.mark.parametrize(
    "uri",
    [
        "http://127.0.0.1:8080",
        "http://[::1]:8080/v1",
        "https://api.example.com/v1/",
        "HTTPS://api.example.com/v1",
        "  https://api.example.com/openai/v1\n",
    ],
)
def test_a_url_with_a_host_is_taken(uri: str) -> None:
    assert settings(uri=uri).uri == uri.strip()


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("", "at least 1 character"),
        ("api.example.com/v1", "with http or https"),
        ("//api.example.com/v1", "with http or https"),
        ("localhost:8080/v1", "with http or https"),
        ("ftp://api.example.com/v1", "with http or https"),
        ("file:///etc/passwd", "with http or https"),
        ("https://", "with http or https"),
        ("https:///v1", "with http or https"),
        ("https://:443/v1", "with http or https"),
        ("https://api.example.com:0/v1", "with http or https"),
        ("https://api.example.com:port/v1", "check its host and port"),
        ("https://api.example.com:99999/v1", "check its host and port"),
        ("https://[::1/v1", "check its host and port"),
        ("https://api.example.com/v1?key=1", "leave out"),
        ("https://api.example.com/v1?", "leave out"),
        ("https://api.example.com/v1#top", "leave out"),
        ("https://api.example.com/v 1", "no spaces"),
        ("https://api.example.com/v\x001", "no spaces"),
        ("https://api.exa\nmple.com/v1", "no spaces"),
        (f"https://user:{SECRET}@api.example.com/v1", "put the key into api_key"),
        (f"https://{SECRET}@api.example.com/v1", "put the key into api_key"),
        ("https://@api.example.com/v1", "put the key into api_key"),
        (7, "valid string"),
        (None, "valid string"),
    ],
)
def test_a_url_that_cannot_work_is_refused(uri: object, said: str) -> None:
    error = failure(LEAST | {"uri": uri})
    assert [fault["loc"] for fault in error.errors()] == [("uri",)]
    assert said in str(error)
    assert SECRET not in str(error)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("model", ""),
        ("model", "  "),
        ("model", None),
        ("api_key", 12345),
        ("api_key", "two words"),
        ("api_key", "line\nline"),
        ("api_key", "schlüssel"),
        ("native_tools", "perhaps"),
        ("native_tools", 2),
        ("max_tokens", 0),
        ("max_tokens", -1),
        ("max_tokens", 1.5),
        ("max_tokens", True),
        ("max_tokens", "many"),
        ("timeout_secs", 0),
        ("timeout_secs", -1),
        ("timeout_secs", float("nan")),
        ("timeout_secs", float("inf")),
        ("timeout_secs", True),
        ("timeout_secs", "long"),
        ("prices", 3),
        ("sees", True),
        ("api-key", SECRET),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_its_key(key: str, value: object) -> None:
    assert {fault["loc"][0] for fault in failure(LEAST | {key: value}).errors()} == {key}


@pytest.mark.parametrize("key", ["uri", "model"])
def test_a_section_without_a_needed_key_is_refused(key: str) -> None:
    error = failure({name: value for name, value in LEAST.items() if name != key})
    assert [(fault["loc"], fault["type"]) for fault in error.errors()] == [((key,), "missing")]


@pytest.mark.parametrize("key", ["input", "output", "cached_input", "cache_write"])
@pytest.mark.parametrize(
    "value", [-0.1, "free", True, float("nan"), float("inf"), Decimal("NaN"), 1e300, [1]]
)
def test_a_price_that_is_no_amount_is_refused(key: str, value: object) -> None:
    error = failure(LEAST | {"prices": PRICES | {key: value}})
    assert {fault["loc"] for fault in error.errors()} == {("prices", key)}


@pytest.mark.parametrize("prices", [{}, {"input": 1}, {"output": 1}, PRICES | {"images": 1}])
def test_a_table_of_prices_is_whole_or_refused(prices: dict[str, object]) -> None:
    assert failure(LEAST | {"prices": prices}).errors()[0]["loc"][0] == "prices"


@pytest.mark.parametrize(
    "values",
    [
        LEAST | {"api_key": f"{SECRET} {SECRET}"},
        LEAST | {"api_key": [SECRET]},
        LEAST | {"apikey": SECRET},
        {"api_key": SECRET},
        LEAST | {"uri": f"https://me:{SECRET}@api.example.com"},
        LEAST | {"uri": f"https://me:{SECRET}/@api.example.com"},
        LEAST | {"uri": f"https://api.example.com/?key={SECRET}"},
        LEAST | {"max_tokens": SECRET, "timeout_secs": SECRET, "native_tools": SECRET},
        LEAST | {"prices": {"input": SECRET, "output": SECRET}},
    ],
)
def test_no_failure_quotes_what_may_be_a_secret(values: dict[str, object]) -> None:
    error = failure(values)
    told = f"{error} {error!r} {error.errors(include_input=False)}"
    assert SECRET not in told + error.json(include_input=False)
    chain = error.__cause__ or error.__context__
    assert SECRET not in repr(chain)


def test_settings_never_show_their_key() -> None:
    held = settings(api_key=SECRET)
    assert SECRET not in f"{held!r} {held} {held.model_dump()} {held.model_dump_json()}"
    assert held.api_key is not None
    assert held.api_key.get_secret_value() == SECRET


def test_settings_do_not_change_once_made() -> None:
    with pytest.raises(ValidationError):
        settings().model = "large"
    assert hash(settings()) == hash(settings())


def test_prices_become_nanodollars_for_a_token() -> None:
    prices = {"input": 3, "output": 15.0, "cached_input": 0.3, "cache_write": "3.75"}
    price = settings(prices=prices).price
    assert price == Price(input=3000, output=15000, cached_input=300, cache_write=3750)
    assert price.cost(Usage(1_000_000, 1_000_000)) == Money(18 * 10**9)


def test_a_price_left_out_stays_unknown() -> None:
    assert settings(prices=PRICES).price == Price(input=3000, output=15000)
    assert settings(prices={"input": 0, "output": 0}).price == Price(input=0, output=0)


def test_a_price_below_the_unit_is_rounded_up() -> None:
    tiny = settings(prices={"input": 0.0001, "output": "1e-99999"}).price
    assert tiny == Price(input=1, output=1)


@given(st.decimals(0, 1_000_000, places=6))
def test_a_price_is_never_rounded_down(dollars: Decimal) -> None:
    price = TokenPrices(input=dollars, output=dollars).per_token
    assert price.input == price.output == ceil(Fraction(dollars) * 1000)


def test_every_setting_says_what_it_is_for() -> None:
    for model in (CustomSettings, TokenPrices):
        for name, field in model.model_fields.items():
            assert field.description, f"{model.__name__}.{name}"
            assert field.description.endswith(".")


def test_reference_to_a_secret_may_have_spaces() -> None:
    key = settings(api_key="op://My Vault/Some Item/key").api_key
    assert key is not None
    assert key.get_secret_value() == "op://My Vault/Some Item/key"
    # What takes its place is checked as any other key.
    with pytest.raises(ValidationError, match="paste it again"):
        settings(api_key="two words")


def test_extra_headers_are_hidden_wherever_settings_are_shown() -> None:
    made = settings(extra_headers={"X-Team": f" {SECRET} ", "X-Other": "op://vault/some item/ü"})
    assert made.sent_headers == {"X-Team": SECRET, "X-Other": "op://vault/some item/ü"}
    assert SECRET not in f"{made!r} {made} {made.model_dump()} {made.model_dump_json()}"


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"Authorization": SECRET}, "not yours to set"),
        ({"x-API-key": SECRET}, "not yours to set"),
        ({"Host": SECRET}, "not yours to set"),
        ({"X Team": SECRET}, "in its name"),
        ({"": SECRET}, "in its name"),
        ({"X-Über": SECRET}, "in its name"),
        ({"X-Team": f"{SECRET}\r\nX-Other: 1"}, "the value of a header"),
        ({"X-Team": f"{SECRET}ü"}, "the value of a header"),
        ({"X-Team": " "}, "needs a value"),
        ({"X-Team": 5}, "valid string"),
        ({"X-Team": SECRET, "x-team": SECRET}, "twice"),
    ],
)
def test_a_header_that_cannot_be_added_is_refused(headers: object, said: str) -> None:
    error = failure(LEAST | {"extra_headers": headers})
    assert {fault["loc"][0] for fault in error.errors()} == {"extra_headers"}
    assert said in str(error)
    assert SECRET not in str(error)


def test_extra_fields_are_whatever_json_can_write() -> None:
    extra = {"top_k": 5, "provider": {"order": ["a", None], "x": [{"y": 1.5}]}}
    assert settings(provider_extra=extra).provider_extra == extra


@pytest.mark.parametrize(
    "extra", [{"a": float("inf")}, {"a": {"b": [float("nan")]}}, {"a": object()}, [1], "text"]
)
def test_extra_fields_that_json_cannot_write_are_refused(extra: object) -> None:
    error = failure(LEAST | {"provider_extra": extra})
    assert {fault["loc"][0] for fault in error.errors()} == {"provider_extra"}
