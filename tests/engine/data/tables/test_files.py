"""Small files in every form that occurs, each with what must come out, as `files/expected.json` says.

columns   kind and role by name, in order;   doubts  the columns that can be read in two ways
cells     values by the column's name in the data set, null where missing;   target  the same of the target
says      a piece of each warning, all of them;   refused  a piece of the refusal
sheets    the rows of a workbook, which is made here, and the areas that are merged; "=2025-12-31" is a date
"""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest

from engine.base.errors import Refusal
from engine.data.dataset import Dataset
from engine.data.tables.options import Options
from engine.data.tables.reading import preview, reading
from engine.data.tables.writing import write_csv

FILES = Path(__file__).parent / "files"
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))


def path_of(case: dict[str, Any], folder: Path) -> Path:
    """The stored file, or the workbook made from its rows."""
    if "sheets" not in case:
        return FILES / case["file"]
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in case["sheets"].items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([made(cell) for cell in row])
        for area in case.get("merge", ()):
            sheet.merge_cells(area)
    book.save(folder / case["file"])
    return folder / case["file"]


def made(cell: Any) -> Any:
    is_date = isinstance(cell, str) and cell.startswith("=")
    return datetime.datetime.fromisoformat(cell[1:]) if is_date else cell


def held(data: Dataset, name: str) -> list[Any]:
    """The cells of a column, its levels as texts, None where missing."""
    j = data.feature_names.index(name)
    column = data.columns[j]
    return [None if np.isnan(v) else column.levels[int(v)] if column.levels else v for v in data.X[:, j].tolist()]


def targets(data: Dataset) -> list[Any]:
    if data.y is None or data.target == "real":
        return [] if data.y is None else data.y.tolist()
    return [data.class_names[code] if code >= 0 else None for code in data.codes]


@pytest.mark.parametrize("case", EXPECTED, ids=[case["file"] for case in EXPECTED])
def test_what_comes_out_of_a_file(case: dict[str, Any], tmp_path: Path) -> None:
    path, options = path_of(case, tmp_path), Options(**case.get("options", {}))
    if "refused" in case:
        with pytest.raises(Refusal) as refusal:
            reading(path, options)
        assert case["refused"] in str(refusal.value)
        return
    shown, found = preview(path, options), reading(path, options)
    assert {one.name: f"{one.kind} {one.role}" for one in shown.columns} == case["columns"]
    assert [one.name for one in shown.columns] == list(case["columns"])
    assert [one.name for one in shown.columns if one.doubt] == case.get("doubts", [])
    for name, cells in case["cells"].items():
        assert held(found.data, name) == cells
    for name, cells in case.get("target", {}).items():
        assert found.data.target_name == name and targets(found.data) == cells
    said = case.get("says", [])
    assert len(found.warnings) == len(said), found.warnings
    assert all(any(words in one for one in found.warnings) for words in said), found.warnings
    assert reading(path, shown.accepted).data == found.data, "what was accepted is not what was shown"
    check_round_trip(found.data, tmp_path / "again.csv")


def check_round_trip(data: Dataset, path: Path) -> None:
    """What is saved as CSV opens as the same, without anything being said."""
    write_csv(data, path)
    again = reading(path)
    assert again.data.feature_names == data.feature_names and again.data.row_names == data.row_names
    assert [held(again.data, name) for name in again.data.feature_names] == [
        held(data, name) for name in data.feature_names
    ]
    assert (again.data.target, again.data.target_name) == (data.target, data.target_name)
    assert targets(again.data) == targets(data)


def test_every_stored_file_is_expected() -> None:
    stored = {path.name for path in FILES.iterdir() if path.name not in ("expected.json", ".gitattributes")}
    assert stored == {case["file"] for case in EXPECTED if "sheets" not in case} and len(stored) >= 80
