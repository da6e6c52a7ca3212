"""What is done of the catalogue: the entries named by `@shows` at the tests, read from their files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
FAMILIES = "DS|CO|RC|CL|DR|KN|PD|NB|DC|GC|DE|LD|LS|FI|PE|LR|NE|TR|RG|EV|DP|OP|BE|W"
LEGAL = re.compile(rf"({FAMILIES})\d{{1,3}}[a-z]?")


def marked() -> Iterator[tuple[str, str, ast.Call]]:
    """Every `@shows(...)`: the file and the name of what it stands above, and the mark."""
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for mark in getattr(node, "decorator_list", []):
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "shows":
                    yield str(path.relative_to(TESTS)), getattr(node, "name", ""), mark


MARKED = list(marked())


@pytest.mark.parametrize(("file", "name", "mark"), MARKED, ids=[f"{file}::{name}" for file, name, _ in MARKED])
def test_a_mark_stands_above_a_test_and_names_legal_entries(file: str, name: str, mark: ast.Call) -> None:
    entries = [ast.literal_eval(entry) for entry in mark.args]
    assert Path(file).name.startswith("test_") and name.startswith("test_"), "only a test shows an entry"
    assert entries and not mark.keywords and len(set(entries)) == len(entries)
    assert [entry for entry in entries if not LEGAL.fullmatch(entry)] == []


def test_something_is_shown() -> None:
    assert MARKED
