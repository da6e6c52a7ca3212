"""Reading tables: what is detected, what is kept, and what is refused in words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.bundled import FOLDER
from engine.data.tables.options import Options
from engine.data.tables.reading import TableWarning, preview, read, read_table, reading

NAN = float("nan")


Write = Callable[..., Path]


# -- what is detected --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["iris", "wine", "film_critics", "old_faithful", "digits", "gate_and"])
def test_bundled_file_is_read_like_the_bundled_set(name: str) -> None:
    entry, bundled = engine.bundled()[name], engine.load(name)
    found = read_table(FOLDER / entry["file"], target=entry["target"])
    same_target = bundled.changed(name=found.name, image=None)
    assert found == same_target


@pytest.mark.parametrize(
    ("sign", "decimal"),
    [(",", "."), (";", ","), (";", "."), ("\t", ","), ("\t", "."), ("|", "."), (" ", "."), (" ", ",")],
)
def test_delimiter_and_decimal_sign_are_detected(table: Write, sign: str, decimal: str) -> None:
    rows = [["a", "b", "kind"], ["1.5", "-2", "x"], ["2.25", "3e-2", "y"], ["0.5", "7", "x"]]
    path = table("\n".join(sign.join(cell.replace(".", decimal) for cell in row) for row in rows))
    seen = preview(path).options
    assert (seen.delimiter, seen.decimal, seen.header) == (sign, decimal, True)
    data = read_table(path)
    assert data.X.tolist() == [[1.5, -2], [2.25, 0.03], [0.5, 7]]
    assert [data.class_name(code) for code in data.codes] == ["x", "y", "x"]


def test_quoted_decimal_commas_with_comma_delimiter(table: Write) -> None:
    assert read_table(table('a,b\n"1,5",2\n"2,5",3\n')).X.tolist() == [[1.5, 2], [2.5, 3]]


@pytest.mark.parametrize(
    ("encoding", "found"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16"), ("utf-16-le", "utf-16-le"),
     ("utf-16-be", "utf-16-be"), ("cp1252", "cp1252"), ("latin-1", "cp1252")],
)  # fmt: skip
def test_the_encoding_is_found(table: Write, encoding: str, found: str) -> None:
    path = table("größe,länge\n1,2\n3,4\n".encode(encoding))
    assert preview(path).options.encoding == found
    assert read_table(path).feature_names == ("größe", "länge")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read(table: Write, ends: str) -> None:
    assert read_table(table(ends.join(["a,b", "1,2", "", "3,4", ""]))).X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1,2\n3,4\n", ("x1", "x2")),
        ("a,b\n1,2\n", ("a", "b")),
        ("p,x\ne,y\np,y\ne,x\n", None),
        ('"1990","1991"\n1,2\n3,4\n', ("1990", "1991")),
        ('"one\ntwo",b\n1,2\n', ("one\ntwo", "b")),
        ("\n\na,b\n1,2\n", ("a", "b")),
        ("a,b\nr1,1,2\nr2,3,4\n", ("a", "b")),
        ("a,b,\n1,2,\n3,4,\n", ("a", "b")),
    ],
)
def test_the_header_is_found(table: Write, text: str, names: tuple[str, ...] | None) -> None:
    shown = preview(table(text))
    assert shown.options.header == (names is not None and names != ("x1", "x2"))
    if names is not None:
        assert tuple(one.name for one in shown.columns if one.role == "feature") == names


def test_every_missing_value_word_is_kept_as_missing(table: Write) -> None:
    words = ["", "NA", "NaN", "nan", "n/a", "N/A", "?", "-", "null", "NULL", " NA "]
    path = table("a,b\n1,x\n" + "".join(f"{word},y\n" for word in words) + "2,?\n")
    data = read_table(path, roles={"b": "feature"})
    assert data.missing_count == len(words) + 1
    assert data.columns[1].levels == ("x", "y")
    assert preview(path).warnings == (f"{len(words) + 1} cells are missing: a {len(words)}, b 1.",)


def test_beside_a_plus_a_minus_is_a_class(table: Write) -> None:
    assert read_table(table("x,sign\n1,+\n2,-\n3,-\n4,+\n")).class_names == ("+", "-")


@pytest.mark.parametrize(
    ("text", "kinds", "roles"),
    [
        ("a,b\n1,x\n2,y\n3,x\n", "numeric categorical", "feature target"),
        ("who,a,b\nann,1,2.5\nbob,2,3.5\n", "categorical numeric numeric", "name feature feature"),
        ("id,a,y\n1,5,2.5\n2,6,3.5\n", "numeric numeric numeric", "name feature target"),
        ("a,b,c\n1.5,2,0\n2.5,1,1\n3.5,2,0\n4.5,5,1\n", "numeric numeric categorical", "feature feature target"),
        ("a,b,c\n5,4,2\n1,3,3\n5,4,2\n1,3,3\n", "numeric numeric numeric", "feature feature feature"),
        ("species,a,b\nx,1,2\ny,3,4\nx,5,6\n", "categorical numeric numeric", "target feature feature"),
        ("when,a\n2020-01-31,1\n2020-02-01,2\n", "date numeric", "feature feature"),
        ("a,ok,b\n1,True,2\n2,False,3\n3,True,4\n", "numeric categorical numeric", "feature feature feature"),
        ("a,size,b\n1,low,2\n2,high,3\n3,medium,4\n", "numeric ordinal numeric", "feature feature feature"),
        ("a,b\n1,\n2,\n", "numeric numeric", "feature skip"),
    ],
)
def test_kinds_and_roles_are_guessed(table: Write, text: str, kinds: str, roles: str) -> None:
    shown = preview(table(text)).columns
    assert " ".join(one.kind for one in shown) == kinds
    assert " ".join(one.role for one in shown) == roles


def test_what_was_guessed_can_be_overridden(table: Write) -> None:
    path = table("id,zip,y,size\n1,00501,2.5,S\n2,10001,3.5,L\n3,00501,4.5,M\n")
    options = Options(
        target="zip", kinds={"zip": "categorical", "size": "ordinal"}, roles={"id": "skip", "y": "feature"},
        levels={"size": ("S", "M", "L")},
    )  # fmt: skip
    data = read(path, options)
    assert data.class_names == ("00501", "10001")
    assert data.codes.tolist() == [0, 1, 0]
    assert data.feature_names == ("y", "size")
    assert data.X.tolist() == [[2.5, 0], [3.5, 2], [4.5, 1]]
    assert data.columns[1].kind == "ordinal"


def test_class_codes_keep_their_text_and_order(table: Write) -> None:
    rows = "".join(f"{i / 3},{code}\n" for i, code in enumerate(["10", "9", "2"] * 4))
    assert read_table(table("a,class\n" + rows)).class_names == ("2", "9", "10")


def test_missing_class_is_kept_and_missing_number_is_not(table: Write) -> None:
    assert read_table(table("a,class\n1,x\n2,\n3,y\n")).codes.tolist() == [0, -1, 1]
    path = table("a,y\n1,1.5\n2,\n3,2.5\n")
    with pytest.warns(TableWarning, match="1 row without a value of y was left out, first row 2"):
        data = read_table(path)
    assert data.X.tolist() == [[1], [3]]
    assert data.y is not None
    assert data.y.tolist() == [1.5, 2.5]


def test_accepted_preview_reads_what_it_shows(table: Write) -> None:
    path = table("who;a;kind\nann;1,5;x\nbob;2,5;y\ncy;3,5;x\n")
    assert read(path, preview(path).accepted) == read(path)
    assert preview(path).rows[0] == ("ann", "1,5", "x")
    assert read(path).row_names == ("ann", "bob", "cy")


def test_what_is_odd_is_said(table: Write) -> None:
    assert "occurs 2 times" in reading(table("a,a,b\n1,2,3\n4,5,6\n")).warnings[0]
    assert read(table("a,a,b\n1,2,3\n4,5,6\n")).feature_names == ("a", "a 2", "b")
    assert "dates" in reading(table("when,a\n2020-01-31,1\n2020-02-01,2\n")).warnings[0]
    assert "rounded" in reading(table("a,b\n9007199254740993,1\n2,3\n")).warnings[0]
    assert "one column only" in reading(table("a\n1\n2\n")).warnings[0]
    mixed = reading(table("b,a\n9,1\n8,2\n7,x9\n6,4\n5,6\n4,7\n")).warnings[0]
    assert "1 cell is text, first 'x9' in row 3" in mixed
    ids = reading(table("a,note,b\n" + "".join(f"{i},text {i},{i / 7}\n" for i in range(200))))
    assert "200 different texts in 200 rows" in ids.warnings[0]
    assert ids.data.feature_names == ("a", "b")
    spoilt = reading(table("a,b,c\n" + "".join(f"{i},{'foo' if i == 50 else i / 7},{i % 3}\n" for i in range(200))))
    assert "Column b holds numbers, but 1 cell is text, first 'foo' in row 51: it is left out." in spoilt.warnings


# -- other kinds of file -----------------------------------------------------------------------------------------------


FRAME = pd.DataFrame({"a": [1.5, None, 3.0], "b": [1, 2, 2**60], "kind": ["x", "y", "x"], "ok": [True, False, True]})


def test_excel_with_two_sheets(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    with pd.ExcelWriter(path) as book:
        FRAME.to_excel(book, sheet_name="first", index=False, startrow=3)
        FRAME.to_excel(book, sheet_name="second", index=False, header=False)
    shown = preview(path)
    assert shown.sheets == ("first", "second")
    assert shown.options.sheet == "first"
    data = read(path, Options(target="kind"))
    np.testing.assert_array_equal(data.X, [[1.5, 1, 1], [NAN, 2, 0], [3, 2.0**60, 1]])
    assert data.columns[2].levels == ("False", "True")
    assert read(path, Options(sheet="second")).feature_names == ("x1", "x2", "x3")
    with pytest.raises(Refusal, match=r"no sheet 'third'. It has: first, second"):
        read(path, Options(sheet="third"))


def test_parquet_keeps_its_types(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    order = pd.Categorical(["lo", "hi", None], categories=["lo", "hi"], ordered=True)
    FRAME.assign(level=order, gap=pd.array([1, None, 3], dtype="Int64")).to_parquet(path)
    data = read(path, Options(target="kind"))
    assert [column.kind for column in data.columns] == ["numeric", "numeric", "categorical", "ordinal", "numeric"]
    assert data.columns[3].levels == ("lo", "hi")
    np.testing.assert_array_equal(data.X[:, 3:], [[0, 1], [1, NAN], [NAN, 3]])


@pytest.mark.parametrize(
    "content",
    [
        [{"a": 1, "class": "x"}, {"a": None, "class": "y"}],
        {"a": [1, None], "class": ["x", "y"]},
        {"a": {"0": 1, "1": None}, "class": {"0": "x", "1": "y"}},
    ],
)
def test_json_records_and_columns(table: Write, content: object) -> None:
    data = read_table(table(json.dumps(content), "table.json"))
    np.testing.assert_array_equal(data.X, [[1], [NAN]])
    assert data.class_names == ("x", "y")


def test_json_lines(table: Write) -> None:
    assert read_table(table('{"a": 1, "b": 2}\n{"a": 3, "b": 5}\n', "table.jsonl")).X.tolist() == [[1, 2], [3, 5]]


# -- large tables ------------------------------------------------------------------------------------------------------


def test_five_hundred_columns_and_thousands_of_classes(table: Write) -> None:
    X = np.random.default_rng(0).normal(size=(3000, 500)).round(3)
    header = ",".join(f"f{j}" for j in range(500)) + ",class\n"
    rows = "".join(",".join(map(str, row)) + f",k{i % 1500}\n" for i, row in enumerate(X.tolist()))
    data = read_table(table(header + rows))
    assert np.array_equal(data.X, X)
    assert len(data.class_names) == 1500


def test_preview_counts_the_values_of_a_column_once(table: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are asked for again and again: a preview of 15,000 columns took twice as long."""
    path = table(",".join(f"n{j}" for j in range(40)) + "\n" + "\n".join(",".join("12" * 20) for _ in range(3)))
    counted, usual = [], np.unique
    monkeypatch.setattr(np, "unique", lambda values, **how: counted.append(1) or usual(values, **how))
    assert [column.distinct for column in preview(path).columns] == [1] * 40
    assert len(counted) == 40


def test_preview_of_a_large_file_reads_the_head_and_estimates_rows(table: Write) -> None:
    path = table("a,b\n" + "1.25,2.50\n" * 600_000)
    shown = preview(path)
    assert shown.estimated
    assert shown.count == pytest.approx(600_000, rel=0.01)
    assert read(path).n == 600_000


def test_a_ragged_row_far_down_is_found(table: Write) -> None:
    rows = ["1.25,2.50"] * 1_200_000
    rows[1_100_000] = "1.25"
    path = table("a,b\n" + "\n".join(rows))
    with pytest.raises(Refusal, match=r"Line 1100002 of table\.csv has 1 cell where the others have 2"):
        read(path)


def test_the_engine_starts_without_pandas() -> None:
    code = (
        "import sys, engine, engine.data.tables.reading; sys.exit('pandas' in sys.modules or 'pyarrow' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parents[1]).returncode == 0
