"""Tests of reading skills."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.services import Validator
from zeroclaw_api.skill import ShellAction, Skill, SlashText
from zeroclaw_config import InvalidAgentFile
from zeroclaw_config.files.folder import MAX_FILE_BYTES
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.skills import markdown_skill, read_skill, read_skills, toml_skill

Put = Callable[[str, str | bytes], Path]

FULL = """\
---
name: deploy
description: "Ship it: safely"
version: 1.10
author: ops
tags: [ops, ship]
always: true
license: MIT
category: ops
compatibility: needs git
allowed-tools: Bash(git add:*) Read
metadata: {team: core, nested: {a: [b]}}
description_localizations: {fr: Livrer}
slash_options:
  - {name: env, description: Where, type: string, required: true}
---
# Deploy

Do it.
"""


def refusal(folder: Path, validator: Validator) -> str:
    with pytest.raises(InvalidAgentFile) as caught:
        read_skill(folder, validator)
    assert caught.value.facts["count"] == len(caught.value.problems)
    return str(caught.value)


def test_everything_in_a_front_matter_reaches_the_skill(put: Put, validator: Validator) -> None:
    folder = put("deploy/SKILL.md", FULL)
    assert read_skill(folder, validator) == Skill(
        name="deploy",
        description="Ship it: safely",
        origin=str(folder),
        body="# Deploy\n\nDo it.",
        version="1.10",
        author="ops",
        tags=("ops", "ship"),
        always=True,
        slash_options=(SlashText("env", "Where", required=True),),
        allowed_tools=("Bash(git add:*)", "Read"),
        license="MIT",
        category="ops",
        compatibility="needs git",
        metadata={"team": "core", "nested": {"a": ["b"]}},
        localized={"fr": "Livrer"},
    )


def test_without_front_matter_folder_and_paragraph_tell(put: Put, validator: Validator) -> None:
    skill = read_skill(put("brew/SKILL.md", "# Brew\n\nMakes\ntea.\n\nMore.\n"), validator)
    assert (skill.name, skill.description) == ("brew", "Makes tea.")
    assert skill.body == "# Brew\n\nMakes\ntea.\n\nMore."
    assert (skill.version, skill.author, skill.always) == ("0.1.0", None, False)


def test_a_long_first_paragraph_is_cut_visibly(put: Put, validator: Validator) -> None:
    skill = read_skill(put("brew/SKILL.md", "word " * 2000), validator)
    assert len(skill.description) == 1024
    assert skill.description.endswith("…")


def test_author_with_version_may_stand_in_the_metadata(put: Put, validator: Validator) -> None:
    text = "---\ndescription: d\nmetadata:\n  author: me\n  version: 2.0\n---\nbody"
    skill = read_skill(put("a/SKILL.md", text), validator)
    assert (skill.author, skill.version) == ("me", "2.0")


def test_lines_of_either_kind_with_a_mark_give_the_same_skill(
    put: Put, validator: Validator
) -> None:
    plain = read_skill(put("deploy/SKILL.md", FULL), validator)
    data = b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode()
    assert read_skill(put("deploy/SKILL.md", data), validator) == plain


MANIFEST = """\
prompts = ["Be brief."]

[skill]
name = "weather"
description = "Tells the weather."
prompts = ["Be kind."]
tags = ["slash"]

[[tools]]
name = "now"
description = "The weather now."
kind = "shell"
command = "weather {{city}}"
args = { city = "Where" }
timeout_secs = 5
"""


def test_a_manifest_brings_tools_with_prompts(put: Put, validator: Validator) -> None:
    skill = read_skill(put("weather/SKILL.toml", MANIFEST), validator)
    assert skill.prompts == ("Be kind.", "Be brief.")
    (tool,) = skill.tools
    assert isinstance(tool.action, ShellAction)
    assert tool.action.time_limit.total_seconds() == 5
    assert (skill.body, skill.tags) == ("", ("slash",))


def test_instructions_beside_a_manifest_are_its_body(put: Put, validator: Validator) -> None:
    put("weather/SKILL.toml", MANIFEST)
    folder = put("weather/SKILL.md", "# Weather\n\nAsk first.\n")
    assert read_skill(folder, validator).body == "# Weather\n\nAsk first."
    put("weather/SKILL.md", "---\nname: weather\n---\nAsk first.\n")
    assert "has a front matter, where SKILL.toml beside it" in refusal(folder, validator)


def test_a_manifest_that_offers_nothing_is_refused(put: Put, validator: Validator) -> None:
    folder = put("a/SKILL.toml", '[skill]\nname = "a"\ndescription = "d"\n')
    assert "has neither prompts nor tools" in refusal(folder, validator)


def test_all_problems_come_at_once_with_their_lines(put: Put, validator: Validator) -> None:
    put("both/SKILL.md", "---\nx: y\n---\nbody")
    text = '[skill]\nname = "other"\ndescriptio = "d"\n[[tools]]\nname = "t"\nkind = "shel"\n'
    lines = refusal(put("both/SKILL.toml", text), validator).splitlines()
    assert lines[0].endswith("both has 5 problems:")
    assert [line.partition(": ")[0].strip() for line in lines[1:]] == [
        *("SKILL.toml, line 1", "SKILL.toml, line 2", "SKILL.toml, line 3", "SKILL.toml, line 6"),
        "SKILL.md, line 1",
    ]
    assert lines[3].endswith("descriptio is not a known key; did you mean `description`?")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("---\nnam: a\n---\nbody", "line 2: nam is not a known key; did you mean `name`?"),
        ("---\nallowed_tools: a\n---\nbody", "did you mean `allowed-tools`?"),
        ("---\nalways: perhaps\n---\nbody", "line 2: always must be true or false"),
        ("---\ntags: one\n---\nbody", "tags must be a list"),
        ("---\nname: b\n---\nbody", "name must be the name of its folder; did you mean `a`?"),
        ("---\nname: ../a\n---\nbody", "name must be one name, without `/`"),
        ("---\nname: a\n---\n", "has no instructions below its front matter"),
        ("# Only a heading", "description is missing, and there is no paragraph"),
        ("---\nname: !!python/object/apply:os.system [x]\n---\nbody", "line 2: the file has a tag"),
        ("---\na: &a [x]\nb: [*a, *a]\n---\nbody", "line 3: the file has an alias"),
    ],
)
def test_what_is_wrong_with_a_markdown_skill_is_told(
    put: Put, validator: Validator, text: str, problem: str
) -> None:
    assert problem in refusal(put("a/SKILL.md", text), validator)


@pytest.mark.parametrize("name", ["../evil", "/etc", "..", "a/b", "a\\b", ".hidden", ""])
def test_a_name_that_leads_elsewhere_is_refused(put: Put, validator: Validator, name: str) -> None:
    quoted = json.dumps(name)
    folder = put("a/SKILL.toml", f'prompts = ["x"]\n[skill]\nname = {quoted}\ndescription = "d"\n')
    assert "skill.name must" in refusal(folder, validator)


def test_control_the_name_of_the_folder_is_accepted(put: Put, validator: Validator) -> None:
    folder = put("a/SKILL.toml", 'prompts = ["x"]\n[skill]\nname = "a"\ndescription = "d"\n')
    assert read_skill(folder, validator).name == "a"


def test_a_folder_without_skill_says_what_is_nearly_one(put: Put, validator: Validator) -> None:
    assert "has neither SKILL.md nor SKILL.toml." in refusal(put("a/README.md", "x"), validator)
    assert "`skill.md` must be called so exactly" in refusal(put("b/skill.md", "x"), validator)


def test_a_folder_that_is_none_is_one_sentence(put: Put, validator: Validator) -> None:
    folder = put("a/SKILL.md", "x")
    assert "the folder does not exist" in refusal(folder / "gone", validator)
    assert "the folder is no folder" in refusal(folder / "SKILL.md", validator)


def test_a_broken_skill_hides_none_of_the_others(
    put: Put, validator: Validator, tmp_path: Path
) -> None:
    for name, content in {
        "good": b"Fine.",
        "also-good": b"Fine too.",
        "binary": b"\xff\xfe",
        "huge": b"a" * (MAX_FILE_BYTES + 1),
        "typo": b"---\nnam: x\n---\nbody",
        "bomb": b"---\na: &a [x]\nb: [*a]\n---\nbody",
        "_deleted": b"\xff",
    }.items():
        put(f"skills/{name}/SKILL.md", content)
    (tmp_path / "skills/folder/SKILL.md").mkdir(parents=True)
    (tmp_path / "skills/linked").symlink_to(put("outside/SKILL.md", "planted"))
    (tmp_path / "skills/dangling").mkdir()
    (tmp_path / "skills/dangling/SKILL.md").symlink_to("../../outside/SKILL.md")
    reading = read_skills(tmp_path / "skills", validator)
    assert [skill.name for skill in reading.skills] == ["also-good", "good"]
    told = "\n".join(map(str, reading.problems))
    for name in ("binary", "huge", "typo", "bomb", "folder", "linked", "dangling"):
        assert told.count(f"/{name}") == 1
    assert "planted" not in told


def test_a_folder_whose_name_cannot_be_one_is_refused(put: Put, validator: Validator) -> None:
    told = refusal(put("\x1b[31mred/SKILL.md", "body"), validator)
    assert "name is that of the folder, which has a character that cannot be printed" in told
    assert "\x1b" not in told


HOSTILE_FRONTS = [
    "allowed-tools: " + "a(" * 200_000,
    "description: " + "'" * 200_000,
    "\n".join(f"k{number}: v" for number in range(40_000)),
    "tags: [" + "a," * 100_000 + "]",
]


@pytest.mark.parametrize("front", HOSTILE_FRONTS, ids=["brackets", "quotes", "keys", "list"])
def test_a_hostile_front_matter_costs_little_time(validator: Validator, front: str) -> None:
    began = time.perf_counter()
    assert markdown_skill(f"---\n{front}\n---\nx", "a", "/a", validator, Notes("f")) is None
    assert time.perf_counter() - began < 10


def test_no_folder_of_skills_means_no_skills(tmp_path: Path, validator: Validator) -> None:
    assert read_skills(tmp_path / "gone", validator).skills == ()
    assert read_skills(tmp_path / "gone", validator).problems == ()


PIECES = st.sampled_from(
    [
        *(
            "---\n",
            "name: a\n",
            "description: d\n",
            "tags: [a, b]\n",
            "always: yes\n",
            "metadata:\n",
        ),
        *("  k: v\n", "slash_options:\n", "  - name: x\n", "    type: string\n", "nam: b\n", "\t"),
        *(
            "# T\n",
            "text\n",
            "```\n",
            "- x\n",
            "&a ",
            "*a\n",
            "!!str ",
            "{",
            "]",
            ": ",
            "\r\n",
            "\0",
        ),
    ]
)


@given(st.text() | st.lists(PIECES, max_size=20).map("".join))
def test_any_markdown_is_a_skill_or_noted(validator: Validator, text: str) -> None:
    for each in (text, f"---\n{text}\n---\nbody"):
        notes = Notes("f")
        skill = markdown_skill(each, "a", "/a", validator, notes)
        assert (skill is None) == bool(notes)


TOML_PIECES = st.sampled_from(
    [
        *("[skill]\n", "[[tools]]\n", 'name = "a"\n', 'description = "d"\n', 'kind = "shell"\n'),
        *('command = "x {{y}}"\n', 'args = { y = "z" }\n', "args = { y = {} }\n", "tools = 1\n"),
        *('kind = "mcp"\n', 'target = "a__b"\n', "timeout_secs = 0\n", "prompts = ['x']\n"),
        *("[[skill.slash_options]]\n", 'type = "user"\n', "x = nan\n", "= ", "'", "skill = []\n"),
    ]
)


@given(st.text() | st.lists(TOML_PIECES, max_size=14).map("".join), st.sampled_from(["", "body"]))
def test_any_manifest_is_a_skill_or_noted(validator: Validator, text: str, body: str) -> None:
    notes = Notes("f")
    skill = toml_skill(text, body, "a", "/a", validator, notes)
    assert (skill is None) == bool(notes)


@given(st.binary(max_size=300) | st.binary(max_size=100).map(lambda tail: b"---\nname: a\n" + tail))
def test_any_bytes_give_a_skill_or_our_error(
    tmp_path_factory: pytest.TempPathFactory, validator: Validator, data: bytes
) -> None:
    folder = tmp_path_factory.getbasetemp() / "any" / "a"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_bytes(data)
    outcome: Skill | str
    try:
        outcome = read_skill(folder, validator)
    except ZeroClawError as error:
        outcome = str(error)
    assert outcome


TEXT = st.characters(exclude_categories=["Cc", "Cn", "Co", "Cs", "Zl", "Zp"])
WORDS = st.text(TEXT).map(str.strip).filter(bool)
BODIES = st.lists(WORDS.filter(lambda line: not line.startswith(("```", "~~~"))), min_size=1)


@given(
    description=WORDS, author=WORDS, version=WORDS, tags=st.lists(WORDS, max_size=3), body=BODIES
)
def test_a_written_skill_is_read_back(
    validator: Validator,
    description: str,
    author: str,
    version: str,
    tags: list[str],
    body: list[str],
) -> None:
    keys = {"description": description, "author": author, "version": version, "tags": tags}
    # Every JSON value is a YAML value.
    front = json.dumps(keys, ensure_ascii=False)
    text = "\n".join(body)
    notes = Notes("f")
    skill = markdown_skill(f"---\n{front}\n---\n{text}\n", "a", "/a", validator, notes)
    assert skill is not None, notes.problems
    assert (skill.description, skill.author, skill.version) == (description, author, version)
    assert (skill.tags, skill.body) == (tuple(tags), text)
