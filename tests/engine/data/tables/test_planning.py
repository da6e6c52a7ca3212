"""What becomes of a column is decided once, and its cells are fetched in that form."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import Refusal
from engine.data.tables.assembly import assembled
from engine.data.tables.options import FOUND_OUT, Options
from engine.data.tables.planning import planned
from engine.data.tables.raw import Table
from engine.data.tables.reading import preview, reading
from engine.data.tables.sources import open_table

TEXT = "name,size,wind,class\n" + "".join(f"r{i},{i / 2},{'weak' if i % 3 else 'strong'},{i % 2}\n" for i in range(12))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "some.csv").write_text(TEXT, encoding="utf-8")
    return tmp_path / "some.csv"


def test_every_column_is_read_in_the_planned_form(path):
    columns = {one.name: one for one in planned(open_table(path, FOUND_OUT), FOUND_OUT)}
    assert [one.guess.role for one in columns.values()] == ["name", "feature", "feature", "target"]
    assert columns["size"].cells.codes is None and columns["size"].levels == ()
    assert columns["wind"].levels == ("strong", "weak")
    assert columns["class"].guess.kind == "categorical" and columns["class"].levels == ("0", "1")
    assert columns["name"].cells.codes is not None and columns["name"].levels == ()
    assert not any(one.fault for one in columns.values())


def test_column_is_fetched_again_only_for_another_form(path, monkeypatch):
    fetched = Counter[int]()
    plain = Table.cells
    monkeypatch.setattr(Table, "cells", lambda self, j, as_text=False: fetched.update([j]) or plain(self, j, as_text))
    data = reading(path).data
    assert fetched == {0: 1, 1: 1, 2: 1, 3: 2}, "the classes are written in numbers"
    assert data.class_names == ("0", "1") and data.row_names[3] == "r3"
    fetched.clear()
    assert reading(path, Options(kinds={"class": "categorical"})).data == data
    assert fetched == {0: 1, 1: 1, 2: 1, 3: 1}, "the person has said so"


def test_data_set_is_made_from_the_plan_only(path):
    columns = planned(open_table(path, FOUND_OUT), FOUND_OUT)
    path.unlink()
    data, left_out = assembled(columns, "some", "some.csv")
    assert data.n == 12 and data.feature_names == ("size", "wind") and left_out == ()
    assert np.array_equal(data.X[:, 0], np.arange(12) / 2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (Options(kinds={"wind": "numeric"}, roles={"wind": "feature"}), "Row 1, column wind of some.csv is 'strong'"),
        (
            Options(kinds={"wind": "ordinal"}, levels={"wind": ["weak"]}),
            "Row 1, column wind of some.csv is 'strong', which is none of the levels weak",
        ),
    ],
)
def test_fault_is_seen_when_planned_and_refused_when_read(path, options, words):
    (faulty,) = [one for one in planned(open_table(path, options), options) if one.fault]
    assert faulty.fault.startswith(words)
    assert [column.name for column in preview(path, options).columns] == ["name", "size", "wind", "class"]
    with pytest.raises(Refusal, match=words.replace("(", r"\(")):
        reading(path, options)


def test_text_among_numbers_may_be_declared_missing(tmp_path):
    path = tmp_path / "weights.csv"
    path.write_text("height,weight\n1.7,65\n1.8,8O\n1.6,55\n")
    asked = Options(kinds={"weight": "numeric"})
    (faulty,) = [one for one in planned(open_table(path, asked), asked) if one.fault]
    advice = "mend the cell, name it as missing, or read the column as categorical."
    assert faulty.fault == f"Row 2, column weight of weights.csv is '8O', and the column is to be numeric: {advice}"
    named = reading(path, replace(asked, missing=("8O",))).data
    assert np.array_equal(named.X[:, 1], [65, np.nan, 55], equal_nan=True)


def test_fault_of_a_column_left_out_is_ignored(path):
    options = Options(kinds={"wind": "numeric"}, roles={"wind": "skip"})
    assert not any(one.fault for one in planned(open_table(path, options), options))
    assert reading(path, options).data.feature_names == ("size",)
