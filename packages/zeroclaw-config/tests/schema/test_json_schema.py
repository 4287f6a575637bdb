"""Tests of the JSON Schema of a configuration."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable

import pytest

from zeroclaw_api.factory import ModelSettings
from zeroclaw_config.schema.json_schema import json_schema

GOOD = """\
schema_version = 3
[providers.models.custom.home]
uri = "u"
model = "m"
[risk_profiles.safe]
level = "readonly"
[runtime_profiles.cheap]
budget = { day = 1 }
[agents.main]
model_provider = "custom.home"
[memory]
anything = 1
[providers.tts.x]
"""


@pytest.fixture(scope="module")
def fits(house: Callable[[], type[ModelSettings]]) -> Callable[[str], bool]:
    """Whether a text fits the schema with one family, as another library judges."""
    judge = pytest.importorskip("jsonschema").Draft202012Validator
    whole = json_schema({"custom": house})
    judge.check_schema(whole)
    return lambda text: bool(judge(whole).is_valid(tomllib.loads(text)))


def test_every_reference_leads_to_a_definition(house: Callable[[], type[ModelSettings]]) -> None:
    whole = json_schema({"custom": house})
    references = set(re.findall(r"#/\$defs/(\w+)", json.dumps(whole)))
    definitions = whole["$defs"]
    assert isinstance(definitions, dict)
    assert references == definitions.keys()
    assert "HouseSettings" in references


def test_a_file_that_loads_fits_the_schema(fits: Callable[[str], bool]) -> None:
    assert fits(GOOD)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("= 3", "= 4"),
        ("schema_version = 3", ""),
        ("model =", "modle ="),
        ("custom.home]", "costum.home]"),
        ("custom.home]", "custom.Home]"),
        ("readonly", "read_only"),
        ("day = 1", "day = -1"),
        ("model_provider", "provider"),
        ("[memory]", "[memroy]"),
        ("providers.tts", "providers.tss"),
    ],
)
def test_a_file_that_does_not_load_does_not_fit(
    fits: Callable[[str], bool], right: str, wrong: str
) -> None:
    assert right in GOOD
    assert not fits(GOOD.replace(right, wrong, 1))
