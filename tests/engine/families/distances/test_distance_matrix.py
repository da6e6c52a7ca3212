"""Distance matrix: scipy's cdist for every distance, cells and rows as they fill, duplicates, blocks and the cost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.distance import cdist

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Matrix, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.distances.distance_matrix import loop
from engine.families.distances.measures import COSINE, KINDS, SQUARED
from tests.catalogue import shows

KEY = "distance_matrix"
CARD = engine.algorithm(KEY)
THREE = Dataset.from_arrays([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]], ["a", "b", "a"])
SCIPY = {
    "Euclidean": "euclidean", "Manhattan": "cityblock", SQUARED: "sqeuclidean", "Chebyshev": "chebyshev",
    COSINE: "cosine",
}  # fmt: skip


def nearest(step: Any, data: Dataset, params: Any) -> np.ndarray:
    """The cell of the least distance, of the rows themselves above the diagonal."""
    R = np.where(np.triu(np.ones_like(step.R), 1 if step.own else -len(step.R)) > 0, step.R, np.inf)
    lit: np.ndarray = np.arange(R.size).reshape(R.shape) == R.argmin()
    return lit


PLACED = {"Distances: lit": nearest}


def steps(data: Dataset = THREE, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(part: str, data: Dataset = THREE, **params: Any) -> list[Story]:
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps(data, **params) if step.part == part]


def table(step: Any, data: Dataset = THREE, **params: Any) -> Matrix:
    (mark,) = (one for one in CARD.marks(step, data, CARD.params(**params)) if isinstance(one, Matrix))
    return mark


@shows("DS11")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("against", loop.AGAINST)
def test_scipy_agrees_for_every_distance(kind: str, against: str) -> None:
    rng = np.random.default_rng(3)
    data = Dataset.from_arrays(rng.normal(size=(23, 4)).round(1), [0, 1, 2] * 7 + [0, 1])
    Z = data.X if against == "the rows" else np.array([data.X[data.codes == k].mean(axis=0) for k in range(3)])
    R = steps(data, distance=kind, against=against, p=3.0)[-1].R
    wanted = {
        "Minkowski": lambda: cdist(Z, data.X, "minkowski", p=3),
        "Mahalanobis": lambda: cdist(Z, data.X, "mahalanobis", VI=np.linalg.inv(np.cov(data.X.T))),
        "Hamming": lambda: cdist(Z, data.X, "hamming") * 4,
    }
    theirs = wanted[kind]() if kind in wanted else cdist(Z, data.X, SCIPY[kind])
    assert R.shape == (len(Z), 23) and pytest.approx(theirs, abs=1e-10) == R


@shows("DS11")
def test_cells_are_filled_row_by_row_with_the_cost_counted() -> None:
    run = steps()
    assert [step.part for step in run] == ["start", *["cell"] * 9, "whole"]
    assert run[-1].R.tolist() == [[0, 5, 1], [5, 0, pytest.approx(18**0.5)], [1, pytest.approx(18**0.5), 0]]
    assert [step.cell for step in run[1:5]] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    stories = told("cell")
    assert stories[0].sentence == "Row 1 is at distance 0 from itself: the diagonal is 0."
    assert stories[1].sentence == "From row 1 to row 2 it is 5."
    assert stories[3].sentence == (
        "From row 2 to row 1 it is 5. It is the cell on the other side of the diagonal once more: the distance is "
        "symmetric."
    )
    assert [one.value for one in stories[3].numbers] == [5.0, 4, 8]
    assert told("start")[0].worked == ("operations = 3·3·2 = 18",)
    assert told("start")[0].sentence == "The Euclidean distance of every row to 3 rows is measured, 2 coordinates each."
    assert CARD.measure(run[4], THREE, CARD.params()) == {"operations": 8.0}
    whole = told("whole")[0]
    assert whole.sentence == "All cells are filled. The nearest are rows 1 and 3, at 1."
    assert [one.value for one in whole.numbers] == [1.0, 0, 18] and all(one.holds for one in whole.checks)


@shows("DS11")
def test_cells_fill_in_and_stand_for_pairs_of_points() -> None:
    run = steps()
    drawn = table(run[2])
    assert drawn.style == "heat" and drawn.values[0, :2].tolist() == [0, 5]
    assert np.isnan(drawn.values).sum() == 7 and (drawn.chosen_row, drawn.chosen_column) == (0, 1)
    assert drawn.rows.tolist() == drawn.columns.tolist() == [0, 1, 2] and drawn.row_labels == ("1", "2", "3")
    marks = CARD.marks(run[2], THREE, CARD.params())
    (line,) = (one for one in marks if isinstance(one, Segments))
    assert line.starts.tolist() == [[0, 0]] and line.ends.tolist() == [[3, 4]] and line.rows.tolist() == [1]
    (focus,) = (one for one in marks if isinstance(one, Points))
    assert focus.positions.tolist() == [[0, 0]] and focus.rows.tolist() == [0] and focus.role == "focus"
    (second,) = (one for one in CARD.marks(run[4], THREE, CARD.params()) if isinstance(one, Segments))
    assert second.starts.tolist() == [[3, 4]] and second.ends.tolist() == [[0, 0]]
    last = table(run[-1])
    assert last.lit.nonzero() == ((0,), (2,)) and last.chosen_row is None and not np.isnan(last.values).any()
    (best,) = (one for one in CARD.marks(run[-1], THREE, CARD.params()) if isinstance(one, Segments))
    assert best.role == "best" and best.starts.tolist() == [[0, 0]] and best.ends.tolist() == [[0, 1]]


def test_class_means_are_compared_with_the_rows() -> None:
    against = {"against": "the class means"}
    run = steps(**against)
    assert run[-1].Z.tolist() == [[0, 0.5], [3, 4]] and run[-1].R[1].tolist() == pytest.approx([5, 0, 18**0.5])
    centres = next(one for one in CARD.marks(run[0], THREE, CARD.params(**against)) if isinstance(one, Points))
    assert centres.labels == ("a", "b") and centres.positions.tolist() == [[0, 0.5], [3, 4]]
    drawn = table(run[1], **against)
    assert drawn.row_labels == ("a", "b") and drawn.rows.tolist() == [-1, -1] and drawn.columns.tolist() == [0, 1, 2]
    assert told("cell", **against)[0].sentence == "From the mean of a to row 1 it is 0.5."
    assert told("whole", **against)[0].sentence == (
        "All cells are filled. The nearest are the mean of b and row 2, at 0. 1 pair at distance 0: rows that lie at a "
        "mean."
    )
    assert "of the mean of every class to 3 rows" in told("start", **against)[0].sentence
    with pytest.raises(Refusal, match="needs a class for the rows") as refused:
        engine.trace(KEY, Dataset(THREE.X), **against)
    assert refused.value.remedies == (SetParameter("against", "the rows"),)


@shows("DS11")
def test_off_diagonal_zero_reveals_duplicates() -> None:
    twice = Dataset(np.array([[1.0, 2.0], [5.0, 5.0], [1.0, 2.0], [1.0, 2.0]]))
    story = told("whole", twice)[0]
    assert story.sentence.endswith(
        "The nearest are rows 1 and 3, at 0. 3 pairs at distance 0 off the diagonal: duplicates."
    )
    assert told("cell", twice)[2].sentence.endswith("Not on the diagonal: the two are the same to this distance.")
    for kind in KINDS[:7]:
        assert steps(twice, distance=kind)[-1].found.zeros == 3, kind
    one = Dataset(np.array([[4.0]]))
    assert told("whole", one)[0].sentence == "There is one row, at distance 0 from itself."


@shows("DS11")
def test_many_cells_are_filled_by_rows() -> None:
    iris = engine.load("iris")
    run = steps(iris)
    assert [step.done // 150 for step in run if step.part == "cell"] == [
        12,
        25,
        38,
        50,
        62,
        75,
        88,
        100,
        112,
        125,
        138,
        150,
    ]
    assert told("cell", iris)[0].sentence == "12 more rows of cells are filled."
    assert told("cell", iris)[0].numbers[1].value == 12 * 150 * 4
    drawn = table(run[1], iris)
    assert drawn.chosen_row == 11 and drawn.chosen_column is None and np.isnan(drawn.values[12:]).all()
    assert not np.isnan(drawn.values[:12]).any()
    ten = Dataset(np.arange(12.0)[:, None])
    assert told("cell", ten)[0].sentence == "1 more row of cells is filled."
    lines = [one for one in CARD.marks(steps(ten)[2], ten, CARD.params()) if isinstance(one, Segments)]
    assert len(lines[0].ends) == 12 and lines[0].starts[:, 0].tolist() == [1.0] * 12


@shows("DS11")
def test_above_four_million_cells_block_means_are_kept_and_stated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert loop.block_side(2000, 2000) == 1 and loop.block_side(2001, 2000) == 5 and loop.block_side(4000, 4000) == 8
    monkeypatch.setattr(loop, "MOST", 400)
    monkeypatch.setattr(loop, "SIDE", 13)
    data = Dataset(np.random.default_rng(1).normal(size=(25, 3)))
    data = data.changed(X=np.vstack([data.X[:24], data.X[:1]]))
    run = steps(data)
    whole = cdist(data.X, data.X)
    assert run[0].block == 2 and run[-1].R.shape == (13, 13)
    assert run[-1].R[0, 0] == pytest.approx(whole[:2, :2].mean())
    assert run[-1].R[12, 11] == pytest.approx(whole[24:, 22:24].mean())
    assert run[-1].found.pair == (0, 24) and run[-1].found.zeros == 1
    said = told("start", data)[0].sentence
    assert "625 cells are too many to keep and to see: each number shown is the mean of a block of 2 rows" in said
    first = told("cell", data)[0]
    assert first.sentence == "1 more row of cells is filled. Each cell is the mean of a block."
    assert first.numbers[1].value == 2 * 25 * 3
    assert table(run[-1], data).title == "means of blocks of 2 by 2" and table(run[-1], data).rows is None
    assert told("whole", data)[0].numbers[-1].value == 25 * 25 * 3
    assert not [mark for mark in CARD.marks(run[1], data, CARD.params()) if isinstance(mark, Segments)]


def test_mahalanobis_of_many_features_is_whitened_at_once() -> None:
    X = np.random.default_rng(2).normal(size=(130, 101))
    wanted = cdist(X, X, "mahalanobis", VI=np.linalg.inv(np.cov(X.T)))
    run = steps(Dataset(X), distance="Mahalanobis")
    assert pytest.approx(wanted, abs=1e-7) == run[-1].R and not np.diagonal(run[-1].R).any()
    two = Dataset.from_arrays(X, np.arange(130) % 2)
    centres = np.array([X[::2].mean(axis=0), X[1::2].mean(axis=0)])
    wanted = cdist(centres, X, "mahalanobis", VI=np.linalg.inv(np.cov(X.T)))
    assert pytest.approx(wanted, abs=1e-7) == steps(two, distance="Mahalanobis", against="the class means")[-1].R


def test_unmeasurable_data_are_refused_with_a_remedy() -> None:
    flat = Dataset(np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]]))
    for data, kind, words in (
        (flat, "Mahalanobis", "some direction of these rows has no variance"),
        (THREE, COSINE, "needs a direction, and row 1 is the zero vector"),
        (Dataset(THREE.X * 1e200), SQUARED, "too large to square"),
    ):
        with pytest.raises(Refusal, match=words) as refused:
            engine.trace(KEY, data, distance=kind)
        assert refused.value.remedies == (SetParameter("distance", "Euclidean"),)
    tennis = engine.load("play_tennis")
    with pytest.raises(Refusal, match="needs numbers, and Outlook is categorical: take Hamming") as refused:
        engine.trace(KEY, tennis)
    assert refused.value.remedies[0] == SetParameter("distance", "Hamming")
    assert steps(tennis, distance="Hamming")[-1].R.max() <= 4
    assert steps(Dataset(THREE.X * 1e200))[-1].R[0, 1] == pytest.approx(5e200)


def test_whole_table_is_named_and_checked_if_kept() -> None:
    (story,) = told("whole")
    assert [one.name for one in story.numbers] == ["least distance", "pairs at distance 0", "operations"]
    assert [one.words for one in story.checks] == ["R is symmetric", "its diagonal is 0"]
    assert not told("whole", against="the class means")[0].checks
