"""Find cycles between the rooms of one distribution."""

from collections.abc import Mapping
from pathlib import Path

from imports import imported, resolved
from source_tree import ROOT, Finding, Module, source_modules, unexcused, write_tree

Graph = Mapping[str, set[str]]


def _module_graph(modules: list[Module]) -> dict[str, set[str]]:
    known = {module.name for module in modules}
    graph: dict[str, set[str]] = {}
    for module in modules:
        targets = {resolved(name, known) for name, _ in imported(module)}
        graph[module.name] = {t for t in targets if t is not None and t != module.name}
    return graph


def _room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _room_graph(graph: Graph) -> dict[str, set[str]]:
    rooms: dict[str, set[str]] = {}
    for module, targets in graph.items():
        others = {_room(target) for target in targets} - {_room(module)}
        rooms.setdefault(_room(module), set()).update(others)
    return rooms


def _reachable(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(graph.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += graph.get(name, ())
    return seen


def _knots(graph: Graph) -> set[tuple[str, ...]]:
    reach = {name: _reachable(graph, name) for name in graph}
    return {
        tuple(sorted(other for other in reach[name] if name in reach.get(other, ())))
        for name in graph
        if name in reach[name]
    }


def cycles(root: Path) -> list[Finding]:
    """Groups of modules, then of rooms, that all reach one another."""
    found = []
    by_distribution: dict[str, list[Module]] = {}
    for module in source_modules(root):
        by_distribution.setdefault(module.distribution, []).append(module)
    for modules in by_distribution.values():
        graph = _module_graph(modules)
        for knot in _knots(graph) | _knots(_room_graph(graph)):
            found.append(Finding(" ".join(knot), "import one another"))
    return found


def test_no_rooms_of_a_distribution_import_one_another() -> None:
    assert unexcused(cycles(ROOT), "room_cycles") == []


def test_control_a_cycle_between_modules_is_found(tmp_path: Path) -> None:
    src = "packages/zeroclaw-tools/src/zeroclaw_tools"
    write_tree(
        tmp_path,
        {
            f"{src}/one.py": "from zeroclaw_tools.two import B",
            f"{src}/two.py": "def f() -> None:\n    from zeroclaw_tools import one",
            f"{src}/three.py": "import zeroclaw_tools.one",
        },
    )
    assert [f.key for f in cycles(tmp_path)] == ["zeroclaw_tools.one zeroclaw_tools.two"]


def test_control_a_cycle_between_folders_is_found(tmp_path: Path) -> None:
    src = "packages/zeroclaw-tools/src/zeroclaw_tools"
    write_tree(
        tmp_path,
        {
            f"{src}/a/one.py": "import zeroclaw_tools.b.one",
            f"{src}/b/one.py": "",
            f"{src}/b/two.py": "from zeroclaw_tools.a.two import X",
            f"{src}/a/two.py": "",
        },
    )
    assert [f.key for f in cycles(tmp_path)] == ["zeroclaw_tools.a zeroclaw_tools.b"]
