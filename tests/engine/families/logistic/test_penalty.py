"""E and E + penalty are told apart everywhere, and what λ does is drawn: the shrinkage path and the two terms."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Contours, Curve, Points
from engine.families.logistic import shrinkage
from engine.families.logistic.class_space import class_slice
from engine.families.logistic.ridge_path import ridge_path
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import cross_entropy, penalised
from engine.models.linear import Softmax
from engine.parts.ridge import RidgeParams, penalties
from engine.parts.weight_space import Slice
from tests.catalogue import shows
from tests.contract.recomputed import recomputed
from tests.examples import SIX, numbers, two_of

TWO = ("logistic_gradient", "logistic_newton", "logistic_stochastic")
ALL = (*TWO, "softmax_gradient", "softmax_newton", "softmax_stochastic")
W36 = [-1.51949462996, 0.868282645693]
"""λ = 1 with a free bias."""


def seen(key, data, index, **params):
    algorithm, trace = engine.algorithm(key), engine.trace(key, data, **params).to_end()
    built = algorithm.params(**params)
    return trace[index], algorithm.explain(trace[index], data, built), algorithm.marks(trace[index], data, built), trace


def on(drawn, name):
    return [mark for mark in drawn if mark.surface.name == name]


@shows("LR7")
@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("bias", [False, True])
def test_both_terms_have_names_numbers_and_curves(key, bias):
    step, story, drawn, trace = seen(key, SIX, 3, penalty=2.0, penalise_bias=bias)
    found = numbers(story)
    held = step.model.packed if bias else step.model.packed[..., 1:]
    assert found["E"] == step.error < found["E + penalty"] == pytest.approx(step.error + (held**2).sum())
    assert "‖∇(E + penalty)‖" in found and "‖∇E‖" not in found
    (line,) = [line for line in story.worked if line.startswith("E + penalty = ")]
    assert line.endswith("the bias is held too" if bias else "the bias is free")
    assert not recomputed(story).wrong and any("0.5·2" in said for said in recomputed(story).right)
    measured = engine.algorithm(key).measure(step, SIX, engine.algorithm(key).params(penalty=2.0))
    assert measured["E"] == step.error and measured["E + penalty"] == step.objective
    assert "E + penalty" in trace.ending.words and "‖∇E‖" not in trace.ending.words
    both, alone, penalty = [mark for mark in on(drawn, "Weight space") if isinstance(mark, Contours)][:3]
    place = np.array([[0.3, -0.4], [1.2, 0.1]])
    assert both.function(place) == pytest.approx(alone.function(place) + penalty.function(place))
    assert both.fill and not alone.fill and penalty.role == "ghost"


@pytest.mark.parametrize("key", ALL)
def test_without_a_penalty_there_is_only_e(key):
    _, story, drawn, _ = seen(key, SIX, 3)
    assert "E + penalty" not in numbers(story) and not [line for line in story.worked if "penalty" in line]
    assert len([mark for mark in on(drawn, "Weight space") if isinstance(mark, Contours) and not mark.levels]) == 1


@shows("LR7")
@pytest.mark.parametrize("key", TWO)
def test_lr7_shrinkage_chart_has_the_optimum_of_every_penalty(key):
    step, story, drawn, _ = seen(key, SIX, -1, penalty=1.0)
    chart = on(drawn, "Shrinkage")
    paths = [mark for mark in chart if isinstance(mark, Curve) and mark.label]
    assert [path.label for path in paths] == ["bias", SIX.feature_names[0]]
    for j, path in enumerate(paths):
        for log, weight in path.positions[::3]:
            last = engine.trace("logistic_newton", SIX, penalty=10.0**log).to_end()[-1]
            assert weight == pytest.approx(last.model.packed[j], abs=1e-6)
        assert np.interp(0.0, path.positions[::-1, 0], path.positions[::-1, 1]) == pytest.approx(W36[j], abs=1e-6)
    (ring,) = [mark for mark in chart if isinstance(mark, Points)]
    assert ring.positions == pytest.approx(np.column_stack([[0.0, 0.0], step.model.packed]))
    a = with_ones(SIX.X) @ step.model.packed
    sure = (1 / (1 + np.exp(-np.abs(a)))).mean()
    assert numbers(story)["mean confidence"] == pytest.approx(sure)
    (best,) = [mark for mark in on(drawn, "Confidence") if isinstance(mark, Curve)]
    assert (np.diff(best.positions[:, 1]) > 0).all()  # drawn from the strongest penalty to the weakest
    assert best.positions[0, 1] == pytest.approx(0.5, abs=1e-3)


def test_lr7_huge_penalty_leaves_prior_log_odds_or_one_half():
    uneven = SIX.subset([0, 1, 2, 3, 4])  # 3 of the first class, 2 of the second
    free = engine.trace("logistic_newton", uneven, penalty=1e6).to_end()[-1].model
    assert (free.bias, free.weights[0]) == pytest.approx((np.log(2 / 3), 0.0), abs=1e-5)
    held = engine.trace("logistic_newton", uneven, penalty=1e6, penalise_bias=True).to_end()[-1].model
    assert held.packed == pytest.approx([0.0, 0.0], abs=1e-5)


def test_path_of_many_rows_is_a_scaled_even_sample():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4000, 2))
    data = engine.Dataset.from_arrays(X, (X @ [1.0, -2.0] + rng.logistic(size=4000) > 0).astype(int))
    step, _, drawn, _ = seen("logistic_newton", data, -1, penalty=1.0)
    chart = [mark for mark in on(drawn, "Shrinkage") if isinstance(mark, Curve) and mark.label]
    for path, weight in zip(chart, step.model.packed, strict=True):
        assert np.interp(0.0, path.positions[::-1, 0], path.positions[::-1, 1]) == pytest.approx(weight, abs=0.2)
    wide = engine.Dataset.from_arrays(rng.normal(size=(10, shrinkage.WIDEST + 1)), [0, 1] * 5)
    model = engine.fit("logistic_newton", wide, penalty=1.0)
    assert shrinkage.drawn(model, wide, RidgeParams(penalty=1.0)) == []


def test_path_handles_a_bias_without_curvature():
    apart = two_of("iris", 0, 1)
    path = ridge_path(
        with_ones(1e3 * apart.X), 1.0 * (apart.codes > 0), np.array([0.0, 1, 1, 1, 1]), np.logspace(2, -6, 9)
    )
    assert np.isfinite(path).all()


@shows("LR4")
@pytest.mark.parametrize("penalty", [0.0, 1.5])
def test_lr4_stochastic_and_batch_paths_descend_the_objective(penalty):
    """W35 with a penalty: each example pulls with its share of it; the landscape is that of E + penalty."""
    params = {"stop_at": "examples", "rate": 0.1, "order": "as given", "epochs": 2, "penalty": penalty}
    _, story, drawn, trace = seen("logistic_stochastic", SIX, 9, **params)
    curves = {mark.role: mark.positions for mark in on(drawn, "Weight space") if isinstance(mark, Curve)}
    assert curves["residual"] == pytest.approx(np.array([trace[i].model.packed for i in (6, 7, 8, 9)]))
    batch = engine.trace("logistic_gradient", SIX, iterations=2, penalty=penalty)
    assert curves["ghost"] == pytest.approx(np.array([batch[i].model.packed for i in range(3)]))
    landscape = next(mark for mark in on(drawn, "Weight space") if isinstance(mark, Contours))
    for one in trace[6:10]:
        assert landscape.function(one.model.packed[None])[0] == pytest.approx(one.objective)
    assert "of 6: point 3" in story.sentence and ("E + penalty" in story.sentence) == (penalty > 0)
    found = numbers(story)
    assert (found["epoch"], found["examples seen τ"], found["rate η"]) == (2, 9, 0.1)


@pytest.mark.parametrize("penalty", [0.0, 0.7])
def test_softmax_landscape_over_two_weights_is_the_objective(penalty):
    data, params = engine.load("iris").select([0, 2]), RidgeParams(penalty=penalty)
    W = np.random.default_rng(1).normal(size=(3, 3))
    ridge, classes = penalties(params, 2), np.arange(3)
    for k in range(3):
        model = Softmax.unpacked(W, classes)
        slice = Slice(W[k, 1:], W[k], np.eye(3)[:, 1:], ridge)
        function, _ = class_slice(model, k, data, slice)
        here, there = W[k, 1:], np.array([0.4, -1.3])
        moved = np.array(W)
        moved[k, 1:] = there
        errors = []
        for weights in (W, moved):
            scores = with_ones(data.X) @ weights.T
            logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            errors.append(-logs[np.arange(150), data.codes].sum() + 0.5 * (weights[k] ** 2 @ ridge))
        assert function(np.array([here, there])) == pytest.approx(errors)


def test_penalty_is_the_difference_of_the_two():
    w, Phi, t = np.array([0.5, -1.0]), with_ones(SIX.X), SIX.codes * 1.0
    ridge = np.array([0.0, 3.0])
    assert penalised(w, Phi, t, ridge) - cross_entropy(w, Phi, t) == pytest.approx(1.5)


def test_penalty_path_is_computed_once_for_all_steps(monkeypatch):
    gone = []
    monkeypatch.setattr(shrinkage, "ridge_path", lambda *given: gone.append(1) or ridge_path(*given))
    data = two_of("iris", 1, 2)
    for index in (1, 2, 1):
        assert on(seen("logistic_newton", data, index, penalty=2.0)[2], shrinkage.PATH.name)
    assert len(gone) == 1
