"""Tests of the way from a file to a configuration."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import (
    MAX_CONFIG_BYTES,
    Config,
    ConfigError,
    ConfigMissing,
    ConfigNotText,
    ConfigTooLarge,
    ConfigUnreadable,
    InvalidConfig,
    load_config,
)
from zeroclaw_config.secrets.box import seal
from zeroclaw_config.secrets.key_file import create_key

Write = Callable[[bytes], Path]
Load = Callable[[str], Config]

MINIMAL = b"schema_version = 3\n"
PIECES = st.sampled_from(
    [
        *("schema_version = 3\n", "[agents.main]\n", "[agents]\n", "[[agents]]\n"),
        *("[providers.models.custom.home]\n", "[providers]\n", "models.custom.x.model = 'm'\n"),
        *("[risk_profiles.a]\n", "[runtime_profiles.a]\n", "budget.day = ", "level = ", "uri = "),
        *("model = ", "model_provider = ", "max_tokens = ", "max_iterations = ", "api_key = "),
        *("auto_approve = ", "deadline_secs = ", "'${A}'\n", "'custom.home'\n", "'full'\n"),
        *("5\n", "-1\n", "nan\n", "1e999\n", "true\n", "[]\n", "['a', 1]\n", "{}\n", "0xffffff\n"),
        *("1979-05-27\n", "07:32:00\n", "'''\n''' \n", "[memory]\n", "x = ", "# c\n", "\n", "="),
        "0x" + "f" * 9000 + "\n",
    ]
)


def refused(path: Path) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load_config(path, {}, {})
    assert "\n" not in str(caught.value)
    assert path.name in str(caught.value)
    return caught.value


def test_a_missing_file_is_named_with_what_to_do(tmp_path: Path) -> None:
    error = refused(tmp_path / "gone" / "config.toml")
    assert isinstance(error, ConfigMissing)
    assert "Create it" in str(error)
    (tmp_path / "file").write_bytes(b"")
    assert isinstance(refused(tmp_path / "file" / "config.toml"), ConfigMissing)


def test_a_link_to_nowhere_is_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").symlink_to("gone.toml")
    assert isinstance(refused(tmp_path / "config.toml"), ConfigMissing)


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    assert "it is a folder" in str(refused(tmp_path))


def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "no regular file" in str(refused(tmp_path / "pipe"))


def test_a_loop_of_links_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "config.toml").symlink_to("config.toml")
    assert isinstance(refused(tmp_path / "config.toml"), ConfigUnreadable)


def test_a_name_too_long_for_the_system_is_one_sentence(tmp_path: Path) -> None:
    assert "too long" in str(refused(tmp_path / ("x" * 300)))


def test_a_name_that_is_no_path_is_one_sentence() -> None:
    with pytest.raises(ConfigUnreadable):
        load_config(Path("a\0b"), {}, {})


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_says_so(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(MINIMAL)
    path.chmod(0)
    assert "permission denied" in str(refused(path))


def test_a_name_that_is_not_text_can_still_be_printed(tmp_path: Path) -> None:
    with pytest.raises(ConfigMissing) as caught:
        load_config(tmp_path / os.fsdecode(b"\xff.toml"), {}, {})
    assert str(caught.value).encode()


def test_a_file_over_the_limit_is_refused(write: Write) -> None:
    assert load_config(write(MINIMAL.ljust(MAX_CONFIG_BYTES)), {}, {}).agents == {}
    assert isinstance(refused(write(MINIMAL.ljust(MAX_CONFIG_BYTES + 1))), ConfigTooLarge)


def test_bytes_that_are_not_text_name_their_line(write: Write) -> None:
    error = refused(write(MINIMAL + b"# \xff"))
    assert isinstance(error, ConfigNotText)
    assert error.line == 2


def test_a_byte_order_mark_is_no_trouble(write: Write) -> None:
    assert load_config(write(b"\xef\xbb\xbf" + MINIMAL), {}, {}).agents == {}


@given(st.binary() | st.binary().map(lambda tail: MINIMAL + tail))
def test_any_bytes_give_a_configuration_or_our_error(write: Write, data: bytes) -> None:
    outcome: Config | str
    try:
        outcome = load_config(write(data), {}, {})
    except ZeroClawError as error:
        outcome = str(error)
    assert outcome


@given(st.lists(PIECES, max_size=12).map("".join))
def test_any_likely_text_gives_a_configuration_or_our_error(load: Load, text: str) -> None:
    outcome: Config | str
    try:
        outcome = load("schema_version = 3\n" + text)
    except ZeroClawError as error:
        outcome = str(error)
    if isinstance(outcome, Config):
        for alias in outcome.agents:
            assert outcome.models[outcome.agents[alias].model_provider].model
    assert outcome


SEALED_FILE = """\
schema_version = 3
[providers.models.custom.home]
uri = "u"
model = "m"
api_key = "{}"
[agents.main]
model_provider = "custom.home"
[gateway]
token = "enc3:broken"
"""


def test_a_sealed_value_is_opened_with_the_key_beside_the_file(
    tmp_path: Path, house: Callable[[], type[ModelSettings]]
) -> None:
    key = create_key(tmp_path / ".secret_key")
    path = tmp_path / "config.toml"
    place = ("providers", "models", "custom", "home", "api_key")
    path.write_text(SEALED_FILE.format(seal(key, "${A}", place)))
    config = load_config(path, {"A": "1"}, {"custom": house}, strict=True)
    assert "api_key='${A}'" in repr(config.models[config.agents["main"].model_provider])
    assert "${A}" not in repr(config)


def test_a_sealed_value_that_does_not_open_disables_its_model(
    tmp_path: Path, house: Callable[[], type[ModelSettings]]
) -> None:
    key = create_key(tmp_path / ".secret_key")
    path = tmp_path / "config.toml"
    path.write_text(SEALED_FILE.format(seal(key, "hush", ("another", "place"))))
    config = load_config(path, {}, {"custom": house})
    assert config.models == {}
    with pytest.raises(InvalidConfig, match=r"config.toml, line 5: .*home.api_key .*key"):
        config.choose_agent()


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, zeroclaw_config; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_config" in loaded
    assert not loaded & {"pydantic", "attrs", "tomllib", "zeroclaw_api", "trio"}
