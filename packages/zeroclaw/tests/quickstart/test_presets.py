"""Each preset is one level of autonomy."""

from __future__ import annotations

from zeroclaw.quickstart.presets import Preset, level_of


def test_only_yolo_gives_full_autonomy() -> None:
    assert [preset for preset in Preset if level_of(preset) == "full"] == [Preset.YOLO]


def test_first_preset_is_the_supervised_one() -> None:
    assert next(iter(Preset)) is Preset.SUPERVISED
    assert level_of(Preset.SUPERVISED) == "supervised"


def test_readonly_stays_what_it_is_called() -> None:
    assert level_of(Preset.READONLY) == "readonly"
