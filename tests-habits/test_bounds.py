"""Find tasks, threads, queues without a bound or an owner."""

import ast
from pathlib import Path

from source_tree import ROOT, Finding, calls, source_modules, unexcused, write_tree

DETACHED = {
    "spawn_system_task",
    "create_task",
    "ensure_future",
    "start_new_thread",
    "start_thread_soon",
}
INFINITE = {"math.inf", "inf", "float('inf')"}


def _problem(name: str, call: ast.Call) -> str | None:
    last = name.split(".")[-1]
    keywords = {keyword.arg for keyword in call.keywords}
    if last in DETACHED:
        return f"{name} starts what no nursery owns"
    if name in ("Thread", "threading.Thread"):
        return f"{name} has no limiter; use trio.to_thread with one"
    if name.endswith("to_thread.run_sync") and "limiter" not in keywords:
        return f"{name} has no limiter of its own"
    if last == "open_memory_channel" and {ast.unparse(a) for a in call.args} & INFINITE:
        return "a memory channel without a bound"
    if last == "CancelScope" and "shield" in keywords and "deadline" not in keywords:
        return "a shield without a deadline"
    return None


def unbounded(root: Path) -> list[Finding]:
    """Calls in sources that start or open something without a bound."""
    return [
        Finding(module.key, f"line {call.lineno}: {problem}")
        for module in source_modules(root)
        for name, call in calls(module.tree)
        if (problem := _problem(name, call))
    ]


def test_everything_that_runs_or_waits_is_bounded() -> None:
    assert unexcused(unbounded(ROOT), "bounds") == []


def test_control_what_has_no_bound_is_found(tmp_path: Path) -> None:
    name = "packages/zeroclaw-runtime/src/zeroclaw_runtime/x.py"
    bad = [
        "trio.lowlevel.spawn_system_task(f)",
        "threading.Thread(target=f)",
        "trio.to_thread.run_sync(f)",
        "trio.open_memory_channel(math.inf)",
        "trio.CancelScope(shield=True)",
    ]
    good = [
        "trio.to_thread.run_sync(f, limiter=limiter)",
        "trio.open_memory_channel(16)",
        "trio.move_on_after(1, shield=True)",
    ]
    found = unbounded(write_tree(tmp_path, {name: "\n".join([*bad, *good])}))
    assert sorted(f.text.split(":")[0] for f in found) == [f"line {n}" for n in range(1, 6)]
