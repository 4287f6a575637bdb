"""A secret is sealed at its place, or refused with the file as it was."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from secret_homes import KEY, PLANTED, environment, give, key_of, text_of, write

from zeroclaw.sealing.set_secret import run
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import load_config


def loaded_key(home: Path) -> str:
    """The key of the model, as an agent would get it."""
    config = load_config(home / "config.toml", {}, installed_families())
    settings: object = config.models["custom.home"]
    secret: object = vars(settings)["api_key"]
    return str(getattr(secret, "get_secret_value", str)())


def files_with(home: Path, text: str) -> list[str]:
    """The files of a home that hold a text."""
    return [
        path.name
        for path in sorted(home.rglob("*"))
        if path.is_file() and text.encode() in path.read_bytes()
    ]


def test_secret_is_sealed_where_it_opens_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path)
    before = path.read_text()
    assert give(tmp_path, PLANTED) == 0
    shown = capfd.readouterr()
    assert (shown.out, shown.err) == (f"Sealed {KEY} in {path}.\n", "")
    assert loaded_key(tmp_path) == PLANTED
    lines = [line for line in text_of(tmp_path).splitlines() if not line.startswith("api_key")]
    assert [line for line in lines if line] == [line for line in before.splitlines() if line]
    assert files_with(tmp_path, PLANTED) == []


def test_control_a_secret_in_a_file_is_found(tmp_path: Path) -> None:
    write(tmp_path, f'api_key = "{PLANTED}"')
    assert files_with(tmp_path, PLANTED) == ["config.toml"]


def test_key_file_is_made_for_its_owner_alone_then_kept(tmp_path: Path) -> None:
    write(tmp_path)
    assert give(tmp_path, "one") == 0
    key = key_of(tmp_path)
    assert stat.S_IMODE((tmp_path / ".secret_key").stat().st_mode) == 0o600
    assert give(tmp_path, "two") == 0
    assert (key_of(tmp_path), loaded_key(tmp_path)) == (key, "two")


def test_secret_with_the_look_of_a_variable_is_taken_as_it_is(tmp_path: Path) -> None:
    write(tmp_path)
    assert give(tmp_path, "a${NOT_SET}b") == 0
    assert loaded_key(tmp_path) == "a${NOT_SET}b"


def test_hyphens_for_underscores_name_the_same_key(tmp_path: Path) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED, KEY.replace("_", "-")) == 0
    assert loaded_key(tmp_path) == PLANTED


def test_table_that_is_not_there_is_started_with_what_it_lacks_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    key = "providers.models.custom.other.api_key"
    assert give(tmp_path, PLANTED, key) == 0
    assert "[providers.models.custom.other]\napi_key = " in text_of(tmp_path)
    told = capfd.readouterr().err
    assert "Not complete yet: providers.models.custom.other.uri is missing." in told


def test_section_that_nothing_reads_yet_takes_secrets(tmp_path: Path) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED, "channels.telegram.home.bot_token") == 0
    assert "[channels.telegram.home]\nbot_token = " in text_of(tmp_path)


def test_reference_is_kept_as_it_is_without_a_key_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path)
    assert give(tmp_path, "op://Private/server/key") == 0
    assert 'api_key = "op://Private/server/key"' in text_of(tmp_path)
    assert capfd.readouterr().out == f"Kept the reference at {KEY} in {path}.\n"
    assert not (tmp_path / ".secret_key").exists()


def test_plain_secret_is_sealed_with_a_word_about_the_backup(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, f'api_key = "{PLANTED}"')
    assert give(tmp_path, PLANTED) == 0
    assert files_with(tmp_path, PLANTED) == ["config.toml.bak"]
    assert f"{tmp_path}/config.toml.bak" in capfd.readouterr().err


def test_overriding_variable_is_told_without_what_it_says(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    name = "ZEROCLAW_" + KEY.replace(".", "__")
    variables = {**environment(tmp_path), name: "sk-other"}
    assert run(KEY, lambda: PLANTED, variables, debug=False) == 0
    told = capfd.readouterr().err
    assert name in told
    assert "sk-other" not in told


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("providers.models.custom.home.api_kye", "did you mean `api_key`?"),
        ("providers.models.custom.home.model", "use `zeroclaw config set "),
        ("agents.main.model_provider", "use `zeroclaw config set "),
        ("provders.models.custom.home.api_key", "did you mean `providers`?"),
        ("a..b", "is no key"),
    ],
)
def test_key_that_no_secret_fits_is_refused_before_anybody_is_asked(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], key: str, said: str
) -> None:
    before = write(tmp_path).read_text()
    asked = []
    code = run(key, lambda: asked.append(key), environment(tmp_path), debug=False)
    told = capfd.readouterr().err
    assert code == 1
    assert said in told
    assert len(told.splitlines()) == 1
    assert (asked, text_of(tmp_path)) == ([], before)
    assert not (tmp_path / ".secret_key").exists()


def test_value_that_the_setting_cannot_have_is_refused_unquoted(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = write(tmp_path).read_text()
    assert give(tmp_path, f"{PLANTED} with spaces") == 1
    told = capfd.readouterr().err
    assert KEY in told
    assert PLANTED not in told
    assert text_of(tmp_path) == before


def test_what_was_wrong_elsewhere_does_not_keep_a_secret_out(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(path.read_text() + '\n[agents.other]\nmodel_provider = "custom.gone"\n')
    assert give(tmp_path, PLANTED) == 0
    assert loaded_key(tmp_path) == PLANTED


def test_unreadable_secrets_are_set_again_one_by_one(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(path.read_text() + '[providers.models.custom.b]\nuri = "http://[::1]"\n')
    other = "providers.models.custom.b.api_key"
    assert (give(tmp_path, PLANTED), give(tmp_path, "two", other)) == (0, 0)
    (tmp_path / ".secret_key").write_text("ab" * 32 + "\n")
    assert (give(tmp_path, PLANTED), give(tmp_path, "two", other)) == (0, 0)
    assert loaded_key(tmp_path) == PLANTED


def test_lost_key_file_is_not_replaced_while_secrets_need_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    assert give(tmp_path, PLANTED) == 0
    (tmp_path / ".secret_key").unlink()
    assert give(tmp_path, "two", "channels.telegram.home.bot_token") == 1
    assert "it is missing, while 1 value is sealed with it" in capfd.readouterr().err
    assert not (tmp_path / ".secret_key").exists()


def test_older_form_must_be_migrated_first(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.toml").write_text("schema_version = 2\n[providers.models.custom]\n")
    assert give(tmp_path, PLANTED) == 1
    assert "is not migrated yet" in capfd.readouterr().err


def test_who_leaves_instead_changes_nothing(tmp_path: Path) -> None:
    before = write(tmp_path).read_text()
    assert give(tmp_path, None) == 130
    assert text_of(tmp_path) == before
