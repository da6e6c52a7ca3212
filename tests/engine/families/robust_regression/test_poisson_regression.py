"""Poisson regression: against scikit-learn and its score equations, its steps, its refusals, drawn and told."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal
from engine.core.marks import Curve, Points, Response
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.maths.probability.poisson import poisson_deviances, working_response
from engine.models.basis import Gaussians
from engine.models.linear import LinearPredictor
from engine.models.log_linear import PoissonPredictor
from engine.parts.basis_drawing import carried
from tests.engine.families.looked_at import of, told

FOLLOWS = {
    "1 − D / D₀": lambda step, data, params: 1 - _deviance(step, data) / _null(data),
    "D": lambda step, data, params: _deviance(step, data),
    "by": lambda step, data, params: np.exp(step.model.weights[0]),
}


def _deviance(step, data):
    from scipy.special import xlogy

    mu = step.model.predict(data.X)
    return 2 * (xlogy(data.y, data.y / mu) - (data.y - mu)).sum()


def _null(data):
    from scipy.special import xlogy

    return 2 * xlogy(data.y, data.y / data.y.mean()).sum()


def counts(n=40, d=1, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, size=(n, d))
    return Dataset(X, rng.poisson(np.exp(0.7 + X @ np.linspace(0.8, -0.5, d))).astype(float))


# -- the mathematics ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [counts(), counts(d=3), counts(n=200, d=2, seed=4)], ids=["one", "three", "many"])
def test_result_agrees_with_scikit_learn_and_the_score_equations(data):
    from sklearn.linear_model import PoissonRegressor

    right = PoissonRegressor(alpha=0.0, tol=1e-12, max_iter=10_000).fit(data.X, data.y)
    trace = engine.trace("poisson_regression", data).to_end()
    model = trace[-1].model
    assert model.weights == pytest.approx(right.coef_, rel=1e-4, abs=1e-5)
    assert model.bias == pytest.approx(right.intercept_, rel=1e-4, abs=1e-5)
    left = data.y - model.predict(data.X)
    assert left.sum() == pytest.approx(0, abs=1e-7) and data.X.T @ left == pytest.approx(np.zeros(data.d), abs=1e-7)
    from sklearn.metrics import mean_poisson_deviance

    assert trace[-1].deviance == pytest.approx(data.n * mean_poisson_deviance(data.y, model.predict(data.X)))
    assert trace[-1].null == trace[0].deviance == pytest.approx(_null(data)) and trace.ending.kind == "converged"


def test_two_groups_have_their_means():
    """With one column of 0 and 1 the means of both groups are fitted exactly: 2 and 6."""
    data = Dataset(np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([1.0, 3.0, 5.0, 7.0]))
    model = engine.fit("poisson_regression", data)
    assert model.predict(data.X) == pytest.approx([2, 2, 6, 6])
    assert model.packed == pytest.approx([np.log(2), np.log(3)])


def test_every_iteration_is_weighted_least_squares_on_the_working_response():
    data = counts(d=2)
    trace = engine.trace("poisson_regression", data).to_end()
    Phi = np.column_stack([np.ones(data.n), data.X])
    for before, step in itertools.pairwise(trace):
        eta = before.model.logarithms(data.X)
        omega, z = np.exp(eta), eta + (data.y - np.exp(eta)) / np.exp(eta)
        assert step.weights == pytest.approx(omega) and step.response == pytest.approx(z)
        if not step.halvings:
            root = np.sqrt(omega)
            right = np.linalg.lstsq(root[:, None] * Phi, root * z, rcond=None)[0]
            assert step.model.packed == pytest.approx(right, rel=1e-8)
        assert step.before == before.model and step.deviance_before == before.deviance
        assert step.moved == pytest.approx(np.abs(step.model.logarithms(data.X) - eta).max())
        assert step.deviance <= before.deviance * (1 + 1e-9)


@given(st.integers(1, 10), st.integers(1, 3), st.integers(0, 299))
def test_any_counts_end_in_words_and_never_raise_the_deviance(n, d, seed):
    rng = np.random.default_rng(seed)
    t = rng.poisson(2.0, size=n).astype(float)
    assume(t.any())
    data = Dataset(rng.integers(-3, 4, size=(n, d)).astype(float), t)
    trace, stories, _ = told("poisson_regression", data)
    assert all(check.holds for story in stories for check in story.checks)
    assert all(np.isfinite(step.model.packed).all() for step in trace) and trace.ending.words.endswith(".")


def test_rows_of_zeros_only_have_no_minimum_as_stated():
    data = Dataset(np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([0.0, 0.0, 3.0, 3.0]))
    trace = engine.trace("poisson_regression", data, iterations=1000).to_end()
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("The deviance falls no more, yet it has no least: the means of rows with")
    assert trace.ending.words.endswith(" now. Add rows there with a count above 0.")
    assert trace[-1].model.predict(data.X) == pytest.approx([0, 0, 3, 3], abs=1e-2)


def test_hostile_tables():
    one = engine.trace("poisson_regression", counts().subset([int(np.argmax(counts().y))])).to_end()
    assert one.ending.words.endswith("as all counts are equal.")
    same = counts()
    double = Dataset(np.hstack([same.X, same.X]), same.y)
    assert engine.fit("poisson_regression", double).predict(double.X) == pytest.approx(
        engine.fit("poisson_regression", same).predict(same.X), rel=1e-6
    )
    assert "some columns depend on others" in told("poisson_regression", double)[1][1].sentence
    large = same.changed(y=same.y * 1e9)
    assert engine.fit("poisson_regression", large).weights == pytest.approx(
        engine.fit("poisson_regression", same).weights, rel=1e-6
    )
    capped = engine.trace("poisson_regression", same, iterations=1).to_end()
    assert capped.ending.kind == "stopped" and "Allow more iterations." in capped.ending.words


@pytest.mark.parametrize(
    ("value", "what"),
    [(2.5, "2.5, which is no whole number"), (-1.0, "−1, which counts nothing"), (1e16, "1e+16, which is too large")],
)
def test_invalid_count_is_refused_by_its_cell(value, what):
    data = counts().with_targets([3], value)
    with pytest.raises(Refusal) as refused:
        engine.trace("poisson_regression", data)
    assert f"Row 4, column class is {what}" in str(refused.value) and "Leave 1 such row out." in str(refused.value)
    assert refused.value.remedies[0].rows == (3,)


def test_all_zero_counts_and_classes_are_refused():
    with pytest.raises(Refusal, match="All counts are 0, and their mean has no logarithm: add a row with a count"):
        engine.trace("poisson_regression", counts().changed(y=np.zeros(40)))
    with pytest.raises(Refusal, match="It predicts a number for every point, and these have a class"):
        engine.trace("poisson_regression", engine.load("iris"))


def test_it_works_on_basis_functions():
    x = np.linspace(-2, 2, 60)
    data = Dataset(x[:, None], np.round(np.exp(2 + np.sin(2 * x)) * 50))
    model = engine.fit("poisson_regression", data, basis="gaussian grid", functions=9, width=0.6)
    assert model.predict(data.X) == pytest.approx(data.y, rel=0.1)


def test_deviance_of_a_row_and_working_response():
    assert poisson_deviances(np.array([0.0, 2.0, 5.0]), np.array([1.0, 2.0, 2.5])) == pytest.approx(
        [2.0, 0.0, 2 * (5 * np.log(2) - 2.5)]
    )
    assert [one.tolist() for one in working_response(np.zeros(2), np.array([0.0, 4.0]))] == [[1.0, 1.0], [-1.0, 3.0]]


def test_model_handles_large_logarithms_and_placed_basis_functions():
    model = PoissonPredictor(np.array([1.0]), 0.0)
    assert np.isfinite(model.predict(np.array([[1e9], [-1e9]]))).all()
    assert model.predict_std(np.array([[np.log(9.0)]])) == pytest.approx([3.0])
    one, two = (Gaussians(np.zeros((k, 1)), 1.0) for k in (1, 2))
    base = PoissonPredictor(np.array([0.5]), 2.0, one)
    made = carried(PoissonPredictor(np.zeros(2), 0.0, two), base)
    assert isinstance(made, PoissonPredictor) and made.packed.tolist() == [2.0, 0.5, 0.0]
    assert type(carried(LinearPredictor(np.zeros(2), 0.0, two), base)) is LinearPredictor


# -- what is drawn and said --------------------------------------------------------------------------------------------


def test_working_response_is_drawn_with_dots_sized_by_weight():
    data = counts()
    trace, _, drawn = told("poisson_regression", data)
    for step, marks in zip(trace, drawn, strict=True):
        (dots,) = of(Points, marks)
        assert dots.positions == pytest.approx(np.column_stack([data.X[:, 0], step.response]))
        assert dots.sizes == pytest.approx(0.15 + 1.05 * step.weights / step.weights.max())
        line = of(Curve, marks, "boundary")[0].positions
        assert line[:, 1] == pytest.approx(step.model.logarithms(line[:, :1])) and (np.diff(line[:, 0]) >= 0).all()
        assert [mark.label for mark in of(Curve, marks, "ghost")] == (["before"] if step.iteration else [])
        assert [mark.label for mark in of(Response, marks)] == (["before"] if step.iteration else [])
    of_several = of(Points, told("poisson_regression", counts(d=2))[2][1])[0].positions
    step = engine.trace("poisson_regression", counts(d=2))[1]
    assert of_several == pytest.approx(np.column_stack([step.model.logarithms(counts(d=2).X), step.response]))


def test_a_step_is_told_with_its_numbers():
    data = Dataset(np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([1.0, 3.0, 5.0, 7.0]))
    trace, stories, _ = told("poisson_regression", data)
    assert stories[0].sentence == (
        "The mean count, 4, is predicted everywhere at first. Counts with the mean μ have the variance μ, so the large "
        "ones spread more."
    )
    assert stories[0].worked == ("b = ln(mean) = ln(4) = 1.386",)
    step = trace[1]
    assert stories[1].sentence.startswith(
        "Iteration 1: least squares fits the working response z, with row 1 weighing most, ω = 4; D goes from "
        f"{trace[0].deviance:.4g} to {step.deviance:.4g}. One unit more of x1 multiplies the mean target by "
    )
    assert stories[1].worked[0] == "z of row 1 = η + (t − μ) / μ = 1.3863 + (1 − 4) / 4 = 0.6363"
    assert stories[-1].worked[-1] == "e^w = e^1.0986 = 3"
    assert trace.ending.words.startswith(f"After {trace[-1].iteration} iterations ln μ moves no more: the deviance ")
    card = engine.algorithm("poisson_regression")
    answer = card.inspect(trace[-1], data, card.params(), np.array([1.0]))
    assert answer.story.sentence == "At this point the mean target is 6, with a standard deviation of 2.449."
    assert answer.story.worked[0].startswith("η = (1.099) · (1) + 0.6931 = 1.792")
    halved = [i for i, step in enumerate(trace) if step.halvings]
    assert all(card.event(trace[i]) == Event("halved", "wrong") for i in halved)


def test_tables_and_numbers_match_the_fit_of_the_step():
    data = counts(d=2)
    trace, stories, drawn = told("poisson_regression", data)
    step, story = trace[1], stories[1]
    largest, weights = story.tables
    parts = poisson_deviances(data.y, step.model.predict(data.X))
    order = np.argsort(-parts, kind="stable")[:8]
    mu = step.model.predict(data.X)[order]
    assert np.array([row[1:] for row in largest.rows]) == pytest.approx(
        np.column_stack([data.y[order], mu, parts[order]])
    )
    w = step.model.packed
    assert np.array([row[1:] for row in weights.rows]) == pytest.approx(np.column_stack([w, np.exp(w)]))
    assert [row[0] for row in weights.rows] == ["bias", "x1", "x2"]
    numbers = {number.name: number.value for number in story.numbers}
    assert numbers["‖w‖"] == pytest.approx(np.linalg.norm(step.model.weights)) and numbers["D"] == step.deviance
    (ghost,) = of(Response, drawn[1])
    assert ghost.function(data.X) == pytest.approx(trace[0].model.predict(data.X))
