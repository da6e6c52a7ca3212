"""Ratings matrix: its two views, its density, and what is empty, outside the scale or named twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import DropRows, KeepColumns, Refusal
from engine.core.marks import Bars, Matrix, Points
from engine.data.dataset import Column, Dataset
from engine.families.recommenders.table_drawing import COLUMNS, ROWS, shown
from tests.catalogue import shows

KEY = "ratings_matrix"
CARD = engine.algorithm(KEY)
CRITICS = engine.load("film_critics")


def lit(step: Any, data: Dataset, params: Any) -> np.ndarray:
    """The cells outside the scale, and of the film that is looked at the whole column."""
    rows, columns = shown(data.n, ROWS, step.row), shown(data.d, COLUMNS, step.column)
    low, high = params.scale or (-np.inf, np.inf)
    return np.array(
        [[j == step.column or not (np.isnan(x := data.X[i, j]) or low <= x <= high)
          for j in columns] for i in rows]
    )  # fmt: skip


FOLLOWS = {"films:": lambda step, data, params: np.flatnonzero(~np.isnan(data.X[step.row])) + 1}
PLACED = {"Ratings: lit": lit}


def steps(data: Dataset = CRITICS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = CRITICS, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step: Any, kind: type, **params: Any) -> Any:
    return next(mark for mark in CARD.marks(step, CRITICS, CARD.params(**params)) if isinstance(mark, kind))


@shows("RC1", "W04")
def test_density_and_rated_cells() -> None:
    run = steps()
    assert run[0].by_row.tolist() == [3, 3, 3, 3, 2, 2, 1] and run[0].by_column.tolist() == [6, 6, 5]
    assert run[0].density == pytest.approx(np.mean(~np.isnan(CRITICS.X)))
    assert told(run[0]).sentence.startswith("7 people and 3 films: 17 of 21 cells are known.")
    assert told(run[6]).sentence.startswith("Person u2 has rated 2 of 3 films: f2, f3.")
    assert [step.part for step in run] == ["start"] + 7 * ["row"] + 3 * ["column"] + ["all"]


@shows("RC1", "W79")
def test_same_cells_are_users_and_films_as_points() -> None:
    run = steps()
    table = drawn(run[2], Matrix)
    assert table.chosen_row == 1 and np.array_equal(table.values, CRITICS.X, equal_nan=True)
    people, films = drawn(run[2], Points), drawn(run[8], Points)
    assert people.labels == ("c1", "c2", "c3", "c4", "u1") and people.positions[0].tolist() == [5.0, 4.0]
    assert films.labels == ("f1", "f2", "f3") and films.positions.tolist() == [[5.0, 1.0], [4.0, 3.0], [2.0, 3.0]]
    assert drawn(run[8], Bars).values.tolist() == [6.0, 6.0, 5.0]
    assert drawn(run[8], Matrix).lit[:, 0].all() and not drawn(run[8], Matrix).lit[:, 1].any()


@shows("RC1")
def test_what_is_empty_is_kept_and_marked() -> None:
    data = Dataset(np.array([[1.0, np.nan], [np.nan, np.nan], [2.0, np.nan]]))
    run = steps(data)
    assert "has rated nothing: the row is kept, and marked as one without information" in told(run[2], data).sentence
    assert "has no rating: the column is kept" in told(run[5], data).sentence
    assert [event.word for event in map(CARD.event, run) if event] == ["no information", "no information"]
    assert "Without information: 1 person and 1 film." in told(run[-1], data).sentence


@shows("RC1")
def test_ratings_outside_the_scale_are_flagged() -> None:
    step = steps(scale=(1.0, 4.0))[0]
    assert step.outside.tolist() == [[0, 0], [3, 2], [5, 2]]
    assert (
        "3 ratings are outside the scale from 1 to 4, the first that of c1 for f1."
        in told(step, scale=(1.0, 4.0)).sentence
    )
    assert np.argwhere(drawn(step, Matrix, scale=(1.0, 4.0)).lit).tolist() == step.outside.tolist()
    with pytest.raises(Refusal, match="scale is two numbers, the lowest rating and then"):
        engine.trace(KEY, CRITICS, scale=(5.0, 1.0))


@shows("RC1")
def test_duplicate_names_are_refused_with_a_remedy() -> None:
    twice = CRITICS.changed(row_names=("c1", "c1", *CRITICS.row_names[2:]))
    with pytest.raises(Refusal, match="Two rows are called c1") as refusal:
        engine.trace(KEY, twice)
    assert refusal.value.remedies == (DropRows((1,)),)
    films = CRITICS.changed(columns=(Column("f1"), Column("f2"), Column("f1")))
    with pytest.raises(Refusal, match="Two columns are called f1") as refusal:
        engine.trace(KEY, films)
    assert refusal.value.remedies == (KeepColumns((0, 1)),)
