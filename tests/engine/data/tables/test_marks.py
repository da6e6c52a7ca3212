"""How numbers, dates and times are written, decided for a whole column, and what is said where two readings fit."""

from __future__ import annotations

import datetime
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Refusal
from engine.data.tables.cells import from_text
from engine.data.tables.marks import Manner, grouped, misfits, split_unit, usual_decimal
from engine.data.tables.moments import days, hours
from engine.data.tables.options import Options
from engine.data.tables.reading import TableWarning, preview, preview_text, read_table, reading, reading_text
from engine.data.tables.sources import SUFFIXES


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=8), st.sampled_from(["1,2.3", "1.2,3", "1 2,3", "1'2.3"]))
def test_grouped_numbers_with_two_decimals_are_read_correctly(cents: list[int], form: str) -> None:
    group, mark = form[1], form[3]
    texts = [f"{value / 100:,.2f}".translate({ord(","): group, ord("."): mark}) for value in cents]
    cells = from_text(texts)
    assert cells.numbers is not None and cells.numbers.tolist() == [value / 100 for value in cents]
    assert cells.said is not None and not cells.said.doubt


@given(st.lists(st.integers(1000, 999_999), min_size=1, max_size=8), st.sampled_from(".,"))
def test_undecidable_thousands_are_a_doubt_never_a_silent_choice(values: list[int], mark: str) -> None:
    texts = [f"{value:,}".replace(",", mark) for value in values]
    said = from_text(texts).said
    assert said is not None and said.doubt and {way for way, _ in said.readings} == {".", ","}
    assert said.marks == said.readings[0][0] and said.doubt == ", or ".join(words for _, words in said.readings)
    other = "." if mark == "," else ","
    for way, factor in ((mark, 1000), (other, 1)):
        cells = from_text(texts, Manner(marks=way))
        assert cells.numbers is not None and not (cells.said and cells.said.doubt)
        assert cells.numbers.tolist() == [value / factor for value in values]


@pytest.mark.parametrize("text", ["1,20", "1,2345", "0,123", "1,200,30", "1,200 300", "01,200", ",", ".", "1,,200", ""])
def test_invalid_thousands_grouping_is_not_a_number(text: str) -> None:
    assert grouped(text) is None


def test_column_reading_is_decided_by_all_cells() -> None:
    assert usual_decimal(["1,200", "3.2"]) == (".", True)
    assert usual_decimal(["1,5", "3.2"]) == (".", False)
    assert usual_decimal(["1,200", "7"], ",") == (",", False)
    assert misfits(["1,5", "2,5", "2.5"]) == [2] and misfits(["3 €", "$4", "5 €"]) == [1]
    assert split_unit("abc EUR") == ("abc EUR", "") and split_unit("%") == ("%", "")


def test_a_cell_far_down_decides_too(tmp_path: Path) -> None:
    path = tmp_path / "far.csv"
    path.write_text("a;b\n" + "1,200;1\n" * 1000 + "1,5;2\n", encoding="utf-8")
    assert read_table(path).X[[0, -1], 0].tolist() == [1.2, 1.5]
    path.write_text("a,b\n" + "1.200,1\n" * 1000 + "0.5,2\n", encoding="utf-8")
    assert reading(path).warnings == () and read_table(path).X[0, 0] == 1.2
    path.write_text("a,b\n" + "1.200,1\n" * 1000 + "1.200.000,2\n", encoding="utf-8")
    assert read_table(path).X[[0, -1], 0].tolist() == [1200, 1_200_000]


def test_preview_asks_and_uses_the_choice(tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    path.write_text("a,b\n1.234,1\n2.345,2\n", encoding="utf-8")
    (column, _) = preview(path).columns
    assert column.doubt == (
        "1.234 is 1.234 (the point begins the decimals), or 1.234 is 1234 (the point groups thousands)"
    )
    assert [way for way, _ in column.readings] == [".", ","] and column.marks == "."
    with pytest.warns(TableWarning, match="Column a can be read in two ways: 1.234 is 1.234"):
        assert read_table(path).X[:, 0].tolist() == [1.234, 2.345]
    assert read_table(path, marks={"a": ","}).X[:, 0].tolist() == [1234, 2345]
    chosen = preview(path, Options(marks={"a": ","}))
    assert chosen.columns[0].doubt == "" and chosen.accepted.marks == {"a": ","}
    assert reading(path, preview(path).accepted).warnings == ()


def test_choice_for_the_head_is_refused_if_the_rest_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "long.tsv"
    path.write_text("a\tb\n" + "1,200\t1\n" * 600_000 + "1,5\t2\n", encoding="utf-8")
    shown = preview(path)
    assert shown.estimated and shown.columns[0].doubt
    with pytest.raises(Refusal, match=r"Row 600001, column a of long\.tsv is '1,5'"):
        reading(path, shown.accepted)


@given(st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31)))
def test_all_date_notations_give_the_same_day(day: datetime.date) -> None:
    number = (day - datetime.date(1970, 1, 1)).days
    for form in ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%d %b %Y", "%B %d, %Y"):
        assert days(day.strftime(form)) == number, form
    assert days(day.strftime("%m/%d/%Y"), "month first") == number


def test_times_of_day_are_hours() -> None:
    assert [hours(text) for text in ("00:00", "12:15 am", "12:15 pm", "23:59:60", "10:00+02:00", "24:01:00 am")] == [
        0, 0.25, 12.25, 24, 8, None,
    ]  # fmt: skip
    assert days("1970-01-02T00:00:00Z") == 1 and days("1970-01-02 00:00 x") is None and days("31.02.2000") is None


def test_pasted_text_is_read_like_a_file() -> None:
    text = "name\tgrösse\tclass\nann\t1,5\tx\nbob\t2,5\ty\r\ncy\t3\tx\n"
    shown = preview_text(text)
    assert shown.options.delimiter == "\t" and [one.role for one in shown.columns] == ["name", "feature", "target"]
    found = reading_text(text, shown.accepted, "cells")
    assert found.data.name == "cells" and found.data.X.tolist() == [[1.5], [2.5], [3]]
    with pytest.raises(Refusal, match="nothing to paste"):
        preview_text(" \n")
    with pytest.raises(Refusal, match="The pasted text has a header and no rows"):
        preview_text("a\tb\n")


def test_every_listed_suffix_can_be_read(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        assert suffix.startswith(".") and suffix == suffix.lower()
        path = tmp_path / f"junk{suffix}"
        path.write_bytes(b"\0\1\2 junk")
        with pytest.raises(Refusal, match=f"junk{suffix}"):
            preview(path)


def test_merged_cells_claiming_too_much_fill_nothing(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["k", "a"], ["x", 1], [None, 2], ["y", 3], [None, 4]):
        book.active.append(row)
    for area in ("A2:A3", "A4:A5", "B2:B900000"):
        book.active.merged_cells.add(area)
    book.save(tmp_path / "merged.xlsx")
    data = reading(tmp_path / "merged.xlsx", Options(target="k")).data
    assert [data.class_name(code) for code in data.codes] == ["x", "x", "y", "y"] and data.X[:, 0].tolist() == [
        1,
        2,
        3,
        4,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a;n\n1.234;5\n2.345;6\n",
        "a,n\n1.234,5\n2.345,6\n",
        "a;n\n1,200;1\n2,500;2\n",
        "a;n\n01/02/2024;5\n03/04/2024;6\n",
    ],
)
def test_reading_taken_is_the_first_choice_and_the_one_stated(tmp_path: Path, text: str) -> None:
    path = tmp_path / "some.csv"
    path.write_text(text, encoding="utf-8")
    found = preview(path)
    column = found.columns[0]
    (taken, words), (_, others) = column.readings
    assert column.marks == taken and column.doubt == f"{words}, or {others}"
    assert any(f"{words}, or {others}. The first is taken." in told for told in found.warnings)
