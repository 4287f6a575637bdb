"""Flags that make no sense are refused before anything happens."""

from __future__ import annotations

import pytest

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked, check_asked, check_enough
from zeroclaw.quickstart.presets import Preset


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked(is_local=True, uri="http://127.0.0.1:1/v1"), "--uri does not go with --local"),
        (Asked(is_local=True, model="m"), "--model does not go with --local"),
        (Asked(api_key_env="SOME_KEY"), "--api-key-env needs --uri URL"),
        (Asked(model=" "), "--model is empty"),
        (Asked(agent="\udcff"), "--agent says is not UTF-8"),
    ],
)
def test_flags_that_contradict_each_other_are_wrong_usage(asked: Asked, said: str) -> None:
    with pytest.raises(WrongUsage, match=said):
        check_asked(asked)


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        (Asked(), ("--model-provider NAME", "--model NAME", "--yes")),
        (Asked(model="m"), ("--model-provider NAME",)),
        (Asked(uri="http://127.0.0.1:1/v1"), ("--model NAME",)),
    ],
)
def test_missing_flags_are_named_where_nobody_can_be_asked(
    asked: Asked, missing: tuple[str, ...]
) -> None:
    with pytest.raises(WrongUsage) as caught:
        check_enough(asked)
    assert all(flag in str(caught.value) for flag in missing)


def test_yolo_is_never_taken_without_a_yes() -> None:
    with pytest.raises(WrongUsage, match="--yes with --preset yolo"):
        check_enough(Asked(is_local=True, preset=Preset.YOLO))
    check_enough(Asked(is_local=True, preset=Preset.YOLO, is_agreed=True))


@pytest.mark.parametrize(
    "asked",
    [
        Asked(is_agreed=True),
        Asked(is_local=True),
        Asked(model_provider="openai", model="m"),
        Asked(uri="http://127.0.0.1:1/v1", model="m", preset=Preset.READONLY),
    ],
)
def test_flags_that_say_all_are_enough(asked: Asked) -> None:
    check_asked(asked)
    check_enough(asked)
