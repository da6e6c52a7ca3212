"""The Mahalanobis distance against the worked example and scipy, and the picture in which it is a circle."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import distance as theirs
from sklearn.covariance import shrunk_covariance

import engine
from engine.base.errors import AddPoints, KeepColumns, Refusal, SetParameter
from engine.core.marks import Bars, Curve, Ellipse, Matrix, Points, Text
from engine.data.dataset import Dataset
from engine.families.distances.mahalanobis_distance.drawing import ADDS, WHITE
from engine.models.neighbours import Query
from tests.catalogue import shows

KEY = "mahalanobis_distance"
ROWS = Dataset(np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.0], [5.0, 5.0]]))
TYPED = {"mean": (1.0, 2.0), "covariance": (4.0, 2.0, 2.0, 3.0)}


def told(data, start=None, **params):
    card = engine.algorithm(KEY)
    trace = engine.trace(KEY, data, start=start, **params).to_end()
    built = card.params(**params)
    return trace, [card.explain(s, data, built) for s in trace], [card.marks(s, data, built) for s in trace]


def of(kind, marks, surface="Data"):
    return [mark for mark in marks if isinstance(mark, kind) and mark.surface.name == surface]


@shows("DS10", "W15")
def test_w15_difference_root_solution_and_length():
    trace, stories, marks = told(ROWS, Query(np.array([3.0, 1.0])), **TYPED)
    assert [step.part for step in trace] == ["start", "difference", "root", "solve", "solve", "answer"]
    end = trace[-1]
    assert end.square == pytest.approx(3.0, abs=1e-9) and end.distance == pytest.approx(np.sqrt(3))
    assert end.gap.tolist() == [2, -1] and pytest.approx(end.sigma) == end.L @ end.L.T
    assert end.y == pytest.approx([1.0, -np.sqrt(2)]) and np.triu(end.L, 1).tolist() == [[0, 0], [0, 0]]
    assert stories[1].worked == ("x1: 3 − 1 = 2", "x2: 1 − 2 = −1")
    assert stories[3].worked == ("y1 = 2 / 2 = 1",) and stories[4].worked[0] == "−1 − 1 = −2"
    assert stories[-1].worked == ("Δ² = 1 + 2 = 3", "Δ = √3 = 1.732")
    assert "1.732 standard deviations" in stories[-1].sentence and all(c.holds for s in stories for c in s.checks)
    (ellipse,) = of(Ellipse, marks[-1])
    assert ellipse.scale == end.distance and np.array_equal(ellipse.covariance, end.sigma)
    assert ellipse.centre.tolist() == [1, 2]
    (bars,) = of(Bars, marks[-1], ADDS.name)
    assert bars.values == pytest.approx([1.0, 2.0])
    assert [one.title for one in of(Matrix, marks[2], "Σ = L Lᵀ")] == ["Σ", "L"]


@shows("DS10", "W15")
def test_w15_sigma_of_the_rows_by_either_divisor():
    for divisor, wanted in (("N", [[2.0, 1.6], [1.6, 2.0]]), ("N − 1", [[2.5, 2.0], [2.0, 2.5]])):
        end = engine.trace(KEY, ROWS, divisor=divisor)[-1]
        assert end.sigma == pytest.approx(np.array(wanted)) and end.mean.tolist() == [3, 3]
        expected = theirs.mahalanobis(ROWS.X[0], [3, 3], np.linalg.inv(wanted))
        assert end.distance == pytest.approx(expected, abs=1e-10)


@shows("DS10")
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_scipy_finds_the_same(name):
    data = engine.load(name)
    inverse = np.linalg.inv(np.cov(data.X.T))
    for row in (1, 60, data.n):
        end = engine.trace(KEY, data, row=row)[-1]
        wanted = theirs.mahalanobis(data.X[row - 1], data.X.mean(axis=0), inverse)
        assert end.distance == pytest.approx(wanted, abs=1e-10)


@shows("DS10")
def test_whitened_ellipse_is_a_circle_through_y():
    trace, _, marks = told(ROWS, row=2)
    end = trace[-1]
    (rows, y), (circle,) = of(Points, marks[-1], WHITE.name), of(Curve, marks[-1], WHITE.name)
    assert np.cov(rows.positions.T) == pytest.approx(np.eye(2)) and rows.positions.mean(axis=0) == pytest.approx([0, 0])
    assert y.positions[0] == pytest.approx(rows.positions[1])
    assert np.linalg.norm(circle.positions, axis=1) == pytest.approx(np.full(97, end.distance))
    same = engine.trace(KEY, ROWS, covariance=(1.0, 0.0, 0.0, 1.0), row=2)
    assert same[-1].distance == pytest.approx(np.linalg.norm(ROWS.X[1] - 3))
    assert "this is the Euclidean distance" in told(ROWS, covariance=(1.0, 0.0, 0.0, 1.0))[1][-1].sentence


@shows("DS10", "W15")
def test_invalid_covariance_is_refused_with_a_remedy():
    flat = Dataset(np.column_stack([ROWS.X, ROWS.X[:, 0]]))
    same = Dataset(np.ones((3, 1)))
    for data, params, remedy in (
        (ROWS, {"covariance": (1.0, 2.0, 2.0, 4.0)}, SetParameter("covariance", ())),
        (ROWS, {"covariance": (1.0, 0.5, 0.2, 1.0)}, SetParameter("covariance", ())),
        (ROWS, {"covariance": (1.0, 2.0)}, SetParameter("covariance", ())),
        (ROWS, {"mean": (1.0,)}, SetParameter("mean", ())),
        (ROWS, {"row": 6}, SetParameter("row", 5)),
        (flat, {}, KeepColumns((0, 1))),
        (same, {}, AddPoints()),
    ):
        with pytest.raises(Refusal) as refusal:
            engine.trace(KEY, data, **params)
        assert refusal.value.remedies[0] == remedy


@shows("DS10")
def test_singular_covariance_is_repaired_on_request():
    flat = Dataset(np.column_stack([ROWS.X[:, 0], 2 * ROWS.X[:, 0]]))
    with pytest.raises(Refusal, match=r"singular.* or repair it") as refusal:
        engine.trace(KEY, flat)
    assert refusal.value.remedies == (
        KeepColumns((0,)),
        *(SetParameter("repair", way) for way in ("ridge", "shrunk", "diagonal", "pseudo-inverse")),
    )  # fmt: skip
    sigma = np.cov(flat.X.T)
    for repair, params, wanted in (
        ("shrunk", {}, shrunk_covariance(sigma, 0.1)),
        ("shrunk", {"rho": 0.5}, shrunk_covariance(sigma, 0.5)),
        ("diagonal", {}, np.diag(np.diagonal(sigma))),
        ("ridge", {}, sigma + 0.1 * np.eye(2)),
        ("ridge", {"epsilon": 3.0}, sigma + 3.0 * np.eye(2)),
    ):
        trace, stories, marks = told(flat, repair=repair, **params)
        assert [step.part for step in trace[:3]] == ["start", "repair", "difference"]
        assert trace[-1].sigma == pytest.approx(wanted) and pytest.approx(sigma) == trace[1].former
        expected = theirs.mahalanobis(flat.X[0], flat.X.mean(axis=0), np.linalg.inv(wanted))
        assert trace[-1].distance == pytest.approx(expected, abs=1e-10)
        assert stories[1].sentence.startswith("Σ has rank 1 of 2: its least variance is along (0.8944, −0.4472).")
        (table,) = stories[1].tables
        assert [row[1] for row in table.rows] == pytest.approx([0.0, 12.5], abs=1e-12)
        assert [row[2] for row in table.rows] == pytest.approx(np.linalg.eigvalsh(wanted))
        numbers = {one.name: one.value for one in stories[1].numbers}
        assert numbers == {"rank": 1, "least eigenvalue": table.rows[0][2]}
        assert table.title == "Eigenvalues of Σ, the least first" and [row[0] for row in table.rows] == [1, 2]
        now = of(Ellipse, marks[1])[-1]
        assert now.covariance == pytest.approx(wanted) and now.role == "plain"
    _, stories, _ = told(flat, repair="shrunk")
    assert stories[1].worked == ("first entry of Σ = (1 − 0.1)·2.5 + 0.1·6.25 = 2.875",)
    assert "shrunk towards a sphere of the same total variance" in stories[1].sentence
    assert "The variances alone are kept" in told(flat, repair="diagonal")[1][1].sentence
    _, _, marks = told(ROWS, repair="shrunk")
    former, now = of(Ellipse, marks[1])
    assert (former.role, now.role) == ("ghost", "plain") and former.covariance == pytest.approx(np.cov(ROWS.X.T))
    indefinite = {"covariance": (1.0, 2.0, 2.0, 1.0)}
    with pytest.raises(Refusal, match="below 0"):
        engine.trace(KEY, ROWS, repair="shrunk", **indefinite)
    _, _, marks = told(ROWS, repair="diagonal", **indefinite)
    assert len(of(Ellipse, marks[1])) == 1, "no ellipse has a variance below 0"


@shows("DS10", "W15")
def test_rotated_and_scaled_distance_is_unchanged():
    rng = np.random.default_rng(3)
    data = Dataset(rng.normal(size=(40, 2)) @ np.array([[2.0, 1.0], [0.0, 0.5]]))
    params = {"mean": (1.0, 2.0), "covariance": (4.0, 2.0, 2.0, 3.0)}
    trace = engine.trace(KEY, data, start=Query(np.array([3.0, 1.0])), **params).to_end()
    card = engine.algorithm(KEY)
    marks = card.marks(trace[-1], data, card.params(**params))
    rotated, scaled, measured = (
        [mark for mark in marks if mark.surface.name.startswith(f"{number} ")] for number in (1, 2, 3)
    )
    first, second, third = (next(mark for mark in one if getattr(mark, "role", "") == "focus").positions[0]
                            for one in (rotated, scaled, measured))  # fmt: skip
    gap = np.array([2.0, -1.0])
    assert np.linalg.norm(first) == pytest.approx(np.linalg.norm(gap)), "a rotation keeps lengths"
    variances = np.linalg.eigvalsh([[4.0, 2.0], [2.0, 3.0]])[::-1]
    assert second == pytest.approx(first / np.sqrt(variances)) and third == pytest.approx(second)
    assert np.linalg.norm(third) == pytest.approx(3**0.5, abs=1e-9) == trace[-1].distance
    for one, covariance in ((rotated, np.diag(variances)), (scaled, np.eye(2)), (measured, np.eye(2))):
        (ellipse,) = (mark for mark in one if isinstance(mark, Ellipse))
        assert ellipse.covariance == pytest.approx(covariance) and ellipse.scale == trace[-1].distance
    assert np.cov(rotated[0].positions.T).shape == (2, 2) and len(rotated[0].positions) == 40
    words = next(mark.text for mark in measured if isinstance(mark, Text))
    assert words == f"Δ = √({third[0] ** 2:.4g} + {third[1] ** 2:.4g}) = 1.732"


def test_constant_feature_is_named_so():
    still = Dataset(np.column_stack([ROWS.X, np.ones(len(ROWS.X))]))
    with pytest.raises(Refusal, match=r"A variance in the covariance is 0: .* Leave features out"):
        engine.trace(KEY, still)
    with pytest.raises(Refusal, match="Add points that differ"):
        engine.trace(KEY, Dataset(np.ones((3, 1))))
    with pytest.raises(Refusal, match="The covariance is not symmetric"):
        engine.trace(KEY, ROWS, covariance=(1.0, 0.5, 0.2, 1.0))


W73 = Dataset(np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]]))


@shows("DS10")
def test_w73_is_repaired_by_a_ridge_and_by_shrinking():
    """W73: columns are perfectly correlated; the ridge 0.1 leaves the determinant 0.3433, shrinking by 0.2 leaves 1."""
    for params, wanted, determinant in (
        (
            {"repair": "ridge", "epsilon": 0.1},
            [[0.766666666667, 1.33333333333], [1.33333333333, 2.76666666667]],
            0.34333,
        ),
        ({"repair": "shrunk", "rho": 0.2}, [[0.866666666667, 1.06666666667], [1.06666666667, 2.46666666667]], 1.0),
    ):
        end = engine.trace(KEY, W73, divisor="N", **params)[-1]
        assert end.sigma == pytest.approx(np.array(wanted)) and np.linalg.det(end.sigma) == pytest.approx(
            determinant, rel=1e-4
        )
    _, stories, _ = told(W73, divisor="N", repair="ridge")
    assert stories[1].worked == ("first entry of Σ = 0.6667 + 0.1 = 0.7667",)


@shows("DS10")
def test_pseudo_inverse_omits_directions_without_variance():
    """By numpy: Δ² = gᵀ Σ⁺ g; what x has beside the line of the rows does not count."""
    for point in ([1.0, 2.0], [3.0, 3.0]):
        trace, stories, marks = told(W73, Query(np.array(point)), divisor="N", repair="pseudo-inverse")
        assert [step.part for step in trace] == ["start", "repair", "difference", "root", "solve", "answer"]
        gap = np.array(point) - [2.0, 4.0]
        sigma = np.array([[2 / 3, 4 / 3], [4 / 3, 8 / 3]])
        assert trace[-1].square == pytest.approx(gap @ np.linalg.pinv(sigma) @ gap)
        assert trace[-1].L.shape == (2, 1) and trace[-1].y.shape == (1,)
        assert all(check.holds for story in stories for check in story.checks)
        (table,) = stories[1].tables
        assert table.columns == ("", "of Σ", "of Σ⁺") and [row[2] for row in table.rows] == pytest.approx([0, 0.3])
        assert stories[1].worked == ("least eigenvalue above 0 of Σ⁺ = 1 / 3.333 = 0.3",)
        assert not of(Points, marks[-1], WHITE.name), "one direction is no plane"
        (bars,) = of(Bars, marks[-1], ADDS.name)
        assert bars.values == pytest.approx(trace[-1].y ** 2)
    off = np.linalg.norm(gap - np.array([1, 2]) * (gap @ [1, 2]) / 5)
    assert f"Along the others it is {off:.4g} away, and that does not count." in stories[-1].sentence
    here = told(W73, Query(np.array([1.0, 2.0])), divisor="N", repair="pseudo-inverse")[1][-1].sentence
    assert here.startswith(
        "The point is 1.225 standard deviations from the mean, along the directions that vary. It has"
    )
    whole = engine.trace(KEY, ROWS, repair="pseudo-inverse")[-1]
    assert whole.distance == pytest.approx(engine.trace(KEY, ROWS)[-1].distance), "of a regular Σ it is the inverse"
    wine = engine.load("wine")
    more = engine.trace(KEY, wine.subset(range(10)), repair="pseudo-inverse")[-1]
    X = wine.X[:10]
    gap, sigma = X[0] - X.mean(axis=0), np.cov(X.T)
    assert more.distance == pytest.approx(np.sqrt(gap @ np.linalg.pinv(sigma, 1e-12, hermitian=True) @ gap))
    with pytest.raises(Refusal, match="below 0"):
        engine.trace(KEY, ROWS, covariance=(1.0, 2.0, 2.0, 1.0), repair="pseudo-inverse")
    with pytest.raises(Refusal, match="0 in every direction"):
        engine.trace(KEY, Dataset(np.ones((3, 2))), repair="pseudo-inverse")


@shows("DS10")
def test_pooled_covariance_is_that_around_class_means():
    iris = engine.load("iris")
    left = iris.X - np.stack([iris.X[iris.codes == k].mean(axis=0) for k in range(3)])[iris.codes]
    for divisor, count in (("N − 1", 147), ("N", 150)):
        trace, stories, _ = told(iris, repair="pooled", divisor=divisor)
        assert trace[-1].sigma == pytest.approx(left.T @ left / count)
        assert f"from the means of 3 classes are pooled and divided by {count}" in stories[1].sentence
        assert stories[1].worked[0].endswith(f" / {count} = {trace[1].sigma[0, 0]:.4g}")
        assert ("N - K" in stories[1].formula) == (divisor == "N − 1")
    flat = {"covariance": (1.0, 1.0, 1.0, 1.0)}
    with pytest.raises(Refusal) as refusal:
        engine.trace(KEY, iris.select([0, 1]), **flat)
    assert SetParameter("repair", "pooled") in refusal.value.remedies
    with pytest.raises(Refusal, match="two classes or more") as refusal:
        engine.trace(KEY, ROWS, repair="pooled")
    assert refusal.value.remedies == (SetParameter("repair", "none"),)
    three = Dataset.from_arrays(ROWS.X[:3], ["a", "b", "c"])
    with pytest.raises(Refusal, match="more rows than classes"):
        engine.trace(KEY, three, repair="pooled")
