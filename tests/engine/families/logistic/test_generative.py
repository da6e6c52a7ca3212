"""LDA beside a logistic regression: worked case W30, the parameters counted, and both maps of probability."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Contours, Curve, Line
from engine.families.logistic.logistic_newton.generative import discriminant, parameters
from tests.catalogue import shows
from tests.examples import two_of

BEFORE = engine.Dataset.from_arrays(np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 1])
AFTER = engine.Dataset.from_arrays(np.array([0.0, 1, 2, 3, 4, 5, 20, 25])[:, None], [0, 0, 0, 1, 1, 1, 1, 1])


def seen(data, **params):
    algorithm = engine.algorithm("logistic_newton")
    built = algorithm.params(beside="LDA", **params)
    step = engine.trace("logistic_newton", data, beside="LDA", **params).to_end()[-1]
    return step, algorithm.explain(step, data, built), algorithm.marks(step, data, built)


@shows("LR25")
@pytest.mark.parametrize(("data", "lda"), [(BEFORE, 2.5), (AFTER, 3.57710689336)])
def test_w30_far_points_move_lda_and_not_the_logistic_line(data, lda):
    step, story, drawn = seen(data, penalty=0.1)
    assert -step.model.bias / step.model.weights[0] == pytest.approx(2.5, abs=1e-6)
    line = next(mark for mark in drawn if isinstance(mark, Line) and mark.label == "LDA: p = ½")
    assert -line.bias / line.weights[0] == pytest.approx(lda, abs=1e-6)
    curve = next(mark for mark in drawn if isinstance(mark, Curve) and mark.label == "LDA")
    assert np.interp(lda, *curve.positions.T) == pytest.approx(0.5, abs=1e-2)
    table = next(table for table in story.tables if table.title == "Generative and discriminative")
    wrong = int((data.X[:, 0] > lda).sum() != (data.codes == 1).sum())
    assert [(row[0], row[1], row[3]) for row in table.rows] == [("LDA", 4, wrong), ("logistic", 2, 0)]
    assert table.rows[1][2] == pytest.approx(step.error) and table.rows[0][2] > 0


@shows("LR25")
def test_lr25_both_probability_maps_and_their_agreement():
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    data = two_of("iris", 1, 2).select([0, 2])
    step, story, drawn = seen(data)
    theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(data.X, data.codes)
    places = data.X + 0.3
    mapped = next(mark for mark in drawn if isinstance(mark, Contours) and mark.surface.name == "LDA: probabilities")
    assert mapped.function(places) == pytest.approx(theirs.predict_proba(places)[:, 1], abs=1e-9)
    same = (theirs.predict(data.X) == step.model.predict(data.X)).mean()
    assert f"agree on {100 * same:.0f} % of the points" in story.sentence.replace(".0 %", " %")
    assert any(mark.surface.kind == "plane" and type(mark).__name__ == "Region" for mark in drawn)


def test_parameters_are_counted_and_a_singular_covariance_stated():
    assert parameters(10) == (2 * 10 + 55 + 1, 11) and parameters(2, 3) == (3 * 2 + 3 + 2, 3)
    flat = engine.Dataset.from_arrays([[0.0, 1], [1, 1], [2, 1], [3, 1]], [0, 1, 0, 1])
    assert discriminant(flat) is None
    _, story, drawn = seen(flat)
    assert "has no inverse" in story.sentence
    assert not [mark for mark in drawn if isinstance(mark, Line) and mark.label.startswith("LDA")]
