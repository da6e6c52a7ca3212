"""What may know of what: the engine nothing of the window, families nothing of each other, the window no algorithm."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

import engine
from engine.data.plane import View

ROOT = Path(engine.__file__).resolve().parents[1]
WINDOW = {"gui", "PySide6", "shiboken6", "pyqtgraph"}
SHARED = {"core", "data", "maths"}
LONGEST_FILE, LONGEST_FUNCTION = 300, 45


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    """The full name of everything that a file imports, wherever in the file."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)}:{node.lineno}: a relative import hides the layer"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", sources("engine"), ids=named)
def test_the_engine_knows_nothing_of_the_window(path: Path) -> None:
    assert not {name for name in imports(path) if name.split(".")[0] in WINDOW}


FAMILIES = sorted({algorithm.family for algorithm in engine.algorithms().values()})


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_imports_what_is_shared_and_no_other_family(family: str) -> None:
    for path in sources(f"engine/{family}"):
        for name in imports(path):
            if name.split(".")[0] == "engine":
                assert name.split(".")[1] in SHARED | {family}, f"{named(path)} imports {name}"


@pytest.mark.parametrize("layer", ["core", "data", "maths", "export"])
def test_what_is_shared_knows_no_family(layer: str) -> None:
    for path in sources(f"engine/{layer}"):
        for name in imports(path):
            assert not name.startswith(tuple(f"engine.{item}" for item in FAMILIES)), f"{named(path)} imports {name}"


VIEWS = {word for part in get_args(View) if get_origin(part) is Literal for word in get_args(part)}
"""A way of looking at the data may be called what an algorithm is called: the plane of the principal components."""


@pytest.mark.parametrize("path", [*sources("gui"), ROOT / "main.py"], ids=named)
def test_the_window_names_no_algorithm(path: Path) -> None:
    """Neither a key nor a name in a string, nor a module of a family: a new algorithm needs no line."""
    words = {*engine.algorithms(), *(algorithm.name for algorithm in engine.algorithms().values())}
    documentation = {id(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            assert node.value not in words - VIEWS, f"{named(path)}:{node.lineno} names {node.value!r}"
        elif isinstance(node, ast.Compare) and re.search(r"\b(key|algorithm|name)\b", ast.unparse(node)):
            compared = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            assert not compared & words, f"{named(path)}:{node.lineno} asks which algorithm it is"
    for name in imports(path):
        assert not name.startswith(tuple(f"engine.{family}" for family in FAMILIES)), f"{named(path)} imports {name}"


@pytest.mark.parametrize("path", [*sources("engine", "gui"), ROOT / "main.py"], ids=named)
def test_files_and_functions_stay_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST_FILE, f"{named(path)} has {lines} lines, and the most is {LONGEST_FILE}"
    for node in ast.walk(tree(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = _length(node)
            assert length <= LONGEST_FUNCTION, f"{named(path)}:{node.lineno} {node.name} has {length} lines"


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring."""
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if documented else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - docstring
