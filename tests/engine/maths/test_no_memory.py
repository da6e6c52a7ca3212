"""What is pure remembers nothing: neither `maths` nor `parts` has a variable outside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

ENGINE = Path(engine.__file__).parent
FILES = sorted(path for folder in ("maths", "parts") for path in (ENGINE / folder).rglob("*.py"))
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS = {"list", "dict", "set", "deque", "defaultdict", "OrderedDict"}


def variables(source: str) -> Iterator[str]:
    """Names that a module could remember something in: a container that is no constant, and what is global."""
    module = ast.parse(source)
    for node in module.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_container(node.value):
            names = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            yield from [] if names.isupper() else [names]
    for node in ast.walk(module):
        yield from node.names if isinstance(node, ast.Global) else []


def _is_container(value: ast.expr | None) -> bool:
    made = isinstance(value, ast.Call) and ast.unparse(value.func) in MAKERS
    return made or isinstance(value, CONTAINERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_nothing_is_remembered_between_calls(path: Path) -> None:
    assert not list(variables(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "source", ["_latest = []", "_latest: list[int] = []", "def f():\n global x\n x = 1", "a = dict()"]
)
def test_a_memory_would_be_found(source: str) -> None:
    assert list(variables(source))
