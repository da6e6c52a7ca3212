"""The loss of every row is drawn: as a bar, or as a dot where there are many; and scores can be shifted."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Bars, Points, Text
from engine.families.logistic.loss_drawing import BARS, CHART, drawn
from engine.maths.probability.softmax_entropy import own_rows
from tests.catalogue import shows
from tests.contract.recomputed import recomputed
from tests.examples import SIX, two_of


def charts(key, data, index, **params):
    algorithm, trace = engine.algorithm(key), engine.trace(key, data, **params).to_end()
    built = algorithm.params(**params)
    marks = algorithm.marks(trace[index], data, built)
    return trace[index], algorithm.explain(trace[index], data, built), marks


@shows("LR2")
@pytest.mark.parametrize("key", ["logistic_gradient", "logistic_newton", "logistic_stochastic", "softmax_gradient"])
def test_lr2_losses_are_bars_summing_to_e(key):
    step, _, marks = charts(key, SIX, 2)
    (bars,) = [mark for mark in marks if isinstance(mark, Bars) and mark.surface.name == CHART.name]
    own = step.model.predict_proba(SIX.X)[np.arange(6), SIX.codes]
    assert bars.values == pytest.approx(-np.log(own), abs=1e-12)
    assert bars.values.sum() == pytest.approx(step.error)
    assert bars.groups.tolist() == SIX.codes.tolist() and bars.chosen == int(np.argmax(-np.log(own)))
    (words,) = [mark for mark in marks if isinstance(mark, Text) and mark.surface.name == CHART.name]
    assert f"They add up to E = {figure(step.error)}" in words.text
    _, _, first = charts(key, SIX, 0)
    (level,) = [mark for mark in first if isinstance(mark, Bars) and mark.surface.name == CHART.name]
    assert level.values == pytest.approx(np.full(6, np.log(2)))  # N ln 2 at w = 0


def test_lr2_many_rows_are_dots_at_their_losses():
    data = two_of("iris", 1, 2)
    step, _, marks = charts("logistic_newton", data, 3)
    assert data.n > BARS
    dots, ring = [mark for mark in marks if isinstance(mark, Points) and mark.surface.name == CHART.name]
    own = step.model.predict_proba(data.X)[np.arange(data.n), own_rows(data.codes, np.unique(data.codes))]
    assert dots.positions == pytest.approx(np.column_stack([np.arange(data.n), -np.log(own)]))
    assert dots.rows.tolist() == list(range(data.n)) and ring.rows.tolist() == [int(np.argmin(own))]


def test_extreme_probability_has_a_finite_bar_and_nan_none():
    huge = np.array([800.0, 0.0, 2.0, 1.0, 0.5, 0.1])
    assert isinstance(drawn(huge, SIX)[0], Bars)
    assert drawn(np.array([np.inf, 0, 0, 0, 0, 0]), SIX) == []


@shows("LR14")
@pytest.mark.parametrize("shift", [0.0, -3.5, 1000.0])
def test_lr14_shifted_scores_keep_the_bars_and_two_classes_are_a_sigmoid(shift):
    step, story, marks = charts("softmax_gradient", SIX, 5, shift=shift)
    _, _, plain = charts("softmax_gradient", SIX, 5)
    bars, still, before = (
        next(mark for mark in some if isinstance(mark, Bars) and mark.surface.name == name)
        for some, name in (
            (marks, "Scores of a point"),
            (marks, "Probabilities of a point"),
            (plain, "Probabilities of a point"),
        )
    )
    row = int(np.argmin(step.model.predict_proba(SIX.X)[np.arange(6), SIX.codes]))
    scores = step.model.decision_function(SIX.X[[row]])[0]
    assert bars.values == pytest.approx(scores + shift)
    assert still.values == pytest.approx(before.values, abs=1e-12)
    assert still.values[1] == pytest.approx(1 / (1 + np.exp(scores[0] - scores[1])))
    said = [line for line in story.worked if "one weight vector is redundant" in line]
    assert len(said) == 1 and said[0].startswith("σ(a₂ − a₁) = σ(")
    assert any("as before" in line for line in story.worked) == (shift != 0)
    assert not recomputed(story).wrong
