"""DP1: what kind of value a column holds, guessed and overridden, and which operations make sense with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.data.operations import OPERATIONS
from engine.data.tables.reading import preview, read_table
from tests.catalogue import shows

AND, OR, XOR = [0, 0, 0, 1], [0, 1, 1, 1], [0, 1, 1, 0]


@shows("DP1")
@pytest.mark.parametrize(
    ("name", "cells", "kind", "words"),
    [
        ("age", "31 44 27 30", "numeric", ""),
        ("grade", "A B A C", "categorical", ""),
        ("size", "low high medium low", "ordinal", ""),
        ("zip", "10115 10117 98101 10115", "categorical", "holds numbers that only name things"),
        ("ok", "True False True True", "categorical", ""),
        ("when", "2020-01-31 2020-02-01 2020-02-02 2020-02-05", "date", "holds dates"),
        ("mixed", "1 two 3 3", "categorical", ""),
    ],
)
def test_dp1_kind_is_guessed_from_cells_and_name(tmp_path: Path, name: str, cells: str, kind: str, words: str):
    rows = "".join(f"{cell},{i}.5,{'mn'[i % 2]}\n" for i, cell in enumerate(cells.split()))
    path = tmp_path / "table.csv"
    path.write_text(f"{name},a,y\n{rows}", encoding="utf-8")
    found = preview(path)
    assert found.columns[0].kind == kind and words in found.columns[0].words
    if name == "mixed":
        assert any("first 'two' in row 2" in warning for warning in found.warnings)


@shows("DP1")
@pytest.mark.parametrize("kind", ["numeric", "categorical"])
def test_dp1_the_guess_can_be_overridden(tmp_path: Path, kind: str):
    path = tmp_path / "table.csv"
    path.write_text("zip,a,y\n10115,1.5,n\n10117,2,m\n98101,3,n\n10115,4,m\n", encoding="utf-8")
    column = read_table(path, kinds={"zip": kind}).columns[0]
    assert column.kind == kind and bool(column.levels) == (kind == "categorical")


@shows("DP1")
def test_dp1_which_operations_make_sense():
    allowed = {kind: set(operations) for kind, (operations, _) in OPERATIONS.items()}
    assert allowed == {
        "categorical": {"equality"},
        "ordinal": {"equality", "order"},
        "numeric": {"equality", "order", "arithmetic"},
        "date": {"equality", "order", "differences"},
        "text": {"equality"},
    }
    kinds = {column.kind for name in engine.bundled() for column in engine.load(name).columns}
    assert kinds <= set(OPERATIONS)


@pytest.mark.parametrize(
    ("name", "truth"), [("and", AND), ("or", OR), ("xor", XOR), ("nand", [1, 1, 1, 0]), ("nor", [1, 0, 0, 0])]
)
def test_a_gate_is_the_table_of_its_own_name(name: str, truth: list[int]):
    gate = engine.load(f"gate_{name}")
    assert gate.X.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert np.array_equal([int(gate.class_names[code]) for code in gate.codes], truth)
