"""Tests of reading procedures."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.services import Validator
from zeroclaw_api.sop import AdmissionPolicy, Sop, SopPriority
from zeroclaw_api.sop_step import ExecutionMode, GotoStep
from zeroclaw_api.sop_trigger import ManualTrigger
from zeroclaw_config import InvalidAgentFile
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.sops import procedure, read_sop, read_sops

Put = Callable[[str, str | bytes], Path]

MANIFEST = '[sop]\nname = "ship"\ndescription = "Ships."\n[[triggers]]\ntype = "manual"\n'
STEPS = "## Steps\n3. **Look**\n   - next: 7\n7. Go\n   - on_failure: goto:3\n"


def refusal(folder: Path, validator: Validator) -> str:
    with pytest.raises(InvalidAgentFile) as caught:
        read_sop(folder, validator)
    return str(caught.value)


def with_keys(*lines: str) -> str:
    return MANIFEST.replace("[[", "\n".join(lines) + "\n[[", 1)


def test_steps_beside_the_manifest_keep_their_numbers(put: Put, validator: Validator) -> None:
    put("ship/SOP.md", STEPS)
    folder = put("ship/SOP.toml", MANIFEST)
    sop = read_sop(folder, validator)
    assert (sop.name, sop.origin, sop.triggers) == ("ship", str(folder), (ManualTrigger(),))
    assert [step.number for step in sop.steps] == [3, 7]
    assert sop.steps[0].route == GotoStep(7)
    assert sop.steps[1].on_failure == GotoStep(3)


def test_every_setting_of_the_manifest_reaches_the_procedure(
    put: Put, validator: Validator
) -> None:
    lines = [
        *('version = "2.0"', 'priority = "critical"', 'execution_mode = "auto"', 'agent = "ops"'),
        *("cooldown_secs = 90", "max_concurrent = 3", 'admission_policy = "hold"'),
        "max_pending_approvals = 4",
    ]
    put("ship/SOP.md", STEPS)
    sop = read_sop(put("ship/SOP.toml", with_keys(*lines)), validator)
    assert (sop.version, sop.priority, sop.mode) == ("2.0", SopPriority.CRITICAL, "auto")
    assert (sop.agent, sop.cooldown) == ("ops", timedelta(seconds=90))
    assert (sop.max_concurrent, sop.admission) == (3, AdmissionPolicy.HOLD)
    assert sop.max_pending_approvals == 4


def test_what_is_left_out_has_the_values_of_the_reference(put: Put, validator: Validator) -> None:
    put("ship/SOP.md", STEPS)
    sop = read_sop(put("ship/SOP.toml", MANIFEST), validator)
    assert (sop.version, sop.priority, sop.mode) == ("0.1.0", SopPriority.NORMAL, None)
    assert (sop.cooldown, sop.max_concurrent) == (timedelta(), 1)
    assert (sop.admission, sop.max_pending_approvals) == (AdmissionPolicy.PARALLEL, None)


def test_steps_may_stand_in_the_manifest_alone(put: Put, validator: Validator) -> None:
    steps = '[[steps]]\ntitle = "a"\n[[steps]]\ntitle = "b"\nnext = 1\nswitch = []\n'
    sop = read_sop(put("ship/SOP.toml", MANIFEST + steps), validator)
    assert [step.number for step in sop.steps] == [1, 2]
    assert sop.steps[1].route == GotoStep(1)


def test_steps_in_both_places_are_a_problem(put: Put, validator: Validator) -> None:
    put("ship/SOP.md", STEPS)
    folder = put("ship/SOP.toml", MANIFEST + '[[steps]]\ntitle = "a"\n')
    assert "line 6: steps stands beside a SOP.md, which has the steps" in refusal(folder, validator)


def test_places_in_a_drawing_say_nothing(put: Put, validator: Validator) -> None:
    put("ship/SOP.md", STEPS)
    folder = put("ship/SOP.toml", MANIFEST + "[[positions]]\nstep = 3\nx = 1.5\ny = 2.0\n")
    assert read_sop(folder, validator).steps[0].number == 3


def test_deterministic_is_another_word_for_the_mode(put: Put, validator: Validator) -> None:
    put("ship/SOP.md", STEPS)
    sop = read_sop(put("ship/SOP.toml", with_keys("deterministic = true")), validator)
    assert sop.mode is ExecutionMode.DETERMINISTIC
    both = with_keys("deterministic = true", 'execution_mode = "auto"')
    told = refusal(put("ship/SOP.toml", both), validator)
    assert 'sop.deterministic contradicts `execution_mode = "auto"`' in told


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('prority = "low"', "sop.prority is not a known key; did you mean `priority`?"),
        ('execution_mode = "supervise"', "did you mean `supervised`?"),
        ('execution_mode = "yolo"', "sop.execution_mode must be auto, supervised"),
        ('admission_policy = "holt"', "did you mean `hold`?"),
        ("max_concurrent = 0", "sop.max_concurrent must be at least 1"),
        ("cooldown_secs = -1", "sop.cooldown_secs must be at least 0"),
        ("cooldown_secs = 99999999999999", "sop.cooldown_secs must be at most"),
        ('deterministic = "yes"', "sop.deterministic must be true or false"),
    ],
)
def test_a_setting_that_cannot_be_taken_is_never_a_default(
    put: Put, validator: Validator, line: str, problem: str
) -> None:
    put("ship/SOP.md", STEPS)
    told = refusal(put("ship/SOP.toml", with_keys(line)), validator)
    assert "line 4: " in told
    assert problem in told


@pytest.mark.parametrize("name", ["../evil", "/etc", "..", "a/b", "other", ".ship", "Ship"])
def test_a_name_that_is_not_the_folder_is_refused(
    put: Put, validator: Validator, name: str
) -> None:
    put("ship/SOP.md", STEPS)
    text = MANIFEST.replace('"ship"', json.dumps(name))
    assert "sop.name must" in refusal(put("ship/SOP.toml", text), validator)


def test_what_could_never_run_is_refused(put: Put, validator: Validator) -> None:
    told = refusal(put("ship/SOP.toml", '[sop]\nname = "ship"\ndescription = " "\n'), validator)
    assert "triggers is missing, so nothing starts a run" in told
    assert "steps is missing, and there is no SOP.md" in told
    assert "sop.description must have at least 1" in told
    assert "SOP.toml: the file is missing" in refusal(put("b/SOP.md", STEPS), validator)


def test_problems_of_both_files_come_at_once(put: Put, validator: Validator) -> None:
    put("ship/SOP.md", "## Steps\n1. a\n   - next: 9\n1. b\n   - kind: chekpoint\n")
    told = refusal(put("ship/SOP.toml", with_keys('prority = "low"')), validator).splitlines()
    assert told[0].endswith("ship has 4 problems:")
    assert [line.partition(": ")[0].strip() for line in told[1:]] == [
        *("SOP.toml, line 4", "SOP.md, line 3", "SOP.md, line 4", "SOP.md, line 5"),
    ]
    put("ship/SOP.toml", "= broken")
    assert "SOP.md, line 3" in refusal(put("ship/SOP.toml", "= broken"), validator)


def test_a_broken_procedure_hides_none_of_the_others(
    put: Put, validator: Validator, tmp_path: Path
) -> None:
    put("sops/ship/SOP.toml", MANIFEST)
    put("sops/ship/SOP.md", STEPS)
    put("sops/typo/SOP.toml", MANIFEST)
    put("sops/typo/SOP.md", b"\xff")
    put("sops/none/README.md", "x")
    (tmp_path / "sops/linked").symlink_to(tmp_path / "sops/ship")
    (tmp_path / "sops/away").mkdir()
    (tmp_path / "sops/away/SOP.toml").symlink_to(tmp_path / "sops/ship/SOP.toml")
    reading = read_sops(tmp_path / "sops", validator)
    assert [sop.name for sop in reading.sops] == ["ship"]
    told = "\n".join(map(str, reading.problems))
    for name in ("typo/SOP.toml", "typo/SOP.md", "none/SOP.toml", "linked", "away/SOP.toml"):
        assert f"sops/{name}" in told
    assert read_sops(tmp_path / "gone", validator).problems == ()


HOSTILE = {
    "heading": "## " + " #" * 200_000 + "x",
    "braces": '- call: {"tool": "x", "args": {"a": "' + "{{" * 200_000 + '"}}',
    "quotes": "- switch: " + '"' * 400_000,
    "steps": "2. a\n" * 80_000,
    "unknown": "- nxt: a\n" * 50_000,
    "path": "- when: $" + ".a" * 200_000,
    "deep": "- input: " + '{"a":' * 80_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_steps_cost_little_time(validator: Validator, name: str) -> None:
    began = time.perf_counter()
    markdown = (f"## Steps\n1. a\n{HOSTILE[name]}", Notes("m"))
    procedure((MANIFEST.replace("ship", "a"), Notes("t")), markdown, "a", "/a", validator)
    assert time.perf_counter() - began < 10


PIECES = st.sampled_from(
    [
        *("[sop]\n", "[[triggers]]\n", "[[steps]]\n", 'name = "a"\n', 'description = "d"\n'),
        *('type = "manual"\n', 'type = "mqtt"\n', 'topic = "a"\n', 'condition = "> 5"\n'),
        *('title = "t"\n', "number = 1\n", "next = 1\n", "with = 1979-05-27\n", "input = {}\n"),
        *('switch = [{ name = "a", goto = 1 }]\n', 'calls = [{ tool = "x" }]\n', "steps = 1\n"),
        *("triggers = {}\n", "deterministic = true\n", "sop = 1\n", "x = nan\n", "'", "\n"),
    ]
)


@given(
    st.text() | st.lists(PIECES, max_size=14).map("".join),
    st.none() | st.text() | st.sampled_from([STEPS, "## Steps\n1. a\n- call: {}\n"]),
)
def test_any_texts_are_a_procedure_or_noted(
    validator: Validator, text: str, steps: str | None
) -> None:
    notes, beside = Notes("t"), Notes("m")
    markdown = None if steps is None else (steps, beside)
    sop = procedure((text, notes), markdown, "a", "/a", validator)
    assert (sop is None) == (bool(notes) or bool(beside))


WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs"])).map(str.strip).filter(bool)


@given(
    description=WORDS,
    priority=st.sampled_from(SopPriority),
    mode=st.none() | st.sampled_from(ExecutionMode),
    cooldown=st.integers(0, 10_000),
    topics=st.lists(WORDS, min_size=1, max_size=3, unique=True),
)
def test_a_written_procedure_is_read_back(
    validator: Validator,
    description: str,
    priority: SopPriority,
    mode: ExecutionMode | None,
    cooldown: int,
    topics: list[str],
) -> None:
    def text(value: str) -> str:
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

    lines = ["[sop]", 'name = "a"', f"description = {text(description)}"]
    lines += [f'priority = "{priority}"', f"cooldown_secs = {cooldown}"]
    lines += [] if mode is None else [f'execution_mode = "{mode}"']
    for topic in topics:
        lines += ["[[triggers]]", 'type = "mqtt"', f"topic = {text(topic)}"]
    notes = Notes("t")
    sop = procedure(("\n".join(lines), notes), (STEPS, Notes("m")), "a", "/a", validator)
    assert isinstance(sop, Sop), notes.problems
    assert (sop.description, sop.priority, sop.mode) == (description, priority, mode)
    assert sop.cooldown == timedelta(seconds=cooldown)
    assert [getattr(trigger, "topic", None) for trigger in sop.triggers] == topics
