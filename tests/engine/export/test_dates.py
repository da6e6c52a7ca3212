"""The kind of a column of dates goes with recipes and models, and the file says in what unit the numbers are."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd

import engine
from engine.data.dataset import Column, Dataset
from engine.data.tables.writing import write_csv
from engine.export.carried import with_answers
from engine.export.recipe import Recipe

SHOP = Dataset(
    np.array([[19799.0, 1.5], [19799.5, 2.5], [20000.0, 9.0], [20010.0, 9.5]]), np.array([0, 0, 1, 1]),
    (Column("sold", "date"), Column("price")), class_names=("poor", "good"),
)  # fmt: skip
UNIT = "days since 1970-01-01 in UTC, with the time of day as a part of a day"


def test_recipe_keeps_dates_with_their_unit() -> None:
    content = json.loads(json.dumps(Recipe("cart", SHOP).to_json()))
    assert content["units"] == {"sold": UNIT}
    assert Recipe.from_json(content).data == SHOP
    assert "units" not in Recipe("cart", SHOP.select([1])).to_json()


def test_model_keeps_dates_with_their_unit(tmp_path: Path) -> None:
    carried = engine.Carried.of(engine.fit("cart", SHOP), SHOP, "classification")
    path = tmp_path / "tree.json"
    engine.save_model(carried, path)
    assert json.loads(path.read_text(encoding="utf-8"))["units"] == {"sold": UNIT}
    again = engine.load_model(path)
    assert again.columns == SHOP.columns and again.predict_table(SHOP).tolist() == [0, 0, 1, 1]


def test_predictions_are_written_with_iso_dates(tmp_path: Path) -> None:
    carried = engine.Carried.of(engine.fit("cart", SHOP), SHOP, "classification")
    write_csv(with_answers(carried, SHOP), tmp_path / "answers.csv", plain=True)
    frame = pd.read_csv(tmp_path / "answers.csv", parse_dates=["sold"])
    assert frame["sold"].tolist()[:2] == [pd.Timestamp("2024-03-17"), pd.Timestamp("2024-03-17 12:00")]
