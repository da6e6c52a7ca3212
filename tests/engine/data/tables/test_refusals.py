"""Tables that cannot be read are refused in words that name the file, the row, the column and the remedy."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Refusal
from engine.data.tables.options import Options
from engine.data.tables.reading import preview, read, read_table, reading

Write = Callable[..., Path]


@pytest.mark.parametrize(
    ("content", "name", "options", "words"),
    [
        ("", "t.csv", {}, "t.csv is empty"),
        ("\n \n", "t.csv", {}, "t.csv is empty"),
        ('"', "t.csv", {}, "t.csv has no cells"),
        ("a,b\n", "t.csv", {}, "a header and no rows"),
        ("a\nx\ny\n", "t.csv", {}, "no feature to learn from in its 1 column: choose the delimiter"),
        ("a,c\n1,2\n3\n4,5\n", "t.csv", {}, "Line 3 of t.csv has 1 cell where the others have 2"),
        ("a,c\n1,2\n3,4,5\n6,7\n", "t.csv", {}, "Line 3 of t.csv has 3 cells where the others have 2"),
        ('a,c\n"1\n1",2\n3,"4",5\n6,7\n', "t.csv", {}, "Line 4 of t.csv has 3 cells"),
        ("a b\n1 2\n3\n4 5\n", "t.csv", {}, "Line 3 of t.csv has 1 cell"),
        ("a,c\n1,2\n3,4,5\n6\n7,8\n", "t.csv", {}, "Line 3 of t.csv has 3 cells"),
        ("a,c\n1,2,3\n4\n5,6\n7,8\n", "t.csv", {}, "Line 2 of t.csv has 3 cells"),
        ("a,c\n1,2\n", "t.csv", {"header_row": 9}, "Line 9 of t.csv is empty or not there"),
        ("a,c\n1,2\n", "t.csv", {"marks": {"b": ","}}, "no column 'b'"),
        ("a,c\n1,2\n", "t.csv", {"marks": {"a": ";"}}, "Column a cannot be read with ';': choose one of '.', ','"),
        ("a;c\n1,5;2\n", "t.csv", {"marks": {"a": "."}, "kinds": {"a": "numeric"}},
         "Row 1, column a of t.csv is '1,5'"),
        ("a,b,c,d\n1,2\n3,4\n", "t.csv", {}, "The header of t.csv has 4 cells where the rows have 2"),
        ('a,b\n1,"2\n3,4\n', "t.csv", {}, "Line 2 of t.csv opens a quotation mark that is never closed"),
        ("a,c\n1,2\nabc,4\n", "t.csv", {"kinds": {"a": "numeric"}}, "Row 2, column a of t.csv is 'abc'"),
        ("a,c\n1,2\n3,1e400\n", "t.csv", {}, "Row 2, column c of t.csv is '1e400', which is infinite or too large"),
        ("a,c\n1,2\n-inf,3\n", "t.csv", {}, "Row 2, column a of t.csv is '-inf'"),
        ("a,c\n1,2\n3,\0\n", "t.csv", {}, "Line 3 of t.csv holds a NUL byte"),
        ("a,c\n1,2\n3,\x02\n", "t.csv", {}, "Line 3 of t.csv holds control characters"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "t.csv", {}, "t.csv is not a text table but a picture"),
        (b"PK\x03\x04junk", "t.csv", {}, "give its name the ending .xlsx"),
        ("a,\u00e4\n1,2\n".encode("latin-1"), "t.csv", {"encoding": "utf-8"}, "Line 1 of t.csv is not in utf-8"),
        ("a,b\n1,2\n", "t.csv", {"encoding": "klingon"}, "no encoding 'klingon'"),
        ("a,b\n1,2\n", "t.csv", {"delimiter": "::"}, "The delimiter '::' does not split"),
        ("a,b\n1,2\n", "t.csv", {"target": "c"}, "no column 'c'. It has: a, b"),
        ("a,b\n1,2\n", "t.csv", {"roles": {"a": "pet"}}, "Column a cannot be 'pet'"),
        ("a,b\n1,2\n", "t.csv", {"roles": {"a": "target", "b": "target"}}, "only one column can have the role target"),
        ("a,b\n1,\n2,\n", "t.csv", {"target": "b"}, "Column b of t.csv has no class in any row"),
        ("a,b\n1,\n2,\n", "t.csv", {"target": "b", "kinds": {"b": "numeric"}}, "Column b has no value in any row"),
        ("a,b\nS,1\nXL,2\nS,3\n", "t.csv", {"kinds": {"a": "ordinal"}, "roles": {"a": "feature"},
         "levels": {"a": ("S", "M")}}, "Row 2, column a of t.csv is 'XL', which is none of the levels S, M"),
        (b"junk", "t.xlsx", {}, "t.xlsx is damaged or no Excel workbook"),
        (b"junk", "t.parquet", {}, "t.parquet is damaged or no Parquet file"),
        ('{"a":', "t.json", {}, "t.json is no JSON"),
        ("[1, 2]", "t.json", {}, "t.json is no table"),
        ("[]", "t.json", {}, "t.json is empty"),
        ('{"a": [1, 2], "b": [1]}', "t.json", {}, "where the others have"),
        ('[{"a": [1, 2]}]', "t.json", {}, "Column a of t.json: a cell holds 2 values"),
        ("[" * 100_000, "t.json", {}, "t.json is no JSON"),
        (json.dumps([{"a": 10**400, "b": 2}]), "t.json", {}, "Row 1, column a of t.json is '1000"),
    ],
)  # fmt: skip
def test_damaged_or_odd_file_is_refused_in_words(
    table: Write, content: str | bytes, name: str, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        reading(table(content, name), Options(**options))
    assert words in str(refused.value)


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": [1.5, None, 3.0], "kind": ["x", "y", "x"]})
    for suffix, write in ((".xlsx", frame.to_excel), (".parquet", frame.to_parquet)):
        whole = tmp_path / f"whole{suffix}"
        write(whole, index=False)
        half = tmp_path / f"half{suffix}"
        half.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
        with pytest.raises(Refusal, match=f"half{suffix} is damaged"):
            read(half)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"no\.csv does not exist"):
        read_table(tmp_path / "no.csv")
    with pytest.raises(Refusal, match="is a folder"):
        read_table(tmp_path)


def test_the_largest_numbers_are_kept(table: Write) -> None:
    assert read_table(table("a,b\n1e300,2\n-1e300,3\n")).X[:, 0].tolist() == [1e300, -1e300]


PIECES = st.sampled_from([*',;\n"1a\t \r-ä|', "2.5", "", "NA", "1,5", "1e999"])


@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(["utf-8", "latin-1", "utf-16"]))
def test_any_text_is_read_or_refused(text: str, encoding: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.csv"
        path.write_bytes(text.encode(encoding))
        try:
            shown = preview(path)
            data = read(path)
        except Refusal as refusal:
            assert str(refusal).endswith(".")
        else:
            assert data.d == sum(one.role == "feature" for one in shown.columns)
            assert not np.isinf(data.X).any()
