"""Direction explorer: W09's variance along 30°, the greatest and the least against numpy, J if there are classes."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Points, Segments
from engine.families.reduction.direction_explorer.drawing import marks
from engine.families.reduction.direction_explorer.loop import Params
from engine.families.reduction.direction_explorer.telling import explain
from engine.families.reduction.direction_explorer.turning import turned
from engine.maths.algebra.scatter import criterion, scatter
from tests.catalogue import shows
from tests.examples import numbers


def _criterion(step, data):
    """(m₂ − m₁)² / (s₁² + s₂²) of the feet of two classes; of more what the means add to the sums of squares."""
    along = data.X[:, list(step.axes)] @ [np.cos(np.radians(step.angle)), np.sin(np.radians(step.angle))]
    parts = [along[data.codes == code] for code in data.classes_present]
    within = sum(((part - part.mean()) ** 2).sum() for part in parts)
    between = sum(len(part) * (part.mean() - along.mean()) ** 2 for part in parts)
    return (np.subtract(*[part.mean() for part in parts]) ** 2 if len(parts) == 2 else between) / within


FOLLOWS = {"J": lambda step, data, params: _criterion(step, data)}


def ran(data, start=None, **values):
    return engine.trace("direction_explorer", data, start=start, **values).to_end()


@shows("DR4")
def test_w09_dr4_variance_at_thirty_degrees_and_all_around(worked):
    run = ran(worked, angle=30.0)
    assert run[0].variance == pytest.approx(4.23205080757, abs=1e-9)
    known = numbers(explain(run[0], worked, Params(angle=30.0)))
    assert known["variance of the projections"] == pytest.approx(
        np.var(worked.X @ [3**0.5 / 2, 0.5], ddof=1), abs=1e-12
    )
    assert (known["λ1"], known["λ2"]) == pytest.approx((4.5, 0.5))
    values = np.linalg.eigvalsh(np.cov(worked.X.T))
    assert [step.variance for step in run] == pytest.approx(
        [np.var(worked.X @ [np.cos(a), np.sin(a)], ddof=1) for a in np.radians(np.arange(30, 211, 5))]
    )
    assert run[3].variance == pytest.approx(values[1]) and run[3].angle == 45.0
    assert "No direction has more" in explain(run[3], worked, Params(angle=30.0)).sentence
    assert "No direction has less" in explain(run[21], worked, Params(angle=30.0)).sentence
    assert run.ending.words.startswith("The greatest variance is λ₁ = 4.5, along u₁ at θ = 45°")


@shows("DR4")
def test_dr4_curve_of_all_directions_peaks_on_the_first_axis(worked):
    step = ran(worked, angle=30.0)[0]
    rose = [mark for mark in marks(step, worked, Params(angle=30.0)) if "every" in mark.surface.name]
    curve = next(mark for mark in rose if isinstance(mark, Curve))
    sizes = np.linalg.norm(curve.positions, axis=1)
    ways = curve.positions / sizes[:, None]
    assert sizes == pytest.approx([np.var(worked.X @ way, ddof=1) for way in ways])
    best, here = (mark for mark in rose if isinstance(mark, Points))
    assert best.positions[1] == pytest.approx(4.5 * np.array([0.5, 0.5]) ** 0.5)
    assert here.positions[0] == pytest.approx(4.23205080757 * np.array([3**0.5 / 2, 0.5]), abs=1e-9)
    residuals = next(
        mark for mark in marks(step, worked, Params()) if isinstance(mark, Segments) and mark.role == "residual"
    )
    left = residuals.ends - residuals.starts
    assert left @ [3**0.5 / 2, 0.5] == pytest.approx(0.0, abs=1e-12), "each falls at a right angle"


@shows("DR4")
def test_dr4_spherical_data_are_flat_and_a_direction_is_draggable(worked):
    ring = engine.Dataset.from_arrays([[1, 0], [0, 1], [-1, 0], [0, -1]])
    run = ran(ring)
    assert np.ptp([step.variance for step in run]) == pytest.approx(0.0, abs=1e-12)
    assert "none stands out" in run.ending.words and "round" in explain(run[0], ring, Params()).sentence
    held = turned(np.array([[3.0, 7.0]]), worked, Params())
    by_hand = ran(worked, start=held)
    assert by_hand[0].angle == pytest.approx(90.0) and by_hand[0].variance == pytest.approx(2.5)


def test_with_classes_j_is_stated_and_drawn_to_scale():
    iris = engine.load("iris").select([2, 3])
    step = ran(iris, angle=20.0)[0]
    u = np.array([np.cos(np.radians(20)), np.sin(np.radians(20))])
    J = criterion(u, scatter(iris.X, iris.codes, iris.classes_present))
    assert numbers(explain(step, iris, Params()))["J"] == pytest.approx(J)
    scaled = next(mark for mark in marks(step, iris, Params()) if isinstance(mark, Curve) and mark.label == "J, scaled")
    sizes = np.linalg.norm(scaled.positions, axis=1)
    assert sizes.max() == pytest.approx(np.linalg.eigvalsh(step.S)[1])
    assert sizes[20] / sizes.max() == pytest.approx(
        J / max(criterion(np.array([np.cos(a), np.sin(a)]), scatter(iris.X, iris.codes, iris.classes_present))
                for a in np.radians(np.arange(360)))
    )  # fmt: skip


def test_of_many_features_two_are_looked_at():
    iris = engine.load("iris")
    step = ran(iris, first=3, second=4)[0]
    assert np.flatnonzero(step.model.components[0]).tolist() == [2]
    np.testing.assert_allclose(step.S, np.cov(iris.X[:, 2:].T))
    assert "only petal length" in explain(step, iris, Params(first=3, second=4)).sentence


def test_shown_two_of_many_features_are_turned():
    data = engine.load("iris")
    said = explain(ran(data)[0], data, Params()).sentence
    assert said.endswith("only petal length (cm) and petal width (cm) are looked at.")
    other = Params(first=1, second=2)
    said = explain(ran(data, first=1, second=2)[0], data, other).sentence
    assert "only sepal length (cm) and sepal width (cm) are looked at: have the plane show these." in said
    digits = engine.load("digits").subset(np.arange(20))  # first shown by its principal plane
    assert Params().axes(digits) == (0, 1)
