"""Trying providers ends with an exit code that tells how it went."""

from __future__ import annotations

from pathlib import Path

import pytest
from provider_homes import PLANTED_KEY, ProviderHome

from zeroclaw.providers.checking import CheckRequest, run


@pytest.fixture
def home(tmp_path: Path) -> ProviderHome:
    return ProviderHome(tmp_path).write()


def test_providers_that_cannot_be_reached_fail_by_name(home: ProviderHome) -> None:
    code, out, err = home.run("check")
    assert code == 1
    assert err == (
        "zeroclaw: This asks 2 real models two short questions each, which may cost a fraction of"
        " a cent for each.\n"
    )
    assert "Cannot reach custom.home for some-model" in out
    assert "needs `NOT_SET_ANYWHERE`" in out
    assert out.endswith("\n\n0 of 3 working.\n")
    assert PLANTED_KEY not in out
    assert "\x1b" not in out


def test_named_ones_are_tried_alone(home: ProviderHome) -> None:
    form = home.json("check", "anthropic.work")
    assert isinstance(form, dict)
    listed = form["providers"]
    assert isinstance(listed, list)
    assert [each["provider"] for each in listed if isinstance(each, dict)] == ["anthropic.work"]


def test_disabled_one_alone_asks_nobody(home: ProviderHome) -> None:
    code, out, err = home.run("check", "custom.broken")
    assert (code, err) == (1, "")
    assert "needs `NOT_SET_ANYWHERE`" in out


def test_misspelt_name_is_wrong_usage(home: ProviderHome) -> None:
    code, out, err = home.run("check", "custom.hom")
    assert (code, out) == (2, "")
    assert err == (
        "zeroclaw: 'custom.hom' is no model of the config; the nearest is custom.home.\n"
    )


def test_config_without_models_has_nothing_that_works(tmp_path: Path) -> None:
    code, out, err = ProviderHome(tmp_path).write("schema_version = 3\n").run("check")
    assert (code, out) == (1, "")
    assert "zeroclaw quickstart" in err


def test_missing_config_is_told_in_one_sentence(tmp_path: Path) -> None:
    code, out, err = ProviderHome(tmp_path).run("check")
    assert (code, out) == (1, "")
    assert err.count("\n") == 1


def test_function_behind_the_command_gives_an_exit_code(
    home: ProviderHome, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZEROCLAW_HOME", str(home.root))
    assert run(CheckRequest(("custom.home",), 5.0, as_json=True), debug=False) == 1
    assert '"provider_unreachable"' in capfd.readouterr().out
