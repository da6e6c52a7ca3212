"""What a breaker found in tables: workbooks with numbers for classes, files that are small and cost much."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import openpyxl
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.tables import budgets
from engine.data.tables.naming import unique
from engine.export.recipe import Recipe

ROWS = [
    {"a": 1.5, "b": 2, "won": 0},
    {"a": 2.5, "b": 1, "won": 1},
    {"a": 3.5, "b": 0, "won": 1},
    {"a": 4, "b": 5, "won": 0},
]


def written(folder: Path, kind: str) -> Path:
    path = folder / f"games.{kind}"
    if kind == "json":
        path.write_text(json.dumps(ROWS), encoding="utf-8")
    elif kind == "csv":
        path.write_text(
            "a,b,won\n" + "".join(f"{row['a']},{row['b']},{row['won']}\n" for row in ROWS), encoding="utf-8"
        )
    else:
        book = openpyxl.Workbook()
        for line in (list(ROWS[0]), *(list(row.values()) for row in ROWS)):
            book.active.append(line)
        book.save(path)
    return path


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_classes_0_and_1_are_read_from_every_file_kind(kind: str, tmp_path: Path) -> None:
    data = engine.read_table(written(tmp_path, kind))
    assert data.target == "class" and data.class_names == ("0", "1") and data.codes.tolist() == [0, 1, 1, 0]
    assert data.X.tolist() == [[1.5, 2], [2.5, 1], [3.5, 0], [4, 5]]


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_numeric_column_can_become_categories_or_row_names(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path, kind)
    said = engine.read_table(path, kinds={"a": "categorical"}).columns[0]
    assert (said.name, said.kind, said.levels) == ("a", "categorical", ("1.5", "2.5", "3.5", "4"))
    assert engine.read_table(path, roles={"a": "name"}).row_names == ("1.5", "2.5", "3.5", "4")


def test_table_and_its_recipe_give_identical_steps(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    lines = [
        ",".join([*map(repr, row), "AB"[code]])
        for row, code in zip(rng.normal(size=(60, 5)).tolist(), rng.integers(2, size=60), strict=True)
    ]
    (tmp_path / "points.csv").write_text("a,b,c,d,e,kind\n" + "\n".join(lines) + "\n", encoding="utf-8")
    data = engine.read_table(tmp_path / "points.csv")
    for key in ("logistic_newton", "pca", "fisher", "kmeans"):
        recipe = Recipe(key, data)
        again = Recipe.from_json(json.loads(json.dumps(recipe.to_json())))
        assert list(again.trace()) == list(recipe.trace()), key
    assert data.X.flags.c_contiguous and data.select([0, 2]).X.flags.c_contiguous


def test_many_equal_names_are_made_unique_in_linear_time() -> None:
    names, words = unique(["a"] * 20_000)  # 3,000 took 40 seconds when each was compared with all before it
    assert len(set(names)) == 20_000 and names[:3] == ["a", "a 2", "a 3"] and "20000 times" in words[0]
    assert unique(["a", "a 2", "a", "a", "a 2"])[0] == ["a", "a 2", "a 3", "a 4", "a 2 2"]


def test_one_distant_cell_does_not_fill_the_memory(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["a", "b"])
    book.active.cell(row=1_048_576, column=16_384, value=1)
    book.save(tmp_path / "far.xlsx")
    with pytest.raises(Refusal, match=r"1,048,576 rows and 16,384 columns.*far from the table"):
        engine.read_table(tmp_path / "far.xlsx")


def test_parquet_claiming_a_huge_size_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pandas as pd

    pd.DataFrame({"a": range(100), "b": range(100)}).to_parquet(tmp_path / "points.parquet")
    monkeypatch.setattr(budgets, "MOST_CELLS", 150)
    with pytest.raises(Refusal, match="100 rows and 2 columns"):
        engine.read_table(tmp_path / "points.parquet")


def test_too_many_bytes_or_columns_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(",".join(f"x{j}" for j in range(30)) + "\n" + ",".join(["1"] * 30) + "\n", encoding="utf-8")
    monkeypatch.setattr(budgets, "MOST_COLUMNS", 20)
    with pytest.raises(Refusal, match="30 columns, more than 20"):
        engine.read_table(path)
    monkeypatch.setattr(budgets, "LARGEST_FILE", 50)
    with pytest.raises(Refusal, match="save a part of its rows"):
        engine.read_table(path)


@pytest.mark.parametrize(
    "content",
    [
        b'a,b\n1,"' + b" " * 200_000 + b'"\n',
        b"a,b\n1," + b"9" * 200_000 + b"\n",
        b'"' * 200_001,
        b'",\n,\n"',
        b'a,b,c\n",\n,\n"',
        "a,b\n1,\ud800\n".encode("utf-8", "surrogatepass"),
        b"a\x00b,c\n1,2\n",
        b"a,b\n1" + b" " * 200_000 + b"x,2\n3%,4\n",
        b"a,b\n10:00" + b" " * 200_000 + b"x,2\n3,4\n",
        b"a,b\n" + b"1.000." * 30_000 + b",2\n3,4\n",
    ],
    ids=[
        "spaces",
        "digits",
        "quotes",
        "commas in quotes",
        "a header and quotes",
        "half a letter",
        "a zero byte",
        "a number and spaces",
        "a time and spaces",
        "many marks",
    ],
)
def test_malicious_file_is_read_or_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_bytes(content)
    try:
        assert engine.read_table(tmp_path / "odd.csv").n
    except Refusal as refusal:
        assert str(refusal).endswith(".") and len(str(refusal)) < 500


def test_long_line_is_split_by_the_possible_delimiter(tmp_path: Path) -> None:
    row = ",".join(["1.5"] * 40_000)
    (tmp_path / "long.csv").write_text(f"{row}\n{row}\n", encoding="utf-8")
    with pytest.raises(Refusal, match="40,000 columns"):
        engine.read_table(tmp_path / "long.csv")
