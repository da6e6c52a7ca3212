"""The lasso: its weights against scikit-learn, its steps, its conditions, its pictures and its words."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import ParameterError, Refusal
from engine.core.marks import Contours, Curve, Points
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.families.shrinkage.coordinates import soft_threshold
from engine.families.shrinkage.lasso.loop import lasso_weight
from engine.families.shrinkage.sparse_drawing import equal_penalty
from engine.families.shrinkage.sparse_path import sparse_path
from engine.maths.algebra.reduced import reduced
from tests.engine.families.looked_at import of, told
from tests.engine.families.shrinkage.coordinates import (
    errors,
    inputs,
    objective,
    slope_left,
    slopes,
    strongest,
    two,
    wide,
)

FOLLOWS = {
    "RMSE": lambda step, data, params: errors(step, data)[0],
    "R²": lambda step, data, params: errors(step, data)[1],
    "largest slope left": lambda step, data, params: slope_left(step, data, params.penalty, 1.0),
    "From λ =": lambda step, data, params: strongest(step, data, 1.0),
}
SMALL = Dataset(np.array([[1.0], [2.0], [3.0]]), np.array([2.0, 3.0, 7.0]))


# -- the mathematics ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("penalty", [0.1, 5.0, 60.0])
@pytest.mark.parametrize("data", [SMALL, two(), wide()], ids=["three", "two", "wide"])
def test_result_matches_scikit_learn_with_alpha_lambda_over_n(data, penalty):
    from sklearn.linear_model import Lasso

    right = Lasso(alpha=penalty / data.n, tol=1e-14, max_iter=1_000_000).fit(data.X, data.y)
    found = engine.fit("lasso", data, penalty=penalty, tolerance=1e-13)
    assert found.weights == pytest.approx(right.coef_, rel=1e-9, abs=1e-9)
    assert found.bias == pytest.approx(right.intercept_, rel=1e-9, abs=1e-9)


def test_one_weight_by_hand():
    """Σ (x − x̄)(t − t̄) = 5 and Σ (x − x̄)² = 2: w = (5 − λ) / 2."""
    assert engine.fit("lasso", SMALL, penalty=1.0).packed == pytest.approx([0.0, 2.0])
    assert engine.fit("lasso", SMALL, penalty=5.0).packed == pytest.approx([4.0, 0.0])
    assert engine.fit("lasso", SMALL, penalty=0.0).packed == pytest.approx([-1.0, 2.5])


@given(st.floats(-50, 50), st.floats(0.1, 10), st.floats(0, 20))
def test_coordinate_rule_minimises_parabola_plus_penalty(z, a, penalty):
    def value(w):
        return 0.5 * a * w * w - z * w + penalty * abs(w)

    w = lasso_weight(z, a, penalty)
    assert all(value(w) <= value(w + off) + 1e-9 for off in (-1.0, -1e-3, 1e-3, 1.0))
    assert soft_threshold(-z, penalty) == -soft_threshold(z, penalty)


@given(st.integers(1, 10), st.integers(1, 4), st.sampled_from([0.0, 0.3, 4.0, 1e6]), st.integers(0, 99))
def test_any_table_ends_at_the_optimality_conditions(n, d, penalty, seed):
    rng = np.random.default_rng(seed)
    data = Dataset(rng.integers(-3, 4, size=(n, d)).astype(float), rng.integers(-5, 6, size=n).astype(float))
    trace, stories, _ = told("lasso", data, penalty=penalty, sweeps=20_000, tolerance=1e-12, stop_at="sweeps")
    assert all(check.holds for story in stories for check in story.checks)
    assert trace.ending.kind == "converged"
    assert slope_left(trace[-1], data, penalty, 1.0) <= 1e-6 * (1 + np.abs(data.y).sum() * 3)


def test_each_step_minimises_over_one_weight():
    data = wide()
    trace = engine.trace("lasso", data, penalty=8.0, stop_at="every weight").to_end()
    for before, step in itertools.pairwise(trace):
        assert step.before == before.model
        if step.kind == "weight":
            j, X = step.weight, inputs(step, data)
            assert np.flatnonzero(step.model.weights != before.model.weights).tolist() in ([], [j])
            without = slopes(before, data)[j] + (X[:, j] ** 2).sum() * before.model.weights[j]
            assert step.z == pytest.approx(without, rel=1e-9, abs=1e-9) and step.a == pytest.approx(
                (X[:, j] ** 2).sum()
            )
            assert step.model.weights[j] == pytest.approx(lasso_weight(step.z, step.a, 8.0))
            moved = abs(step.model.weights[j] - before.model.weights[j]) * np.sqrt(step.a)
            assert step.moved == pytest.approx(moved, abs=1e-9)
    values = [objective(step.model, data, 8.0, 1.0) for step in trace]
    assert (np.diff(values) <= 1e-9).all()


def test_where_it_stops():
    data = wide()
    each = engine.trace("lasso", data, penalty=8.0, stop_at="every weight").to_end()
    news = engine.trace("lasso", data, penalty=8.0).to_end()
    sweeps = engine.trace("lasso", data, penalty=8.0, stop_at="sweeps").to_end()
    assert [step.model for step in sweeps[1:]] == [step.model for step in each if step.kind == "sweep"]
    assert [step.weight for step in news[1:9]] == list(range(8)) and news[9].kind == "sweep"
    for step in news[10:]:
        if step.kind == "weight":
            assert (step.before.weights[step.weight] == 0) != (step.model.weights[step.weight] == 0)
    assert news[-1].model == each[-1].model and len(sweeps) < len(news) < len(each)
    assert engine.algorithm("lasso").event(news[1]) == Event("enters", "best")


@pytest.mark.parametrize("penalty", [0.02, 1.0, 30.0])
def test_path_is_the_fit_at_each_penalty(penalty):
    data = wide()
    path = sparse_path(reduced(data.X, data.y), np.array([100.0, penalty, 0.0]), 1.0)
    found = engine.fit("lasso", data, penalty=penalty, tolerance=1e-13)
    assert path[1] == pytest.approx(found.weights, abs=1e-8)
    assert path[2] == pytest.approx(engine.fit("ridge", data, penalty=0.0).weights, abs=1e-9)


def test_strong_penalty_leaves_the_mean_as_stated():
    trace, stories, _ = told("lasso", SMALL, penalty=5.0)
    assert trace.ending.words.startswith("All weights are 0: the penalty is too strong for any column")
    assert stories[0].sentence == (
        "All weights begin at 0, and the mean target is predicted. One weight after the other will move. "
        "From λ = 5 on none would: that is so here."
    )


def test_hostile_tables():
    assert engine.fit("lasso", SMALL.subset([1])).packed == pytest.approx([3.0, 0.0])
    assert engine.fit("lasso", SMALL.changed(y=np.full(3, 0.1))).packed.tolist() == [0.1, 0.0]
    same = Dataset(np.hstack([SMALL.X, SMALL.X]), SMALL.y)
    assert engine.fit("lasso", same, penalty=1.0).packed == pytest.approx([0.0, 2.0, 0.0])
    large = wide().changed(y=wide().y * 1e100)
    found = engine.fit("lasso", large, penalty=1e6)
    assert found.weights / 1e100 == pytest.approx(engine.fit("ridge", wide(), penalty=0.0).weights, rel=1e-5)
    trace = engine.trace("lasso", wide(), penalty=0.01, sweeps=1).to_end()
    assert trace.ending.kind == "stopped" and trace.ending.words.startswith("After 1 sweep a weight still moves.")
    with pytest.raises(ParameterError, match="penalty must be a number from 0 to"):
        engine.trace("lasso", SMALL, penalty=-0.5)
    with pytest.raises(Refusal, match="row 1, column x1"):
        engine.trace("lasso", SMALL.with_values([0], [[np.nan]]))


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_diamond_touches_the_error_contour_at_the_end():
    data = two()
    trace, _, drawn = told("lasso", data, penalty=15.0)
    diamond = of(Curve, drawn[-1], "margin")[0].positions
    w = trace[-1].model.weights
    assert np.abs(diamond).sum(axis=1) == pytest.approx(np.full(len(diamond), np.abs(w).sum()))
    level = of(Contours, drawn[-1], "boundary")[0]
    assert (level.function(diamond) >= level.levels[0] * (1 - 1e-9)).all()
    assert {(0, 1), (1, 0)} <= {tuple(place) for place in (diamond / np.abs(w).sum()).round(12).tolist()}


def test_path_follows_one_axis_at_a_time():
    data = two()
    trace, _, drawn = told("lasso", data, penalty=0.1, stop_at="every weight")
    way = trace[-1].way
    assert (np.diff(way, axis=0) == 0).any(axis=1).all()
    assert way[-1] == pytest.approx(trace[-1].model.weights)
    assert of(Curve, drawn[-1], "path")[0].positions.tolist() == way.tolist()


def test_soft_threshold_shows_where_z_leads():
    data = two()
    trace, _, drawn = told("lasso", data, penalty=15.0)
    for step, marks in zip(trace[1:], drawn[1:], strict=True):
        there = [mark for mark in marks if mark.surface.name == "Soft threshold"]
        (dot,), (curve,) = of(Points, there, "focus"), of(Curve, there, "boundary")
        assert dot.positions[0].tolist() == [step.z, lasso_weight(step.z, step.a, 15.0)]
        assert dot.surface.y == f"weight of {data.feature_names[step.weight]}"
        z, w = curve.positions.T
        assert w == pytest.approx([lasso_weight(one, step.a, 15.0) for one in z]) and {-15.0, 15.0} <= set(z.tolist())
        (ghost,) = of(Curve, there, "ghost")
        assert ghost.positions[:, 1] == pytest.approx(ghost.positions[:, 0] / step.a)
    assert not [mark for mark in drawn[0] if mark.surface.name == "Soft threshold"]


@given(st.floats(-5, 5), st.floats(-5, 5), st.sampled_from([0.0, 0.3, 1.0]))
def test_the_line_of_equal_penalty_has_it(first, second, ratio):
    def penalty(places):
        return ratio * np.abs(places).sum(axis=1) + 0.5 * (1 - ratio) * (places**2).sum(axis=1)

    here = np.array([first, second])
    assert penalty(equal_penalty(ratio, here)) == pytest.approx(penalty(here[None])[0], rel=1e-9, abs=1e-12)


# -- what is said ------------------------------------------------------------------------------------------------------


def test_a_weight_is_told_with_its_numbers():
    _, stories, _ = told("lasso", SMALL, penalty=1.0)
    assert stories[1].sentence == "Sweep 1, weight of x1: |z| = 5 exceeds λ = 1, and it goes from 0 to 2."
    assert stories[1].worked == (
        "w of x1 ← (|z| − λ) / a = (5 − 1) / 2 = 2",
        "E = ½ Σ r² = 0.5·2 = 1",
        "penalty = λ ‖w‖₁ = 1·2 = 2",
        "E + penalty = 1 + 2 = 3",
        "alpha = λ / N = 1 / 3 = 0.3333 in scikit-learn, which divides E by N",
    )
    assert stories[2].sentence == "End of sweep 1: 1 weight has moved, that of x1 farthest, and 1 is not 0."
    assert told("lasso", SMALL, penalty=0.0)[1][1].sentence == (
        "Sweep 1, weight of x1: with all others held the error is least at z / a, and it goes from 0 to 2.5."
    )
    strong = told("lasso", SMALL, penalty=6.0)[1]
    assert strong[1].sentence == "Sweep 1, weight of x1: |z| = 5 does not exceed λ = 6, so it stays 0."
    assert strong[1].worked[0] == "z of x1 = 5, |z| = 5 ≤ λ = 6" and strong[2].sentence == "Sweep 1 moves no weight."


def test_weight_that_becomes_0_is_stated_and_marked():
    data = wide()
    trace, stories, _ = told("lasso", data, penalty=8.0, stop_at="every weight")
    card = engine.algorithm("lasso")
    gone = [i for i, step in enumerate(trace) if card.event(step) == Event("leaves", "wrong")]
    assert gone and all(stories[i].sentence.endswith(" to 0.") for i in gone)
    assert trace.ending.words.startswith("After ") and "weights are not 0." in trace.ending.words


def test_columns_of_different_ranges_give_advice():
    data = two().changed(X=two().X * [1.0, 100.0])
    stories = told("lasso", data)[1]
    assert stories[0].remedies and not any(story.remedies for story in stories[1:])


def test_weights_are_listed_beside_least_squares_and_a_point_is_predicted():
    data = two()
    trace, stories, _ = told("lasso", data, penalty=15.0)
    least = engine.fit("ridge", data, penalty=0.0).packed
    rows = np.array([row[1:] for row in stories[1].tables[0].rows])
    assert rows == pytest.approx(np.column_stack([least, trace[1].model.packed]))
    card, x = engine.algorithm("lasso"), np.array([1.0, 2.0])
    answer = card.inspect(trace[1], data, card.params(penalty=15.0), x)
    assert f"{trace[1].model.predict(x[None])[0]:.4g}".replace("-", "−") in answer.story.sentence
    assert trace[1].model != trace[1].before
    values = [card.measure(step, data, card.params(penalty=15.0))["E + penalty"] for step in trace]
    assert values == pytest.approx([objective(step.model, data, 15.0, 1.0) for step in trace])
    assert [len(story.checks) for story in stories] == [0] + [1] * (len(trace) - 1)
