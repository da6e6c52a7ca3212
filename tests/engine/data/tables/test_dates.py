"""A column of dates: read as one, whatever file it stands in, written as one, and read as text or numbers if asked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import engine
from engine.base.dates import DAYS
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.recast import column_at, with_kind, with_names_as_feature, with_role
from engine.data.tables.options import Options
from engine.data.tables.reading import preview, read, reading, reading_text
from engine.data.tables.writing import write_csv

SOLD = Column("sold", "date")
pytestmark = pytest.mark.filterwarnings("ignore::engine.data.tables.reading.TableWarning")


def table(*texts: str) -> str:
    return "sold,price\n" + "".join(f"{text},{i}.5\n" for i, text in enumerate(texts))


def test_a_column_of_dates_is_one():
    made = reading_text(table("2024-03-17", "", "2024-03-18 12:00"))
    assert made.data.columns == (SOLD, Column("price"))
    assert np.array_equal(made.data.X[:, 0], [19799, np.nan, 19800.5], equal_nan=True)
    assert [SOLD.text(value) for value in made.data.X[:, 0]] == ["2024-03-17", "?", "2024-03-18 12:00"]
    assert made.warnings[0] == f"Column sold holds dates; methods compute with them as {DAYS}."


def test_time_zones_are_converted_with_a_note():
    mixed = reading_text(table("2024-03-17T01:00:00+02:00", "2024-03-17T01:00:00"))
    assert [SOLD.text(value) for value in mixed.data.X[:, 0]] == ["2024-03-16 23:00", "2024-03-17 01:00"]
    assert mixed.warnings[0].endswith("converted to UTC, and those without a time zone are taken as UTC.")
    assert reading_text(table("2024-03-17T01:00Z")).warnings[0].endswith("Its times are converted to UTC.")


def test_years_alone_stay_numbers():
    assert reading_text(table("1999", "2024")).data.columns[0].kind == "numeric"


def test_ambiguous_day_and_month_order_is_asked_about():
    found = reading_text(table("03/04/2024", "05/06/2024"))
    assert found.data.columns[0] == SOLD
    assert any("can be read in two ways: 03/04/2024 is 2024-03-04 (month first)" in one for one in found.warnings)
    other = reading_text(table("03/04/2024", "05/06/2024"), Options(marks={"sold": "day first"}))
    assert SOLD.text(other.data.X[0, 0]) == "2024-04-03"


@pytest.mark.parametrize("ending", ["parquet", "xlsx", "json"])
def test_what_the_types_of_a_file_say(tmp_path: Path, ending: str):
    texts = ["2024-03-17 00:00", "2024-03-18 12:00", *(["1899-01-01 00:00", None] if ending != "xlsx" else [])]
    moments = pd.to_datetime(texts)
    frame = pd.DataFrame({"sold": moments, "price": np.arange(len(moments)) + 0.5})
    path = tmp_path / f"shop.{ending}"
    if ending == "parquet":
        frame.to_parquet(path)
    elif ending == "xlsx":
        frame.to_excel(path, index=False)
    else:
        frame.to_json(path, orient="records", date_format="iso")
    data = read(path)
    assert data.columns[0] == SOLD
    assert [SOLD.text(value) for value in data.X[:2, 0]] == ["2024-03-17", "2024-03-18 12:00"]


def test_parquet_with_a_zone_is_read_in_utc(tmp_path: Path):
    moments = pd.to_datetime(["2024-03-17 01:00", "2024-07-17 01:00"]).tz_localize("Europe/Berlin")
    pd.DataFrame({"sold": moments, "price": [1.5, 2.5]}).to_parquet(tmp_path / "a.parquet")
    made = reading(tmp_path / "a.parquet")
    assert [SOLD.text(value) for value in made.data.X[:, 0]] == ["2024-03-17", "2024-07-16 23:00"]
    assert "converted to UTC" in made.warnings[0]


def test_dates_may_be_read_as_numbers_or_text(tmp_path: Path):
    path = tmp_path / "shop.csv"
    path.write_text(table("2024-03-17", "2024-03-18", "2024-03-17"), encoding="utf-8")
    assert preview(path).columns[0].kind == "date"
    assert read(path, preview(path).accepted).columns[0] == SOLD
    numbers = read(path, Options(kinds={"sold": "numeric"}))
    assert numbers.columns[0] == Column(f"sold ({DAYS})") and numbers.X[0, 0] == 19799
    texts = read(path, Options(kinds={"sold": "categorical"}, roles={"sold": "feature"}))
    assert texts.columns[0].levels == ("2024-03-17", "2024-03-18")


def test_invalid_cell_of_a_date_column_is_named():
    with pytest.raises(Refusal, match=r"Row 2, column sold of .* is 'soon', which is no date: mend the cell"):
        reading_text(table("2024-03-17", "soon"), Options(kinds={"sold": "date"}))
    with pytest.raises(Refusal, match="holds numbers and no dates"):
        reading_text(table("1999", "2024"), Options(kinds={"sold": "date"}))


@pytest.mark.parametrize("plain", [True, False])
def test_written_table_has_iso_dates_and_reads_back(tmp_path: Path, plain: bool):
    data = reading_text(table("2024-03-17", "", "0001-01-01 00:00:00.5", "9999-12-31")).data
    write_csv(data, tmp_path / "a.csv", plain)
    lines = (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith("2024-03-17T00:00:00.000,") and lines[2].startswith(",")
    back = read(tmp_path / "a.csv")
    assert back.columns == data.columns and np.array_equal(back.X, data.X, equal_nan=True)
    days = data.subset([0, 3])
    write_csv(days, tmp_path / "b.csv", plain)
    assert pd.read_csv(tmp_path / "b.csv")["sold"].tolist() == ["2024-03-17", "9999-12-31"]


def test_file_that_lists_its_types_says_time(tmp_path: Path):
    """An ordinal column beside it makes the file say what every column is."""
    size = Column("size", "ordinal", ("one", "two", "three"))
    data = Dataset(np.array([[19799.0, 0.0], [19801.5, 2.0], [np.nan, 1.0]]), columns=(SOLD, size))
    write_csv(data, tmp_path / "a.csv")
    assert "time" in (tmp_path / "a.csv").read_text(encoding="utf-8")
    assert read(tmp_path / "a.csv").columns == data.columns


def test_open_column_changes_kind_and_becomes_a_date_again():
    data = reading_text(table("2024-03-17", "", "2024-03-18 12:00")).data
    numbers = with_kind(data, 0, "numeric")
    assert numbers.columns[0] == Column(f"sold ({DAYS})") and with_kind(numbers, 0, "date") == data
    texts = with_kind(data, 0, "categorical")
    assert texts.columns[0].levels == ("2024-03-17", "2024-03-18 12:00") and with_kind(texts, 0, "date") == data
    with pytest.raises(Refusal, match="holds numbers and no dates"):
        with_kind(data, 1, "date")


def test_date_target_is_a_number_of_days_and_says_so():
    data = reading_text(table("2024-03-17", "2024-03-20", "2024-03-18 12:00")).data
    aimed = with_role(data, 0, "target")
    assert (
        aimed.target_name == f"sold ({DAYS})" and aimed.target == "real" and aimed.y.tolist() == [19799, 19802, 19800.5]
    )
    again = with_role(aimed, aimed.d, "feature")
    assert with_kind(again, 1, "date").columns[1] == SOLD
    with pytest.raises(Refusal, match="A target is a class or a number"):
        with_kind(aimed, aimed.d, "date")
    assert column_at(aimed, aimed.d).kind == "numeric"


def test_rows_may_be_named_by_dates():
    data = reading_text(table("2024-03-17", "2024-03-20")).data
    named = with_role(data, 0, "name")
    assert named.row_names == ("2024-03-17", "2024-03-20")
    assert with_kind(with_names_as_feature(named), 1, "date").columns[1] == SOLD


def test_column_without_dates_is_refused_for_a_model_of_dates():
    sold = Dataset(np.array([[19799.0, 1], [19810, 2], [19900, 3]]), np.array([0, 0, 1]), (SOLD, Column("price")),
                   class_names=("a", "b"))  # fmt: skip
    carried = engine.Carried.of(engine.fit("cart", sold), sold, "classification")
    assert carried.predict_table(sold).tolist() == [0, 0, 1]
    with pytest.raises(Refusal, match="Column sold is numeric in the table, and it was date"):
        carried.predict_table(sold.changed(columns=(Column("sold"), Column("price"))))
