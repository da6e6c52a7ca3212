"""Correlation matrix: W15 and W03, numpy, columns without variation, and what is typed that is no covariance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Ellipse, Matrix, Text
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "correlation_matrix"
CARD = engine.algorithm(KEY)
W15 = Dataset.from_arrays([[1.0, 2], [2, 1], [3, 4], [4, 3], [5, 5]], feature_names=["a", "b"])
"""Its columns are those of W03 too."""
SIGMA = (4.0, 2.0, 2.0, 3.0)


def steps(data: Dataset = W15, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(part: str, data: Dataset = W15, **params: Any) -> list[Story]:
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps(data, **params) if step.part == part]


@shows("CO5", "W15")
def test_w15_typed_covariance_becomes_its_correlation() -> None:
    last = steps(covariance=SIGMA)[-1]
    assert pytest.approx(np.array([[1, 0.57735026919], [0.57735026919, 1]])) == last.R
    stories = told("cell", covariance=SIGMA)
    assert [story.worked[0] for story in stories] == [
        "ρ = 4 / √(4·4) = 1", "ρ = 2 / √(3·4) = 0.5774", "ρ = 3 / √(3·3) = 1",
    ]  # fmt: skip
    assert stories[0].sentence == "The variance of a divided by itself: a column has the correlation 1 with itself."
    assert stories[1].sentence == "b and a rise together: ρ = 0.5774, and the same on the other side of the diagonal."
    assert told("start", covariance=SIGMA)[0].sentence.startswith("A typed covariance matrix S of 2 columns")


@shows("CO5", "W15", "W03")
def test_w15_and_w03_covariances_by_either_divisor() -> None:
    assert pytest.approx(np.array([[2.5, 2.0], [2.0, 2.5]])) == steps()[0].S
    assert pytest.approx(np.array([[2.0, 1.6], [1.6, 2.0]])) == steps(divisor="N")[0].S
    for divisor in ("N − 1", "N"):
        assert steps(divisor=divisor)[-1].R[0, 1] == pytest.approx(0.8)


@shows("CO5")
def test_result_matches_numpy_one_cell_per_step() -> None:
    iris = engine.load("iris")
    run = steps(iris)
    assert pytest.approx(np.cov(iris.X.T)) == run[-1].S and pytest.approx(np.corrcoef(iris.X.T), abs=1e-12) == run[-1].R
    assert [(step.i, step.j) for step in run[1:5]] == [(0, 0), (1, 0), (1, 1), (2, 0)]
    assert [int(np.isnan(step.R).sum()) for step in run[:4]] == [16, 15, 13, 12]
    assert len(run) == 12
    (whole,) = told("whole", iris)
    assert whole.sentence.endswith("The strongest is that of petal width (cm) and petal length (cm).")
    assert all(one.holds for one in whole.checks) and whole.numbers[0].value == pytest.approx(0.96286543)
    assert CARD.event(run[-1]).word == "whole"
    opposite = told("cell", iris)[1].sentence
    assert opposite.startswith("sepal width (cm) and sepal length (cm) go opposite ways: ρ = −0.1176")


@shows("CO5")
def test_covariances_become_correlations_with_ellipses() -> None:
    step = steps(covariance=SIGMA)[2]
    drawn = CARD.marks(step, W15, CARD.params(covariance=SIGMA))
    tables = [mark for mark in drawn if isinstance(mark, Matrix)]
    assert tables[0].values.tolist() == [[4, 2], [2, 3]] and tables[0].parameter == "covariance"
    assert [(one.chosen_row, one.chosen_column, one.style) for one in tables] == [(1, 0, "table"), (1, 0, "heat")]
    assert np.array_equal(tables[1].values, step.R, equal_nan=True) and tables[1].row_labels == ("a", "b")
    rings = [mark for mark in drawn if isinstance(mark, Ellipse)]
    assert [ring.centre.tolist() for ring in rings] == [[0, 0], [1, 0], [0, -1]]
    assert [ring.covariance[0, 1] for ring in rings] == pytest.approx([1, 0.57735026919, 0.57735026919])
    assert [ring.role for ring in rings] == ["plain", "best", "best"]
    assert [mark.text for mark in drawn if isinstance(mark, Text)] == ["a", "b"]
    three = (1.0, 0, 0, 0, 1, 0, 0, 0, 1)
    tables = CARD.marks(steps(covariance=three)[0], W15, CARD.params(covariance=three))
    assert tables[0].row_labels == ("x1", "x2", "x3")
    assert "do not rise or fall together on a line" in told("cell", covariance=three)[1].sentence


@shows("CO5")
def test_constant_column_has_no_correlation_rather_than_0() -> None:
    flat = Dataset.from_arrays([[1.0, 2.0], [1.0, 3.0], [1.0, 5.0]], feature_names=["c", "d"])
    last = steps(flat)[-1]
    assert np.isnan(last.R).tolist() == [[True, True], [True, False]]
    assert told("cell", flat)[1].sentence == "c has no variation: its correlation with d is undefined, not 0."
    assert told("whole", flat)[0].sentence.endswith("1 column has no variation, and no correlation with any other.")
    ending = engine.trace(KEY, flat).to_end().ending
    assert ending.words == "The correlations of 2 columns, 1 column without variation."


@shows("CO5")
@pytest.mark.parametrize(
    ("covariance", "words", "remedy"),
    [
        ((4.0, 2.0, 1.0, 3.0), "not symmetric: row 1, column 2 is 2, and row 2, column 1 1", (4.0, 1.0, 1.0, 3.0)),
        ((4.0, 2.0, 3.0), "3 numbers, which fill no square table", ()),
        ((4.0, 1.0, 1.0, -3.0), "−3 in row 2 of its diagonal", ()),
        ((4.0, 5.0, 5.0, 3.0), "a correlation would lie beyond −1 or 1", ()),
    ],
)
def test_what_is_no_covariance_is_refused(covariance: tuple[float, ...], words: str, remedy: tuple[float, ...]) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, W15, covariance=covariance)
    assert refused.value.remedies[0] == SetParameter("covariance", remedy)


def test_gaps_and_many_columns_are_told() -> None:
    gaps = W15.changed(X=np.array([[1.0, 2], [2, 1], [3, 4], [np.nan, 3], [5, 5]]))
    assert pytest.approx(np.cov(W15.X[[0, 1, 2, 4]].T)) == steps(gaps)[0].S
    assert told("start", gaps)[0].sentence.endswith("1 row lacks a column and is left out.")
    wine = engine.load("wine")
    assert "Only the first 12 of 13 columns are shown." in told("start", wine)[0].sentence and len(steps(wine)) == 80
    with pytest.raises(Refusal, match="two rows or more must know all columns"):
        engine.trace(KEY, W15.changed(X=np.full((5, 2), np.nan)))
