"""A call is judged by what its arguments name; the worst of them counts."""

from __future__ import annotations

from attrs import evolve

from zeroclaw_api.approvals import CommandPrefix, SamePath
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import DECLARED, ArgumentRole, Assessment, Effect, Risk
from zeroclaw_api.tool import ToolSpec
from zeroclaw_runtime.security.commands.verdict import CommandVerdict
from zeroclaw_runtime.security.paths import PathVerdict
from zeroclaw_runtime.security.policies import Policies, assess, assess_script
from zeroclaw_testing.tools import tool_spec

READS = frozenset({Effect.READ})
EXECUTES = frozenset({Effect.EXECUTE})


def spec(**roles: ArgumentRole) -> ToolSpec:
    return evolve(tool_spec("t", risk=Risk.MEDIUM, effects=frozenset({Effect.WRITE})), roles=roles)


def scripts(text: str) -> CommandVerdict:
    if text == "ls":
        return CommandVerdict(Risk.LOW, READS, "known", text, "'ls'", (("ls",),), prefixes=())
    return CommandVerdict(
        Risk.MEDIUM,
        EXECUTES,
        "unknown_command",
        text,
        text,
        commands=((text,),),
        hosts=("example.com",),
        prefixes=((text,),),
        advice="Write it more simply.",
    )


def found(args: JsonObject, policies: Policies, **roles: ArgumentRole) -> Assessment:
    return assess(spec(**roles), args, policies)


def test_without_a_role_the_tool_itself_says_how_dangerous_it_is() -> None:
    declared = found({"a": "ls"}, Policies(scripts=scripts))
    assert (declared.risk, declared.rule, declared.script) == (Risk.MEDIUM, DECLARED, None)


def test_script_is_as_dangerous_as_its_commands() -> None:
    policies = Policies(scripts=scripts)
    low = found({"s": "ls"}, policies, s=ArgumentRole.SCRIPT)
    assert (low.risk, low.effects, low.script, low.keeps) == (Risk.LOW, READS, "'ls'", ())
    other = found({"s": "make"}, policies, s=ArgumentRole.SCRIPT)
    assert (other.risk, other.rule, other.hosts) == (
        Risk.MEDIUM,
        "unknown_command",
        ("example.com",),
    )
    assert (other.keeps, other.advice) == ((CommandPrefix(("make",)),), "Write it more simply.")


def test_script_that_nothing_judges_must_be_asked_about() -> None:
    unjudged = found({"s": "ls"}, Policies(), s=ArgumentRole.SCRIPT)
    assert (unjudged.must_ask, unjudged.rule, unjudged.keeps) == (True, "unjudged_script", ())
    assert assess_script("ls", Policies()).must_ask
    # The control: a judged one need not be.
    assert not assess_script("ls", Policies(scripts=scripts)).must_ask


def paths(path: str, writes: bool) -> PathVerdict:
    if path == ".git/config" and writes:
        return PathVerdict(Risk.HIGH, "protected_name", denial="protected_name")
    return PathVerdict(Risk.MEDIUM if writes else Risk.LOW, "inside")


def test_path_is_judged_by_what_happens_to_it() -> None:
    policies = Policies(paths=paths)
    read = found({"p": "a"}, policies, p=ArgumentRole.PATH_READ)
    assert (read.risk, read.paths, read.keeps) == (Risk.LOW, ("a",), ())
    write = found({"p": "a"}, policies, p=ArgumentRole.PATH_WRITTEN)
    assert (write.risk, write.keeps) == (Risk.MEDIUM, (SamePath("a"),))
    denied = found({"p": ".git/config"}, policies, p=ArgumentRole.PATH_WRITTEN)
    assert denied.denial == "protected_name"


def test_worst_argument_counts_and_nothing_is_kept_for_several() -> None:
    both = {"a": ArgumentRole.PATH_READ, "b": ArgumentRole.PATH_WRITTEN}
    policies = Policies(paths=paths)
    two = found({"a": "x", "b": "y"}, policies, **both)
    assert (two.risk, two.paths, two.keeps) == (Risk.MEDIUM, ("x", "y"), ())
    assert found({"a": "x", "b": ".git/config"}, policies, **both).denial == "protected_name"


def test_argument_that_is_left_out_or_no_text_changes_nothing() -> None:
    policies = Policies(scripts=scripts, paths=paths)
    assert found({}, policies, s=ArgumentRole.SCRIPT).rule == DECLARED
    assert found({"s": 5}, policies, s=ArgumentRole.SCRIPT).rule == DECLARED
