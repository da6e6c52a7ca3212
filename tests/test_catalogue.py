"""The list of what is done: each entry of the catalogue with the module that does it and the test that shows it."""

from __future__ import annotations

import ast
import csv
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LEGAL = re.compile(r"(DS|CO|RC|CL|DR|KN|PD|NB|DC|GC|DE|LD|LS|FI|PE|LR|NE|TR|RG|EV|DP|OP|BE|W)\d{1,3}[a-z]?")


def rows() -> list[dict[str, str]]:
    with open(ROOT / "tests" / "catalogue.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The test functions of a file, those of its classes as `Class::test`."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{item.name}" for item in node.body if isinstance(item, ast.FunctionDef)}
    return frozenset(found)


def test_the_list_is_not_empty_and_its_ids_are_legal_and_unique() -> None:
    ids = [row["id"] for row in rows()]
    assert ids
    assert [entry for entry in ids if not LEGAL.fullmatch(entry)] == []
    assert sorted({entry for entry in ids if ids.count(entry) > 1}) == []


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_the_module_and_the_test_of_an_entry_exist(row: dict[str, str]) -> None:
    assert set(row) == {"id", "module", "test"} and None not in row.values()
    assert (ROOT / row["module"]).is_file(), f"there is no {row['module']}"
    file, _, function = row["test"].partition("::")
    assert (ROOT / file).is_file(), f"there is no {file}"
    assert function.startswith("test_") or "::test_" in function
    assert function in functions_of(ROOT / file), f"{file} has no {function}"
