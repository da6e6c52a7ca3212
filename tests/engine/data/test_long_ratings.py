"""Long ratings become a table with gaps, within the budget, or are refused in words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, TurnRatings, remedies
from engine.data import long_ratings
from engine.data.dataset import Column, Dataset
from engine.data.long_ratings import turned

LONG = "user,film,rating\nann,A,5\nann,B,3\nbob,A,4\nbob,C,1\ncy,B,2\n"


def read(text: str, tmp_path: Path) -> Dataset:
    path = tmp_path / "long.csv"
    path.write_text(text, encoding="utf-8")
    return engine.read_table(path)


def test_file_of_user_item_and_rating_becomes_a_table_with_gaps(tmp_path: Path) -> None:
    table = turned(read(LONG, tmp_path))
    assert table.row_names == ("ann", "bob", "cy") and table.feature_names == ("A", "B", "C")
    right = np.array([[5, 3, np.nan], [4, np.nan, 1], [np.nan, 2, np.nan]])
    assert np.array_equal(table.X, right, equal_nan=True) and table.rows_title == "user"
    assert engine.trace("nearest_critic", table)[0].seen.tolist() == [False, True, False]


def test_numeric_names_and_rating_as_target() -> None:
    columns = (Column("user_id"), Column("movie_id"))
    X = np.array([[7.0, 1.0], [3.0, 2.0], [7.0, 2.0]])
    table = turned(Dataset(X, np.array([4.0, 2.5, 1.0]), columns, target_name="rating"))
    assert table.row_names == ("3", "7") and table.feature_names == ("1", "2")
    assert np.array_equal(table.X, [[np.nan, 2.5], [4.0, 1.0]], equal_nan=True)


def test_recommenders_refuse_a_list_and_offer_the_table(tmp_path: Path) -> None:
    data = read(LONG, tmp_path)
    for key, card in engine.algorithms().items():
        if card.family == "recommenders":
            words = card.unsuitable(data)
            assert remedies(words) == (TurnRatings(),), key
    assert long_ratings.long_ratings(engine.load("film_critics")) is None


def test_a_pair_that_stands_twice_is_named(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="ann has rated B more than once: leave one"):
        turned(read(LONG + "ann,B,4\n", tmp_path))


def test_too_many_cells_and_missing_columns_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(long_ratings, "MOST", 8)
    with pytest.raises(Refusal, match="3 users and 3 items make more than 8 cells"):
        turned(read(LONG, tmp_path))
    with pytest.raises(Refusal, match="no columns called user, item and rating"):
        turned(engine.load("iris"))
    gaps = Dataset(np.full((2, 3), np.nan), columns=(Column("user"), Column("item"), Column("rating")))
    assert long_ratings.long_ratings(gaps) is None
