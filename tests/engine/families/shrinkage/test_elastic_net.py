"""The elastic net: its weights against scikit-learn, its ends at the lasso and at ridge, its pictures and its words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Contours, Curve, Points
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.families.shrinkage.elastic_net.loop import elastic_weight
from engine.families.shrinkage.sparse_path import sparse_path
from engine.maths.algebra.reduced import reduced
from tests.engine.families.looked_at import of, told
from tests.engine.families.shrinkage.coordinates import errors, objective, slope_left, strongest, two, wide

FOLLOWS = {
    "RMSE": lambda step, data, params: errors(step, data)[0],
    "R²": lambda step, data, params: errors(step, data)[1],
    "largest slope left": lambda step, data, params: slope_left(step, data, params.penalty, params.ratio),
    "From λ =": lambda step, data, params: strongest(step, data, params.ratio),
}
SMALL = Dataset(np.array([[1.0], [2.0], [3.0]]), np.array([2.0, 3.0, 7.0]))


@pytest.mark.parametrize("ratio", [0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("penalty", [0.1, 5.0, 60.0])
@pytest.mark.parametrize("data", [SMALL, two(), wide()], ids=["three", "two", "wide"])
def test_result_matches_scikit_learn_with_alpha_lambda_over_n(data, penalty, ratio):
    from sklearn.linear_model import ElasticNet

    right = ElasticNet(alpha=penalty / data.n, l1_ratio=ratio, tol=1e-14, max_iter=1_000_000).fit(data.X, data.y)
    found = engine.fit("elastic_net", data, penalty=penalty, ratio=ratio, tolerance=1e-13)
    assert found.weights == pytest.approx(right.coef_, rel=1e-9, abs=1e-9)
    assert found.bias == pytest.approx(right.intercept_, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("penalty", [0.0, 0.5, 20.0])
def test_its_ends_are_the_lasso_and_ridge(penalty):
    data = wide()
    lasso = engine.fit("lasso", data, penalty=penalty, tolerance=1e-13)
    ridge = engine.fit("ridge", data, penalty=penalty)
    found = [engine.fit("elastic_net", data, penalty=penalty, ratio=ratio, tolerance=1e-13) for ratio in (1.0, 0.0)]
    assert found[0].packed == pytest.approx(lasso.packed, abs=1e-8)
    assert found[1].packed == pytest.approx(ridge.packed, abs=1e-8)


def test_equal_columns_get_equal_weights():
    X = wide().X[:, :1]
    data = Dataset(np.hstack([X, X]), wide().y)
    assert engine.fit("lasso", data, penalty=1.0).weights[1] == pytest.approx(0.0)
    weights = engine.fit("elastic_net", data, penalty=1.0, tolerance=1e-13).weights
    assert weights[0] == pytest.approx(weights[1], rel=1e-6) and weights[0] > 1


@given(st.floats(-50, 50), st.floats(0.1, 10), st.floats(0, 20), st.floats(0, 1))
def test_coordinate_rule_minimises_parabola_plus_penalties(z, a, penalty, ratio):
    def value(w):
        return 0.5 * a * w * w - z * w + penalty * (ratio * abs(w) + 0.5 * (1 - ratio) * w * w)

    w = elastic_weight(z, a, penalty, ratio)
    assert all(value(w) <= value(w + off) + 1e-9 for off in (-1.0, -1e-3, 1e-3, 1.0))


@given(st.integers(1, 10), st.integers(1, 4), st.sampled_from([0.3, 4.0, 1e6]), st.floats(0, 1), st.integers(0, 99))
def test_any_table_ends_at_the_optimality_conditions(n, d, penalty, ratio, seed):
    rng = np.random.default_rng(seed)
    data = Dataset(rng.integers(-3, 4, size=(n, d)).astype(float), rng.integers(-5, 6, size=n).astype(float))
    trace = engine.trace("elastic_net", data, penalty=penalty, ratio=ratio, sweeps=20_000, tolerance=1e-12).to_end()
    assert trace.ending.kind == "converged"
    assert slope_left(trace[-1], data, penalty, ratio) <= 1e-6 * (1 + np.abs(data.y).sum() * 3)
    values = [objective(step.model, data, penalty, ratio) for step in trace]
    assert (np.diff(values) <= 1e-9 * (1 + values[0])).all()


@pytest.mark.parametrize("ratio", [0.0, 0.2, 0.8])
def test_path_is_the_fit_at_each_penalty(ratio):
    data = wide()
    path = sparse_path(reduced(data.X, data.y), np.array([100.0, 3.0, 0.01]), ratio)
    for penalty, weights in zip((100.0, 3.0, 0.01), path, strict=True):
        found = engine.fit("elastic_net", data, penalty=penalty, ratio=ratio, tolerance=1e-13)
        assert weights == pytest.approx(found.weights, abs=1e-8)


def test_penalty_contour_touches_the_error_contour():
    data = two()
    trace, _, drawn = told("elastic_net", data, penalty=15.0, ratio=0.4, tolerance=1e-13)
    line = of(Curve, drawn[-1], "margin")[0].positions
    level = of(Contours, drawn[-1], "boundary")[0]
    assert (level.function(line) >= level.levels[0] * (1 - 1e-9)).all()
    w = trace[-1].model.weights
    size = 0.4 * np.abs(w).sum() + 0.3 * (w**2).sum()
    assert 0.4 * np.abs(line).sum(axis=1) + 0.3 * (line**2).sum(axis=1) == pytest.approx(np.full(len(line), size))
    dot = next(mark for mark in of(Points, drawn[1], "focus") if mark.surface.name == "Soft threshold")
    step = trace[1]
    assert dot.positions[0].tolist() == [step.z, elastic_weight(step.z, step.a, 15.0, 0.4)]
    labels = [curve.label for curve in of(Curve, drawn[0]) if curve.surface.name == "Coefficient paths"]
    assert labels == ["x1", "x2", ""]


def test_a_weight_is_told_with_its_numbers():
    trace, stories, _ = told("elastic_net", SMALL, penalty=2.0, ratio=0.5)
    assert stories[1].sentence == "Sweep 1, weight of x1: |z| = 5 exceeds λ ρ = 1, and it goes from 0 to 1.333."
    assert stories[1].worked == (
        "w of x1 ← (|z| − λ ρ) / (a + λ (1 − ρ)) = (5 − 1) / (2 + 1) = 1.333",
        "E = ½ Σ r² = 0.5·4.222 = 2.111",
        "penalty = λ (ρ ‖w‖₁ + ½ (1 − ρ) ‖w‖²) = 2·(0.5·1.333 + 0.5·(1 − 0.5)·1.778) = 2.222",
        "E + penalty = 2.111 + 2.222 = 4.333",
        "alpha = λ / N = 2 / 3 = 0.6667 in scikit-learn, which divides E by N",
    )
    card = engine.algorithm("elastic_net")
    assert card.event(trace[1]) == Event("enters", "best") and card.event(trace[2]) is None
    assert card.measure(trace[1], SMALL, card.params(penalty=2.0)) == pytest.approx(
        {"E + penalty": 4.333333333, "weights not 0": 1}
    )
    answer = card.inspect(trace[1], SMALL, card.params(), np.array([4.0]))
    assert answer.story.worked == ("y = (1.33333) · (4) + 1.33333 = 6.667",)


def test_hostile_tables():
    assert engine.fit("elastic_net", SMALL.subset([1])).packed == pytest.approx([3.0, 0.0])
    assert engine.fit("elastic_net", SMALL.changed(y=np.full(3, 0.1))).packed.tolist() == [0.1, 0.0]
    few = wide(4, 8)
    assert engine.trace("elastic_net", few, penalty=0.5).to_end().ending.kind == "converged"
    strong = engine.trace("elastic_net", SMALL, penalty=1e6).to_end()
    assert strong[-1].model.packed == pytest.approx([4.0, 0.0]) and strong.ending.words.startswith("All weights are 0")
