"""The house has floors: no import runs up, none between rooms of one floor, none in a circle, wherever it stands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

import engine
from engine.data.plane import View

Floors = list[list[str]]
"""Rooms from the ground up; those of one list stand beside each other."""

ENGINE: Floors = [["base"], ["maths"], ["data", "models"], ["core"], ["parts"], ["families"], ["export"]]
MATHS: Floors = [["algebra"], ["optimisation"], ["probability"], ["evaluation"]]
WINDOW: Floors = [
    ["look", "session"], ["widgets", "regions", "lessons"], ["painters"], ["canvas"], ["docks", "export"],
    ["window"], ["start"],
]  # fmt: skip
CANVAS: Floors = [["tools"], ["surfaces"]]
ROOMS: Floors = [["loop"], ["drawing"], ["telling"]]
HOUSE: dict[str, Floors] = {"engine": ENGINE, "engine/maths": MATHS, "gui": WINDOW, "gui/canvas": CANVAS}

pytestmark = pytest.mark.xdist_group("floors")
"""One process reads and parses all files."""

ROOT = Path(engine.__file__).resolve().parents[1]
QT = {"gui", "PySide6", "shiboken6", "pyqtgraph"}
LONGEST_FILE, LONGEST_LOOP, LONGEST_FUNCTION = 400, 200, 45


# -- what imports what -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Facts:
    """What the floors ask of a file. Its tree is let go of: two million nodes would slow down whatever runs later."""

    lines: int
    first: str  # the function or class it begins with
    imports: frozenset[str]  # the full name of everything imported: for types and inside functions too
    functions: tuple[tuple[str, int], ...]  # where each stands and what it is called, and how long it is


@cache
def facts(path: Path) -> Facts:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text, str(path))
    first = next((node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))), "")
    functions = [node for node in _statements(tree, alone=True) if isinstance(node, FUNCTIONS)]
    long = tuple((f"{named(path)}:{node.lineno} {node.name}", _length(node)) for node in functions)
    return Facts(len(text.splitlines()), first, frozenset(_imported(tree, path)), long)


@cache
def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
"""Where statements stand in others: no expression holds an import or a named function, and most of a file is those."""


def _statements(node: ast.AST, alone: bool = False) -> Iterator[ast.AST]:
    """Every statement of a file, and if so asked also what stands under `if __name__ == "__main__"`."""
    for block in BLOCKS:
        for child in getattr(node, block, ()):
            if alone or not _runs_alone(child):
                yield child
                yield from _statements(child, alone)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _runs_alone(node: ast.AST) -> bool:
    asks = isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and node.test.left
    return isinstance(asks, ast.Name) and asks.id == "__name__"


def _imported(tree: ast.Module, path: Path) -> Iterator[str]:
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)}:{node.lineno}: a relative import hides the floor"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def files() -> dict[str, Path]:
    """Every file of ours by the name it is imported by."""
    return {named(path)[:-3].replace("/", ".").removesuffix(".__init__"): path for path in sources("engine", "gui")}


@cache
def reached(path: Path) -> frozenset[Path]:
    """The files of ours that a file imports: a module, or the module in which an imported name stands."""
    found = (files().get(name) or files().get(name.rpartition(".")[0]) for name in facts(path).imports)
    return frozenset(other for other in found if other is not None and other != path)


def _part_of(path: Path) -> str:
    """The room that a file stands in, of the families each by itself: `engine/base`, `engine/families/trees`, `gui`."""
    folders = path.relative_to(ROOT).parts[:-1]
    return "/".join(folders[: 3 if "families" in folders else 2])


# -- floors ------------------------------------------------------------------------------------------------------------


def room(path: Path, house: str) -> str:
    """The room of a house that a file stands in: a folder or a file of that name, "" for the front door."""
    inner = path.relative_to(ROOT / house)
    return inner.parts[0] if len(inner.parts) > 1 else inner.stem.replace("__init__", "")


def floor(name: str, floors: Floors) -> int:
    """How high a room lies; what is no room of its own (a front door) lies above them all."""
    return next((height for height, rooms in enumerate(floors) if name in rooms), len(floors))


@pytest.mark.parametrize("house", HOUSE)
def test_every_folder_is_a_room_with_a_floor(house: str) -> None:
    folders = {path.parent.name for path in (ROOT / house).glob("*/__init__.py")}
    assert folders == {name for rooms in HOUSE[house] for name in rooms}


@pytest.mark.parametrize("house", HOUSE)
def test_no_import_runs_up_or_across(house: str) -> None:
    floors = HOUSE[house]
    wrong = []
    for path in sources(house):
        own = room(path, house)
        for other in reached(path):
            if (ROOT / house) in other.parents:
                theirs = room(other, house)
                if theirs != own and floor(theirs, floors) >= floor(own, floors) < len(floors):
                    wrong.append(f"{named(path)} imports {named(other)}")
    assert not wrong, "\n".join(sorted(wrong))


def circles() -> list[list[str]]:
    """Every knot of files that import each other in a circle (strongly connected, by Tarjan's algorithm)."""
    order: dict[Path, int] = {}
    low: dict[Path, int] = {}
    stack: list[Path] = []
    found: list[list[str]] = []

    def visit(path: Path) -> None:
        order[path] = low[path] = len(order)
        stack.append(path)
        for other in sorted(reached(path)):
            if other not in order:
                visit(other)
                low[path] = min(low[path], low[other])
            elif other in stack:
                low[path] = min(low[path], order[other])
        if low[path] == order[path]:
            knot = stack[stack.index(path) :]
            del stack[stack.index(path) :]
            if len(knot) > 1:
                found.append(sorted(map(named, knot)))

    for path in files().values():
        if path not in order:
            visit(path)
    return found


def test_imports_have_no_cycles() -> None:
    assert not circles(), "\n".join(" <-> ".join(knot) for knot in circles())


def test_a_circle_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = sources("engine/base")[1:3]
    tied = {one: frozenset({other}), other: frozenset({one})}
    monkeypatch.setitem(globals(), "reached", lambda path: tied.get(path, frozenset()))
    assert circles() == [sorted([named(one), named(other)])]


# -- the homes of the algorithms ---------------------------------------------------------------------------------------

HOMES = sorted(path.parent for path in (ROOT / "engine" / "families").glob("*/*/__init__.py"))
FAMILIES = sorted({home.parent.name for home in HOMES})


@pytest.mark.parametrize("home", HOMES, ids=named)
def test_packages_have_their_rooms_and_import_one_way(home: Path) -> None:
    rooms = {path.stem: path for path in home.glob("*.py")}
    assert {"__init__", "loop", "drawing", "telling"} <= set(rooms)
    taken = {name: {other.stem for other in reached(path) if other.parent == home} for name, path in rooms.items()}
    assert not {"loop", "drawing", "telling"} & _all_of("__init__", taken), "the card opens a room"
    assert not {"drawing", "telling"} & _all_of("loop", taken), "the loop knows how it is drawn or told"
    assert "telling" not in _all_of("drawing", taken), "the drawing knows how it is told"
    assert all("errata" not in others for others in taken.values()), "a room knows what the notes print wrongly"
    assert "telling" not in _all_of("errata", taken), "the errata know how the step is told"
    assert all("__init__" not in others for others in taken.values()), "a room imports its own card"


def _all_of(name: str, taken: dict[str, set[str]]) -> set[str]:
    """Every room of a home that a room takes from, on the way through others too."""
    found: set[str] = set()
    to_do = [name]
    while to_do:
        for other in taken.get(to_do.pop(), set()) - found:
            found.add(other)
            to_do.append(other)
    return found


LANGUAGE = {"engine.core.marks", "engine.core.story", "engine.core.errata"}


@pytest.mark.parametrize("home", HOMES, ids=named)
def test_loop_begins_with_run_and_imports_no_marks_or_stories(home: Path) -> None:
    path = home / "loop.py"
    assert facts(path).first == "run", f"{named(path)} begins with {facts(path).first}"
    assert not {name for name in facts(path).imports if name.rpartition(".")[0] in LANGUAGE or name in LANGUAGE}
    assert facts(path).lines <= LONGEST_LOOP


@pytest.mark.parametrize("family", FAMILIES)
def test_families_import_only_loops_of_other_families(family: str) -> None:
    folder = ROOT / "engine" / "families" / family
    for path in sources(f"engine/families/{family}"):
        for other in reached(path):
            if ROOT / "engine" / "families" in other.parents and other.parent != ROOT / "engine" / "families":
                assert folder in other.parents, f"{named(path)} imports {named(other)}, of another family"
                stranger = other.parent != path.parent and other.parent != folder
                assert not stranger or other.name == "loop.py", f"{named(path)} imports {named(other)}"
    assert len(list(folder.glob("*/__init__.py"))) <= 12, f"{family} has too many homes: divide it by subject"


@cache
def importers() -> dict[Path, list[Path]]:
    """The files of the engine that import each file."""
    found: dict[Path, list[Path]] = {}
    for path in sources("engine"):
        for other in reached(path):
            found.setdefault(other, []).append(path)
    return found


def _users(path: Path, folder: Path, depth: int) -> set[str]:
    """The homes (depth 2) or families (depth 1) of a folder that import a file, directly or through its neighbours."""
    users, to_do, seen = set(), [path], {path}
    while to_do:
        for other in importers().get(to_do.pop(), ()):
            if other not in seen:
                seen.add(other)
                if folder in other.parents and len(other.relative_to(folder).parts) > depth:
                    users.add(other.relative_to(folder).parts[depth - 1])
                elif other.parent == path.parent:
                    to_do.append(other)
    return users


@pytest.mark.parametrize("family", FAMILIES)
def test_shared_family_file_is_used_by_two_packages(family: str) -> None:
    folder = ROOT / "engine" / "families" / family
    for path in folder.glob("*.py"):
        if path.name != "__init__.py" and len(HOMES_OF[family]) > 1:
            assert len(_users(path, folder, 1)) > 1, f"{named(path)} is the thing of one home: let it stand there"


HOMES_OF = {family: [home for home in HOMES if home.parent.name == family] for family in FAMILIES}


def test_a_part_is_shared_by_two_families() -> None:
    folder = ROOT / "engine" / "families"
    alone = {path.stem for path in (ROOT / "engine" / "parts").rglob("[!_]*.py") if len(_users(path, folder, 1)) < 2}
    assert not alone, f"{sorted(alone)} serve one family: let them stand there"


# -- the engine and the window -----------------------------------------------------------------------------------------

PARTS = {
    folder: [path for path in sources(folder.partition("/")[0]) if _part_of(path) == folder]
    for folder in sorted({_part_of(path) for path in sources("engine", "gui")})
} | {"main.py": [ROOT / "main.py"]}
"""The files of each room of the house: a test each would ask little and cost the most in being a test."""


@pytest.mark.parametrize("part", [part for part in PARTS if part.startswith("engine")])
def test_engine_imports_nothing_of_the_gui(part: str) -> None:
    taken = {named(path): {name for name in facts(path).imports if name.split(".")[0] in QT} for path in PARTS[part]}
    assert not {name: others for name, others in taken.items() if others}


VIEWS = {word for part in get_args(View) if get_origin(part) is Literal for word in get_args(part)}
"""A way of looking at the data may be called what an algorithm is called: the plane of the principal components."""


@pytest.mark.parametrize("part", [part for part in PARTS if not part.startswith("engine")])
def test_the_window_names_no_algorithm(part: str) -> None:
    """Neither a key nor a name in a string, nor a module of a family: a new algorithm needs no line."""
    words = {*engine.algorithms(), *(algorithm.name for algorithm in engine.algorithms().values())}
    for path in PARTS[part]:
        _names_none(path, words)


def _names_none(path: Path, words: set[str]) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    documentation = {id(node.value) for node in _statements(tree, alone=True) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            assert node.value not in words - VIEWS, f"{named(path)}:{node.lineno} names {node.value!r}"
        elif isinstance(node, ast.Compare) and re.search(r"\b(key|algorithm|name)\b", ast.unparse(node)):
            compared = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            assert not compared & words, f"{named(path)}:{node.lineno} asks which algorithm it is"
    for name in facts(path).imports:
        assert not name.startswith(tuple(f"engine.families.{family}" for family in FAMILIES)), (
            f"{named(path)} imports {name}"
        )


@pytest.mark.parametrize("part", PARTS)
def test_files_and_functions_stay_short(part: str) -> None:
    for path in PARTS[part]:
        _is_short(path)


def _is_short(path: Path) -> None:
    lines = facts(path).lines
    assert lines <= LONGEST_FILE, f"{named(path)} has {lines} lines, and the most is {LONGEST_FILE}"
    for function, length in facts(path).functions:
        assert length <= LONGEST_FUNCTION, f"{function} has {length} lines"


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring."""
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if documented else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - docstring
