"""A migrated text says what the migrated document says, with its comments kept."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import ConfigSyntax, SchemaTooNew
from zeroclaw_config.migration.apply import destination, migrated_text
from zeroclaw_config.migration.change import Change, ChangeKind
from zeroclaw_config.migration.source_comments import comments_of

Families = Mapping[str, Callable[[], type[ModelSettings]]]
Document = Callable[[str], str]

DOCUMENTS = [
    "deep_dive", "v1_flat_openai", "v1_channels", "v2_autonomy", "v2_jobs", "v2_backends",
    "v3_two_agents",
]  # fmt: skip


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_text_says_what_the_document_says(
    families: Families, document: Document, name: str, line_end: str
) -> None:
    text = document(name).replace("\n", line_end)
    migrated = migrated_text(text, name, families)
    assert tomllib.loads(migrated.text) == migrated.result.tree
    assert migrated.text.count("\n") == migrated.text.count(line_end)
    assert migrated_text(migrated.text, name, families).text == migrated.text


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_comment_is_still_there(families: Families, document: Document, name: str) -> None:
    text = document(name)
    after = migrated_text(text, name, families).text
    assert [each.text for each in comments_of(text) if each.text not in after] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_carried_key_can_be_brought_back(
    families: Families, document: Document, name: str
) -> None:
    migrated = migrated_text(document(name), name, families)
    block = migrated.text.partition("nothing is lost:\n")[2]
    back = tomllib.loads("\n".join(line.removeprefix("# ") for line in block.splitlines()))
    for key in migrated.result.carried:
        value: object = back
        for part in key.path:
            assert isinstance(value, Mapping)
            value = value[str(part)]
        assert value == key.value


def test_a_current_text_stays_byte_for_byte(families: Families) -> None:
    text = "# mine\nschema_version=3\r\n\n\n[memory]   # odd\npath='x'\n"
    assert migrated_text(text, "f", families).text == text


def test_comments_go_where_their_keys_go(families: Families) -> None:
    text = """\
# of the house

schema_version = 2
# of autonomy
[autonomy]   # beside autonomy
level = "full"   # beside level
# of commands
allowed_commands = ["*"]   # beside commands

# of the memory
[memory]
a    =    1   # as it is

[security.sandbox]
# of the whole box
firejail_args = []
# at the end
"""
    assert (
        migrated_text(text, "f", families).text
        == """\
# of the house

schema_version = 3

# of the memory
[memory]
a    =    1   # as it is

# of autonomy
[risk_profiles.default]  # beside autonomy
level = "full"  # beside level
# of commands
allowed_commands = ["*"]  # beside commands

# at the end

# Not read by this version; kept so that nothing is lost:
# [risk_profiles.default]
# # of the whole box
# firejail_args = []
"""
    )


def test_a_comment_whose_key_is_gone_stands_at_the_top(families: Families) -> None:
    text = '[storage]\n# of the table\n[storage.provider.config]\nprovider = "sqlite"\n'
    after = migrated_text(text, "f", families).text
    assert after.index("# of the table") < after.index("schema_version")


def test_what_belongs_to_no_table_is_carried_first(families: Families) -> None:
    text = "schema_version = 2\n[agent]\nodd = 1\n[swarms.a]\nb = 2\n"
    after = migrated_text(text, "f", families).text
    assert after.index("# swarms = ") < after.index("# [agent]")


def test_a_text_that_is_no_toml_is_refused(families: Families) -> None:
    with pytest.raises(ConfigSyntax, match="at line 1"):
        migrated_text("a = ", "f", families)
    with pytest.raises(SchemaTooNew):
        migrated_text("schema_version = 9", "f", families)


def test_a_key_is_followed_over_several_moves() -> None:
    changes = [
        Change((), ("x",), ChangeKind.ADDED),
        Change(("a",), ("b", "c"), ChangeKind.MOVED),
        Change(("b", "c", "d"), ("e",), ChangeKind.MOVED),
        Change(("e", "f"), None, ChangeKind.KEPT),
    ]
    assert destination(("a", "d"), changes) == (("e",), False)
    assert destination(("a", "d", "f", "g"), changes) == (("e", "f", "g"), True)
    assert destination(("z",), changes) == (("z",), False)


KEYS = st.sampled_from(["api_key", "level", "odd key", "a", "é"])
SCALARS = st.sampled_from(
    ["1", '"x # y"', "'it''s'".replace("''", ""), '"""\n# no\n[no]\n"""', "[ 1, # in\n 2 ]", "nan",
     "{ a = 1, b = [2] }", "1979-05-27T07:32:00Z", "[[1], []]", "'''\n\n\n#'''"]
)  # fmt: skip
HEADERS = st.sampled_from(
    ["[autonomy]", "[autonomy.auto_approve]", "[agent]", "[memory]", "[memory.qdrant]",
     "[channels.discord]", "[providers.models.openai]", "[[cron]]", "[security.sandbox]",
     '[ "odd one" . x ]', "[gateway] # g", "[risk_profiles.a]", "[agents.main]"]
)  # fmt: skip
LINES = st.one_of(
    st.tuples(KEYS, SCALARS).map(lambda kv: f'"{kv[0]}" = {kv[1]} # beside {kv[0]}'),
    st.integers(0, 99).map("# note {}".format),
    HEADERS,
    st.just(""),
)


def is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A valid document: lines that would break what is there are left out."""
    text = draw(st.sampled_from(["", "schema_version = 2\n", "schema_version = 3\n"]))
    for line in draw(st.lists(LINES, max_size=14)):
        if is_toml(text + line + "\n"):
            text += line + "\n"
    return text


@given(texts())
def test_any_text_keeps_values_with_comments(families: Families, text: str) -> None:
    migrated = migrated_text(text, "f", families)
    assert repr(ordered(tomllib.loads(migrated.text))) == repr(ordered(migrated.result.tree))
    left = sorted(comment.text for comment in comments_of(text))
    for comment in left:
        assert migrated.text.count(comment) >= left.count(comment)
    assert migrated_text(migrated.text, "f", families).text == migrated.text


def ordered(value: object) -> object:
    """The value with the keys of its tables sorted."""
    if isinstance(value, Mapping):
        return {key: ordered(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [ordered(inner) for inner in value]
    return value
