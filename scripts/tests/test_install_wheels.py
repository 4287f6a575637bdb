"""Tests of what the installer reads from a set of wheels."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from install_wheels import WheelSetError, install, pins_of, requirements_of, third_party


def test_only_names_of_others_are_asked_of_an_index() -> None:
    lines = ["trio>=0.27", "zeroclaw-api<0.2,>=0.1", "zeroclaw", "Zeroclaw_http>=0.1", "attrs"]
    assert third_party(lines) == ["attrs", "trio>=0.27"]
    # Another name that merely begins alike is somebody else's.
    assert third_party(["zeroclawish>=1"]) == ["zeroclawish>=1"]


def test_requirements_of_extras_are_left_out(tmp_path: Path) -> None:
    wheel = tmp_path / "zeroclaw_x-0.1.0-py3-none-any.whl"
    metadata = "Name: x\nRequires-Dist: trio>=0.27\nRequires-Dist: h11; extra == 'server'\n"
    with ZipFile(wheel, "w") as archive:
        archive.writestr("zeroclaw_x-0.1.0.dist-info/METADATA", metadata)
    assert requirements_of(wheel) == ["trio>=0.27"]


def test_a_folder_with_two_versions_of_a_wheel_is_refused(tmp_path: Path) -> None:
    wheels = [tmp_path / f"zeroclaw_x-{version}-py3-none-any.whl" for version in ("0.1.0", "0.2.0")]
    assert pins_of(wheels[:1]) == ["zeroclaw-x==0.1.0"]
    with pytest.raises(WheelSetError, match="twice"):
        pins_of(wheels)


def test_a_folder_without_wheels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WheelSetError, match="no wheel of ours"):
        install(tmp_path, tmp_path / "venv")
