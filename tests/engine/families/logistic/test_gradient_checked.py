"""The gradient is checked at every step, component by component; a misprinted gradient does not pass."""

from __future__ import annotations

import re

import numpy as np
import pytest

import engine
from engine.core.later import Later
from engine.core.marks import Bars
from engine.families.logistic import checking
from engine.families.logistic.checking import ENOUGH
from engine.families.logistic.objectives import ManyClasses, TwoClasses
from engine.maths.optimisation.gradient_check import slopes
from engine.parts.ridge import RidgeParams
from tests.catalogue import shows
from tests.contract.pool import blobs
from tests.examples import SIX, two_of

OBJECTIVES = {"logistic_gradient": TwoClasses, "softmax_gradient": ManyClasses}


@shows("OP7")
@pytest.mark.parametrize("key", OBJECTIVES)
@pytest.mark.parametrize("nudge", [1e-5, 1e-3])
def test_op7_every_component_is_checked_at_every_step(key, nudge):
    algorithm, objective = engine.algorithm(key), OBJECTIVES[key].posed(SIX, None, RidgeParams(penalty=0.5))
    params = algorithm.params(penalty=0.5, nudge=nudge)
    for step in engine.trace(key, SIX, penalty=0.5, nudge=nudge, iterations=5):
        story = algorithm.explain(step, SIX, params)
        table = next(table for table in story.tables if table.title == "Gradient check")
        w = step.model.packed.ravel()
        sizes = np.tile([1.0, 3.0], len(w) // 2)
        for i, (_, formula, numeric, difference) in enumerate(table.rows):
            up, down = (w + sign * nudge / sizes * (np.arange(len(w)) == i) for sign in (1, -1))
            assert formula == pytest.approx(step.gradient.ravel()[i])
            assert difference == numeric - formula
            expected = (objective.value(up) - objective.value(down)) / (2 * nudge / sizes[i])
            assert numeric == pytest.approx(expected, abs=1e-6)
        assert len(table.rows) == len(w)
        assert any("agrees with central differences of E + penalty" in check.words for check in story.checks)
        (bars,) = [
            mark
            for mark in algorithm.marks(step, SIX, params)
            if isinstance(mark, Bars) and "Gradient" in mark.surface.name
        ]
        assert bars.values == pytest.approx(step.gradient.ravel() * nudge / sizes)
        assert bars.line == pytest.approx(bars.values, abs=1e-3 * np.abs(bars.values).max() + nudge**3)


@pytest.mark.parametrize("key", OBJECTIVES)
def test_check_is_drawn_where_visible(key, monkeypatch):
    asked = []
    monkeypatch.setattr(checking, "slopes", lambda *parts, **how: asked.append(1) or slopes(*parts, **how))
    algorithm = engine.algorithm(key)
    step, params = engine.trace(key, SIX)[2], algorithm.params()
    drawn = algorithm.drawn(step, SIX, params)
    assert not asked
    (later,) = [one for one in drawn if isinstance(one, Later) and checking.CHART in one.surfaces]
    assert [type(mark) for mark in later.make()] == [Bars] and asked == [1]
    algorithm.explain(step, SIX, params)
    assert asked == [1, 1]


@shows("OP7")
@pytest.mark.parametrize("data", [SIX, two_of("iris", 1, 2)])
def test_op7_misprinted_gradients_fail(data):
    """E003-2 has a product of prediction and target for their difference; E001-26 loses t; W35 is the right one."""
    objective = TwoClasses.posed(data, None, RidgeParams())
    w = 0.1 * np.arange(1.0, objective.Phi.shape[1] + 1)
    y = 1 / (1 + np.exp(-objective.Phi @ w))
    right, product, lost = (objective.Phi.T @ off for off in (y - objective.t, y * objective.t, y))
    sizes = np.abs(objective.Phi).max(axis=0)
    assert slopes(objective.values, right, w, sizes).gap < ENOUGH
    for wrong in (product, lost, -right, right / data.n):
        assert slopes(objective.values, wrong, w, sizes).gap > 0.1


@shows("OP7")
@pytest.mark.parametrize("penalty", [0.0, 0.5])
def test_op7_misprinted_gradient_is_checked_in_the_window(penalty):
    """Beside the right form: how far the printed one is off central differences; the story says it of the right one."""
    card = engine.algorithm("logistic_gradient")
    step = engine.trace("logistic_gradient", SIX, penalty=penalty)[4]
    (found,) = [
        one for one in card.explain(step, SIX, card.params(penalty=penalty)).misprints if one.erratum.id == "E003-2"
    ]
    wrong = float(re.search(r"by (\S+) % of the steepest slope", found.worked[1])[1])
    w, Phi, t = step.model.packed, np.column_stack([np.ones(6), SIX.X]), SIX.codes.astype(float)
    y, held = 1 / (1 + np.exp(-Phi @ w)), penalty * np.array([0.0, w[1]])
    sizes = np.abs(Phi).max(axis=0)
    both = [(Phi.T @ off + held) / sizes for off in (y * t, y - t)]
    gap = np.abs(both[0] - both[1]).max() / max(np.abs(both[0]).max(), np.abs(both[1]).max())
    assert wrong == pytest.approx(100 * gap, rel=1e-2) and wrong > 10


SMALL = SIX.changed(X=1e-140 * SIX.X)
OUTLIER = blobs(4, 2, 3).with_values([0], [[1e8, -1e8]])


@pytest.mark.parametrize(
    ("key", "data", "values"),
    [
        ("logistic_gradient", SMALL, {"penalty": 0.5}),
        ("softmax_gradient", SMALL, {"penalty": 0.5}),
        ("softmax_gradient", OUTLIER, {"rate": 0.5}),
    ],
)
def test_correct_gradient_passes_with_large_nudges_or_weights(key, data, values):
    """A small feature asks for a large nudge, whose penalty is rounded; long weights are nudged past the bends of E."""
    algorithm = engine.algorithm(key)
    for step in engine.trace(key, data, iterations=8, **values):
        checks = algorithm.explain(step, data, algorithm.params(**values)).checks
        assert all(check.holds for check in checks if "central differences" in check.words)
