"""Gradient descent for least squares: the worked case, how far a step may go, and what scaling does."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Contours, Curve, Points, Response, Text
from engine.data.dataset import Dataset
from engine.families.regression.regression_gradient.drawing import errors
from engine.families.regression.regression_gradient.scaling import scaled
from engine.models.linear import LinearPredictor
from engine.parts.regression import of_basis
from tests.catalogue import shows

KEY = "regression_gradient"
CARD = engine.algorithm(KEY)
W84 = Dataset(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 2.0, 2.0]), target_name="t")


def of(step, data, params):
    return scaled(data, of_basis(data, step.model.basis, params.intercept), params.standardise)


def eigenvalues(problem):
    return np.linalg.eigvalsh(problem.Phi.T @ problem.Phi)


def other_way(step, data, params):
    """The two weights that are drawn, with the other scaling, by the eigenvectors of ΦᵀΦ."""
    problem = of(step, data, params).other
    lam, vectors = np.linalg.eigh(problem.Phi.T @ problem.Phi)
    u = vectors.T @ -problem.least
    factors = (1.0 - lam / lam[-1]) ** np.arange(min(step.epoch, 30) + 1)[:, None]
    way = problem.least + (factors * u) @ vectors.T
    first = 1 if params.intercept and problem.own.table.d > 1 else 0
    return (way - way[0])[:, first : first + 2]


FOLLOWS = {"stable below": lambda step, data, params: 2.0 / eigenvalues(of(step, data, params))[-1]}
PLACED = {"With standardised features: path": other_way, "With the features as given: path": other_way}


def story(step, data=W84, **params):
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step, kind, surface, data=W84, **params):
    return [
        one
        for one in CARD.marks(step, data, CARD.params(**params))
        if isinstance(one, kind) and one.surface.name == surface
    ]


@shows("RG6", "W84")
def test_w84_worked_steps_and_end_at_least_squares() -> None:
    trace = engine.trace(KEY, W84, rate=0.1, epochs=3).to_end()
    assert trace[0].weights.tolist() == [0, 0]
    assert [step.weights.tolist() for step in trace][1:] == [
        pytest.approx(w, abs=1e-9) for w in ([0.5, 0.6], [0.67, 0.75], [0.744, 0.774])
    ]
    problem = of(trace[0], W84, CARD.params())
    assert problem.largest == pytest.approx(7.16227766017) and problem.stable_below == pytest.approx(0.279240779944)
    assert problem.least == pytest.approx([1.16666666667, 0.5])
    ended = engine.trace(KEY, W84, epochs=5000, tolerance=1e-12).to_end()
    assert ended.ending.kind == "converged" and ended[-1].model.packed == pytest.approx([7 / 6, 0.5], abs=1e-9)
    words = ended.ending.words
    assert words.startswith("After ") and words.endswith(
        " of the first gradient is left: E = 0.08333 is practically flat."
    )
    first = story(trace[0], rate=0.1)
    assert "The features are taken as they are" in first.sentence and "Stable is a rate below 0.2792." in first.sentence
    assert first.worked[0] == "stable below: 2/λmax = 2 / 7.1623 = 0.2792"
    assert "round valleys are quick, long ones slow" in first.sentence
    assert story(trace[3], rate=0.1).sentence.startswith("Epoch 3: E falls by ")
    assert story(trace[1], rate=0.1).worked == ("steepest, x1: its weight ← 0 + 0.1·(6) = 0.6",)
    assert [number.value for number in story(trace[1]).numbers] == pytest.approx(
        [0.5 * (0.25 + 0.81 + 0.09), 0.1, 0.279240779944, np.hypot(1.7, 1.5)]
    )


def test_path_lies_on_the_error_contours() -> None:
    trace = engine.trace(KEY, W84, rate=0.1, epochs=3).to_end()
    (lines,) = drawn(trace[3], Contours, "Loss surface")
    way = drawn(trace[3], Curve, "Loss surface")[0].positions
    assert way == pytest.approx(np.array([step.weights for step in trace]))
    assert lines.function(way) == pytest.approx([step.error for step in trace])
    bottom = next(one for one in drawn(trace[3], Points, "Loss surface") if one.role == "centre")
    assert bottom.positions[0] == pytest.approx([7 / 6, 0.5])
    (ghost,) = [one for one in CARD.marks(trace[3], W84, CARD.params()) if isinstance(one, Response)]
    assert ghost.function(W84.X) == pytest.approx(0.67 + 0.75 * W84.X[:, 0])


def test_rates_from_the_limit_diverge_and_are_stopped() -> None:
    trace = engine.trace(KEY, W84, rate=0.3, epochs=1000).to_end()
    assert trace.ending.kind == "failed" and trace[-1].error > 1e12 * trace[0].error
    assert "Diverged: E has grown from 4.5" in trace.ending.words
    assert "The rate 0.3 is not below 2/λmax = 0.2792." in trace.ending.words
    assert CARD.event(trace[-1]).word == "rose" and "leap ever farther" in story(trace[5], rate=0.3).sentence
    assert "That is too large" in story(trace[0], rate=0.3).sentence
    just = engine.trace(KEY, W84, rate=0.279, epochs=1000).to_end()
    assert just[-1].error < just[0].error and "a zigzag" in story(just[2], rate=0.279).sentence
    short = engine.trace(KEY, W84, rate=0.28, epochs=2).to_end()
    assert "The rate is too large: it must be below 2/λmax = 0.2792." in short.ending.words


@pytest.mark.parametrize("intercept", [True, False])
def test_standardised_features_converge_sooner_to_the_same(intercept: bool) -> None:
    rng = np.random.default_rng(2)
    X = rng.normal([50.0, 0.0], [20.0, 0.5], (40, 2))
    data = Dataset(X, 3.0 + X @ [0.2, 5.0] + rng.normal(size=40))
    how = {"epochs": 400, "intercept": intercept}
    ends = {s: engine.trace(KEY, data, standardise=s, **how).to_end() for s in (False, True)}
    Phi = np.column_stack([np.ones(40), X]) if intercept else X
    best = np.linalg.lstsq(Phi, data.y, rcond=None)[0]
    own = ends[True][-1].model.packed if intercept else ends[True][-1].model.weights
    assert ends[True].ending.kind == "converged" and own == pytest.approx(best, rel=1e-4)
    assert ends[False].ending.kind == "stopped" and "Standardise the features" in ends[False].ending.words
    assert intercept or ends[True][-1].model.bias == 0
    other = drawn(ends[False][5], Curve, "With standardised features", data, intercept=intercept)
    pair = [1, 2] if intercept else [0, 1]
    assert other[0].positions == pytest.approx(np.array([step.weights[pair] for step in ends[True][:6]]))


def test_rates_are_compared_by_their_errors() -> None:
    trace = engine.trace(KEY, W84, rate=0.1, epochs=20).to_end()
    problem = of(trace[0], W84, CARD.params())
    assert errors(problem, np.zeros(2), 0.1)[:21] == pytest.approx([step.error for step in trace])
    curves = drawn(trace[4], Curve, "E at three rates")
    assert [one.label.split(":")[0] for one in curves] == ["this η", "best", "too large"]
    assert curves[0].positions[4, 1] == pytest.approx(np.log10(trace[4].error))
    (here,) = drawn(trace[4], Points, "E at three rates")
    assert here.positions[0] == pytest.approx([4, np.log10(trace[4].error)])
    assert len(curves[2].positions) == 31 and curves[2].positions[30, 1] > np.log10(trace[0].error)
    wild = engine.trace(KEY, W84, rate=10.0, epochs=9).to_end()
    lost = drawn(wild[3], Curve, "E at three rates", rate=10.0)[0].positions
    assert len(lost) < 8 and lost[3, 1] == pytest.approx(np.log10(wild[3].error))


def test_two_of_more_weights_are_drawn_and_one_is_a_curve() -> None:
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(12, 3)), rng.normal(size=12))
    step = engine.trace(KEY, data)[2]
    (lines,) = drawn(step, Contours, "Loss surface", data)
    place = np.array([[0.3, -0.4]])
    w = step.weights.copy()
    w[1:3] = place
    r = data.y - w[0] - data.X @ w[1:]
    assert lines.function(place)[0] == pytest.approx(0.5 * r @ r)
    (text,) = drawn(step, Text, "Loss surface", data)
    assert text.text == "A slice: the 2 other weights are held."
    single = engine.trace(KEY, W84, intercept=False, rate=0.05).to_end()
    curve, path = drawn(single[2], Curve, "Loss surface", intercept=False)
    heights = [0.5 * ((W84.y - w * W84.X[:, 0]) ** 2).sum() for w in curve.positions[:, 0]]
    assert curve.positions[:, 1] == pytest.approx(heights)
    assert curve.positions[[0, -1], 0] == pytest.approx(
        0.5 * sum(single[0].way[0]) + 1.2 * np.array([1 - 1.3, 1 + 1.3])
    )
    assert path.positions == pytest.approx(np.array([[step.weights[0], step.error] for step in single[:3]]))


def test_run_begins_from_placed_weights() -> None:
    start = LinearPredictor(np.array([2.0]), -1.0)
    assert engine.trace(KEY, W84, start=start)[0].weights.tolist() == [-1.0, 2.0]
    trace = engine.trace(KEY, W84, start=start, standardise=True)
    assert trace[0].model.packed == pytest.approx(start.packed) and trace[0].weights[0] == pytest.approx(1.0)
    assert CARD.handles[0].most(CARD.params()) == 1 and CARD.handles[0].most(CARD.params(standardise=True)) == 0


def test_targets_of_any_size_converge_alike() -> None:
    small, large = (engine.trace(KEY, W84.changed(y=unit * W84.y), epochs=500).to_end() for unit in (1.0, 1e100))
    assert len(small) == len(large) and large[-1].model.packed / 1e100 == pytest.approx(small[-1].model.packed)


def test_collinear_features_and_constant_target_end_at_the_minimum() -> None:
    twice = Dataset(np.repeat(W84.X, 2, axis=1), W84.y)
    model = engine.trace(KEY, twice, epochs=5000).to_end()[-1].model
    assert model.packed == pytest.approx(np.linalg.pinv(np.column_stack([np.ones(3), twice.X])) @ twice.y, abs=1e-5)
    zero = engine.trace(KEY, W84.changed(y=np.zeros(3))).to_end()
    assert zero.ending.kind == "converged" and zero[-1].error == 0 and len(zero) == 2


def test_tiny_gradient_above_the_minimum_is_not_called_minimum() -> None:
    rng = np.random.default_rng(0)
    far = Dataset(1e6 + rng.normal(size=(20, 1)), rng.normal(size=20))
    words = engine.trace(KEY, far).to_end().ending.words
    least = 0.5 * ((far.y - np.polyval(np.polyfit(far.X[:, 0] - 1e6, far.y, 1), far.X[:, 0] - 1e6)) ** 2).sum()
    assert f"The least is {figure(least)}, along ways that are much flatter. Standardise the features" in words
    short = engine.trace(KEY, W84, epochs=80, tolerance=1e-12).to_end().ending.words
    assert "The least is 0.08333" in engine.trace(KEY, W84, epochs=5).to_end().ending.words
    assert "That is the least E, to a part in 1,000,000." in short
