"""Tests of the check of a whole document."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel, SecretStr, model_validator

from zeroclaw_api.risk import Autonomy
from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR
from zeroclaw_config import Config, ConfigError, InvalidConfig, load_config

Load = Callable[[str], Config]

SECRET = "sk-planted-7f3a9c"
GOOD = """\
schema_version = 3
[providers.models.custom.home]
uri = "http://127.0.0.1:8080/v1"
model = "some-model"
api_key = "${SOME_KEY}"
[risk_profiles.default]
level = "readonly"
never_allow = ["shell"]
[runtime_profiles.cheap]
max_iterations = 5
budget = { day = 0.5 }
[agents.main]
model_provider = "custom.home"
risk_profile = "default"
runtime_profile = "cheap"
"""


def problems(load: Load, text: str) -> list[str]:
    with pytest.raises(InvalidConfig) as caught:
        load(text)
    return [f"{problem.line}: {problem.sentence}" for problem in caught.value.problems]


def test_a_complete_file_gives_every_value(load: Load) -> None:
    config = load(GOOD)
    alias = config.choose_agent(None)
    assert config.models[config.agents[alias].model_provider].model == "some-model"
    assert config.models.keys() == {"custom.home"}
    assert config.risk_profile_of(alias).level is Autonomy.READONLY
    assert config.risk_profile_of(alias).never_allow == {"shell"}
    runtime = config.runtime_profile_of(alias)
    assert (runtime.max_iterations, runtime.budget.day) == (5, NANODOLLARS_PER_DOLLAR // 2)
    assert config.notices == ()


def test_a_file_with_its_version_alone_is_enough(load: Load) -> None:
    assert load("schema_version = 3").agents == {}


def test_all_problems_are_found_at_once_in_order(load_strictly: Load) -> None:
    text = GOOD.replace("model =", "modle =").replace("readonly", "read_only")
    text = text.replace("5\n", "0\n").replace('"custom.home"', '"custom.hone"')
    text = text.replace('["shell"]', '["shell",\n7]').replace('"cheap"', '"cheep"')
    assert problems(load_strictly, text) == [
        "2: providers.models.custom.home.model is missing.",
        "4: providers.models.custom.home.modle is not a known key; did you mean `model`?",
        (
            "7: risk_profiles.default.level must be readonly, supervised or full, not "
            '"read_only"; '
            "did you mean `readonly`?"
        ),
        "9: risk_profiles.default.never_allow[1] must be text, not 7.",
        "11: runtime_profiles.cheap.max_iterations must be at least 1, not 0.",
        (
            "14: agents.main.model_provider names `custom.hone`, which is not a model "
            "of this file; did you mean `custom.home`?"
        ),
        (
            "16: agents.main.runtime_profile names `cheep`, which is not a runtime profile "
            "of this file; did you mean `cheap`?"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("agents = 5", "2: agents must be a table with a name of its own, as in [agents.<alias>]."),
        (
            "[[agents]]",
            "2: agents must be a table with a name of its own, as in [agents.<alias>].",
        ),
        (
            '[providers.models.custom]\nuri = "x"',
            (
                "3: providers.models.custom.uri must be a table with a name of its own, "
                "as in [providers.models.custom.<alias>]."
            ),
        ),
        ("providers = 5", "2: providers must be a table."),
        ("providers.models = 5", "2: providers.models must be a table."),
        ("[agent.main]", "2: agent is not a known key; did you mean `agents`?"),
        ("[providers.model.x]", "2: providers.model is not a known key; did you mean `models`?"),
        (
            "[providers.models.costum.x]",
            (
                "2: providers.models.costum is no family of an installed provider; "
                "there is custom; did you mean `custom`?"
            ),
        ),
        (
            "[risk_profiles.Ab]",
            (
                "2: risk_profiles.Ab is no alias: use 1 to 63 of a-z, 0-9 or single _, "
                "with a letter or digit at both ends."
            ),
        ),
        (
            '[risk_profiles.a]\nlevel = "${GONE}"',
            "3: risk_profiles.a.level needs `GONE`, not set in the environment: set it.",
        ),
        (
            "[runtime_profiles.a]\nbudget = 5",
            "3: runtime_profiles.a.budget must be a table, not 5.",
        ),
    ],
)
def test_a_wrong_shape_is_one_clear_sentence(load_strictly: Load, text: str, problem: str) -> None:
    assert problems(load_strictly, "schema_version = 3\n" + text) == [problem]


def test_a_model_of_an_unknown_family_is_not_missing_as_well(load_strictly: Load) -> None:
    text = GOOD.replace("models.custom", "models.other").replace('"custom.', '"other.')
    assert len(problems(load_strictly, text)) == 1


def test_a_known_section_that_nothing_reads_is_a_notice(load: Load) -> None:
    config = load(GOOD + '[memory]\npath = "${GONE}"\n[providers.tts.x.y]\n')
    assert [(notice.line, notice.key) for notice in config.notices] == [
        (16, "memory"),
        (18, "providers.tts"),
    ]


def test_only_families_that_the_file_names_are_asked(write: Callable[[bytes], Path]) -> None:
    def never() -> type[object]:
        raise AssertionError("asked")

    path = write(b"schema_version = 3")
    assert load_config(path, {}, {"custom": never}).models == {}  # type: ignore[dict-item]


PLACES = {
    "api_key in the file": GOOD.replace("${SOME_KEY}", SECRET + " x"),
    "api_key from outside": GOOD.replace("${SOME_KEY}", "${SOME_KEY} x"),
    "a table around api_key": GOOD.replace('"${SOME_KEY}"', f'{{ a = "{SECRET}" }}'),
    "an address with a part from outside": GOOD.replace("/v1", "/ ${SOME_KEY}"),
    "a model's name": GOOD.replace('"custom.home"', '"${SOME_KEY}"'),
    "a level": GOOD.replace("readonly", "${SOME_KEY}"),
    "a profile's name": GOOD.replace('"default"', '"${SOME_KEY}"'),
    "a number": GOOD.replace("= 5", '= "${SOME_KEY}"'),
    "a budget": GOOD.replace("0.5", '"${SOME_KEY}"'),
    "a table": GOOD.replace("{ day = 0.5 }", '"${SOME_KEY}"'),
    "a list": GOOD.replace('["shell"]', '"${SOME_KEY}"'),
    "an unknown key": GOOD + 'modle = "${SOME_KEY}"',
    "an unknown section": GOOD + f'[zzz]\napi_key = "{SECRET}"',
    "an entry that is no table": GOOD + f'[providers.models.custom]\napi_key = "{SECRET}"',
    "a family that is not there": GOOD + f'[providers.models.x.y]\napi_key = "{SECRET}"',
    "a malformed variable": GOOD.replace("${SOME_KEY}", f"${{{SECRET}}}"),
    "beside a missing variable": GOOD.replace("${SOME_KEY}", f"{SECRET} ${{GONE}}"),
    "a key without quotes": GOOD.replace('"${SOME_KEY}"', SECRET),
    "a key without its end": GOOD.replace('"${SOME_KEY}"', f'"{SECRET}'),
    "a key given twice": GOOD.replace("model =", f'api_key = "{SECRET}"\nmodel ='),
    "another version": GOOD.replace("= 3", "= 4").replace("${SOME_KEY}", SECRET),
    "a broken byte": GOOD.replace("${SOME_KEY}", SECRET),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_planted_secret_is_in_no_error(
    write: Callable[[bytes], Path], house: Callable[[], type[object]], place: str
) -> None:
    data = PLACES[place].encode() + (b"\xff" if place == "a broken byte" else b"")
    with pytest.raises(ConfigError) as caught:
        load_config(
            write(data),
            {"SOME_KEY": SECRET},
            {"custom": house},  # type: ignore[dict-item]
            strict=True,
        )
    error = caught.value
    shown = [str(error), repr(error), str(error.facts), *traceback.format_exception(error)]
    chain: BaseException | None = error
    while chain is not None:
        shown += [str(chain), repr(chain), str(chain.args)]
        chain = chain.__context__
    assert [text for text in shown if SECRET[-6:] in text] == []


def test_control_the_settings_class_itself_tells_the_secret(
    house: Callable[[], type[object]],
) -> None:
    model = house()
    with pytest.raises(ValueError, match="planted"):
        model(uri="http://127.0.0.1", model="m", api_key=SECRET + " x")  # type: ignore[call-arg]


def test_a_planted_secret_is_not_in_a_printed_configuration(load: Load) -> None:
    text = GOOD.replace('["shell"]', '["${SOME_KEY}"]').replace("some-model", "${SOME_KEY}")
    config = load(text)
    assert config.models[config.agents["main"].model_provider].model == SECRET
    assert SECRET not in repr(config) + str(config)


class HeaderSettings(BaseModel):
    """A family that tells too much about a secret with a harmless name."""

    model: str
    header: SecretStr

    @model_validator(mode="after")
    def _fits(self) -> HeaderSettings:
        raise ValueError(f"the header is {self.header.get_secret_value()}")


def test_a_secret_is_known_by_its_type_as_well(write: Callable[[bytes], Path]) -> None:
    text = GOOD.replace("api_key", "header").replace('uri = "http://127.0.0.1:8080/v1"\n', "")
    path = write(text.replace("${SOME_KEY}", SECRET).encode())
    with pytest.raises(InvalidConfig, match="the reason is not shown") as caught:
        load_config(path, {}, {"custom": lambda: HeaderSettings}, strict=True)  # type: ignore[dict-item, return-value]
    assert SECRET not in str(caught.value)
