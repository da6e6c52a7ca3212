"""Ridge regression: its weights against scikit-learn and the worked case, its path, its pictures and its words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import ParameterError, Refusal
from engine.core.later import Later
from engine.core.marks import Contours, Curve, Points, Response
from engine.data.dataset import Dataset
from engine.families.shrinkage.posing import posed_with
from engine.maths.algebra.reduced import reduced, ridge_weights
from tests.catalogue import shows
from tests.engine.families.looked_at import of, told


def _errors(step, data):
    left = data.y - step.model.predict(data.X)
    return float(np.sqrt((left**2).mean())), 1 - (left**2).sum() / ((data.y - data.y.mean()) ** 2).sum()


def _effective(step, data, params):
    problem = posed_with(data, step.model.basis, params)
    X = problem.problem.Phi if params.penalise_bias else problem.problem.X - problem.problem.X.mean(axis=0)
    values = np.linalg.eigvalsh(X.T @ X)
    return np.linalg.matrix_rank(X) if not step.penalty else (values / (values + step.penalty)).sum()


FOLLOWS = {
    "RMSE": lambda step, data, params: _errors(step, data)[0],
    "R²": lambda step, data, params: _errors(step, data)[1],
    "effective weights": _effective,
    "Σ r² goes from": lambda step, data, params: ((data.y - step.before.predict(data.X)) ** 2).sum(),
}
W48 = Dataset(np.array([[1.0], [2.0], [3.0]]), np.array([2.0, 3.0, 7.0]))
THREE = np.column_stack([np.ones(3), W48.X])


def weights(data, **params):
    return engine.fit("ridge", data, **params).packed


def two(n=40, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) @ [[1.0, 0.85], [0.0, 0.5]]
    return Dataset(X, X @ [2.5, -1.0] + rng.normal(size=n))


def wide(n=30, d=5, seed=1):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * np.arange(1, d + 1)
    return Dataset(X, X @ rng.normal(size=d) + rng.normal(size=n) + 3.0)


# -- the mathematics ---------------------------------------------------------------------------------------------------


@shows("RG11", "W48")
def test_rg11_the_worked_case():
    assert weights(W48, penalty=2.0) == pytest.approx([1.5, 1.25], abs=1e-9)
    assert weights(W48, penalty=0.0) == pytest.approx([-1.0, 2.5], abs=1e-9)
    assert weights(W48, penalty=2.0, penalise_bias=True) == pytest.approx([0.409090909091, 1.65909090909], abs=1e-9)
    assert ridge_weights(reduced(W48.X, W48.y, centred=False), 2.0)[0] == pytest.approx([1.8125], abs=1e-9)
    free, held = reduced(W48.X, W48.y), reduced(THREE, W48.y, centred=False)
    assert free.packed(ridge_weights(free, 1e9)[0]) == pytest.approx([4.0, 0.0], abs=1e-6)
    assert ridge_weights(held, 1e9)[0] == pytest.approx([0.0, 0.0], abs=1e-6)


@pytest.mark.parametrize("penalty", [1e-6, 0.01, 1.0, 37.0, 1e6])
@pytest.mark.parametrize("data", [W48, two(), wide(), wide(4, 6)], ids=["three", "two", "wide", "few rows"])
def test_it_agrees_with_scikit_learn(data, penalty):
    from sklearn.linear_model import Ridge

    right = Ridge(alpha=penalty, solver="svd").fit(data.X, data.y)
    found = engine.fit("ridge", data, penalty=penalty)
    assert found.weights == pytest.approx(right.coef_, rel=1e-9, abs=1e-9)
    assert found.bias == pytest.approx(right.intercept_, rel=1e-9, abs=1e-9)
    with_ones = np.column_stack([np.ones(data.n), data.X])
    held = Ridge(alpha=penalty, fit_intercept=False, solver="svd").fit(with_ones, data.y)
    assert weights(data, penalty=penalty, penalise_bias=True) == pytest.approx(held.coef_, rel=1e-9, abs=1e-9)


def test_every_step_of_a_path_is_the_fit_of_its_penalty():
    from sklearn.linear_model import Ridge

    data = wide()
    trace = engine.trace("ridge", data, penalty=10.0, stops=5).to_end()
    assert [step.penalty for step in trace] == pytest.approx([0, 0.01, 10**-1.25, 10**-0.5, 10**0.25, 10])
    for step in trace[1:]:
        assert step.model.weights == pytest.approx(Ridge(alpha=step.penalty).fit(data.X, data.y).coef_, rel=1e-9)
        assert step.before == trace[step.number - 1].model and step.least == trace[0].model
    assert len(engine.trace("ridge", data, penalty=0.0)) == 1
    assert [step.penalty for step in engine.trace("ridge", data, penalty=10.0, stops=1)] == [0.0, 10.0]


@pytest.mark.parametrize("basis", ["polynomial", "gaussian grid", "sigmoid"])
def test_it_works_on_basis_functions(basis):
    from sklearn.linear_model import Ridge

    x = np.linspace(-2, 2, 30)
    data = Dataset(x[:, None], np.sin(2 * x))
    model = engine.fit("ridge", data, basis=basis, degree=6, functions=7, penalty=0.5)
    Phi = model.basis.features(data.X)
    assert model.weights == pytest.approx(Ridge(alpha=0.5, solver="svd").fit(Phi, data.y).coef_, rel=1e-8)


def test_without_a_penalty_dependent_columns_have_minimum_norm_weights():
    X = two().X[:, :1]
    data = Dataset(np.hstack([X, X]), 3 * X[:, 0] + 1)
    trace, stories, _ = told("ridge", data, penalty=0.0)
    assert trace[0].model.packed == pytest.approx([1.0, 1.5, 1.5])
    assert trace[0].rank == 1
    why = "have the rank 1: some columns depend on others in 2 weights beside the bias. The pseudo-inverse gives"
    assert why in stories[0].sentence
    few = told("ridge", wide(3, 5), penalty=0.0)[1][0].sentence
    assert "rank 2: 3 rows cannot determine 5 weights beside the bias." in few
    assert "pseudo-inverse" not in told("ridge", wide())[1][0].sentence


@given(st.integers(1, 12), st.integers(1, 5), st.sampled_from([0.0, 1e-6, 1.0, 1e6]), st.integers(0, 99))
def test_any_table_gives_finite_weights_satisfying_the_normal_equations(n, d, penalty, seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(n, d)).astype(float)
    data = Dataset(X, rng.integers(-5, 6, size=n).astype(float))
    for free in (True, False):
        _, stories, _ = told("ridge", data, penalty=penalty, penalise_bias=not free)
        assert all(check.holds for story in stories for check in story.checks)


@pytest.mark.parametrize("size", [1e-100, 1e-8, 1e8, 1e100])
def test_targets_of_any_size(size):
    data = wide()
    scaled = data.changed(y=data.y * size)
    assert weights(scaled, penalty=3.0) / size == pytest.approx(weights(data, penalty=3.0), rel=1e-9)


def test_single_row_constant_target_and_perfect_fit():
    assert weights(W48.subset([1])) == pytest.approx([3.0, 0.0])
    assert weights(W48.changed(y=np.full(3, 0.1))).tolist() == [0.1, 0.0]
    line = W48.changed(y=2 * W48.X[:, 0] + 1)
    trace, stories, _ = told("ridge", line, penalty=0.0)
    assert trace[0].model.packed == pytest.approx([1, 2])
    assert {number.name: number.value for number in stories[0].numbers}["Σ r²"] == 0


def test_illegal_values_and_cells_are_refused_in_words():
    with pytest.raises(ParameterError, match="penalty must be a number from 0 to 1e"):
        engine.trace("ridge", W48, penalty=-1.0)
    with pytest.raises(ParameterError, match=r"penalty = 1000000000000\.0 is not legal"):
        engine.trace("ridge", W48, penalty=1e12)
    with pytest.raises(Refusal, match=r"Row 2 has the number 1e\+150, too large to square: leave 1 such row out"):
        engine.trace("ridge", W48.changed(y=np.array([1.0, 1e150, 2.0])))
    with pytest.raises(Refusal, match="row 1, column x1"):
        engine.trace("ridge", W48.with_values([0], [[np.nan]]))


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_rings_of_a_step_lie_on_the_weight_paths():
    data = wide()
    trace, _, drawn = told("ridge", data, penalty=10.0)
    for step, marks in zip(trace, drawn, strict=True):
        there = [mark for mark in marks if mark.surface.name == "Coefficient paths"]
        rings = of(Points, there, "focus")[0].positions
        assert rings[:, 1] == pytest.approx(step.model.weights)
        assert (rings[:, 0] == (np.log10(step.penalty) if step.penalty else of(Curve, there)[0].positions[-1, 0])).all()
        for curve, ring in zip([one for one in of(Curve, there) if one.label], rings, strict=True):
            x = curve.positions[::-1]
            assert np.interp(ring[0], x[:, 0], x[:, 1]) == pytest.approx(ring[1], abs=0.02 * np.abs(x).max())
    labels = [curve.label for curve in of(Curve, drawn[0])]
    assert {"x1", "x5"} <= set(labels)


def test_path_goes_from_zero_to_least_squares_weights():
    marks = told("ridge", two())[2][0]
    there = [one for one in of(Curve, marks) if one.surface.name == "Coefficient paths" and one.label]
    for j, curve in enumerate(there):
        assert curve.positions[-1, 1] == pytest.approx(weights(two(), penalty=0.0)[1 + j])
        assert abs(curve.positions[0, 1]) < 0.02


def test_circle_touches_the_error_contour_at_w():
    data = two()
    trace, _, drawn = told("ridge", data, penalty=20.0)
    for step, marks in zip(trace[1:], drawn[1:], strict=True):
        circle = of(Curve, marks, "margin")[0].positions
        w = step.model.weights
        assert np.hypot(*circle.T) == pytest.approx(np.full(len(circle), np.hypot(*w)))
        level = next(mark for mark in of(Contours, marks, "boundary"))
        (height,) = level.levels
        left = data.y - step.model.predict(data.X)
        assert height == pytest.approx(0.5 * left @ left)
        assert level.function(w[None]) == pytest.approx(height)
        assert (level.function(circle) >= height * (1 - 1e-9)).all()  # touched, and never crossed
    assert of(Points, drawn[0], "best")[0].positions[0] == pytest.approx(weights(data, penalty=0.0)[1:])


def test_penalised_bias_has_a_circle_and_a_free_one_two_lines():
    assert len(of(Curve, told("ridge", W48)[2][-1], "margin")) == 2
    (circle,) = of(Curve, told("ridge", W48, penalise_bias=True)[2][-1], "margin")
    w = weights(W48, penalise_bias=True)
    assert np.hypot(*circle.positions.T) == pytest.approx(np.full(len(circle.positions), np.hypot(*w)))


def test_least_squares_is_drawn_beside_a_different_fit():
    trace, _, drawn = told("ridge", W48)
    assert not of(Response, drawn[0])
    (ghost,) = of(Response, drawn[-1], "ghost")
    assert ghost.label == "least squares" and ghost.function(W48.X) == pytest.approx(trace[0].model.predict(W48.X))


def test_pictures_beside_the_plane_are_computed_when_visible():
    card = engine.algorithm("ridge")
    drawn = card.drawn(engine.trace("ridge", two())[0], two(), card.params())
    waiting = [later.surfaces[0].name for later in drawn if isinstance(later, Later)]
    assert waiting == ["Weight space", "Coefficient paths"]


# -- what is said ------------------------------------------------------------------------------------------------------


def test_a_step_is_told_with_its_numbers():
    trace, stories, _ = told("ridge", W48, penalty=2.0, stops=1)
    assert stories[0].sentence == (
        "λ = 0 is least squares: Σ r² = 1.5, with weights of the length ‖w‖ = 2.5. The penalty leaves the bias free, "
        "so that a shift of all targets changes nothing else."
    )
    assert stories[1].sentence == (
        "λ = 2: the penalty shortens the weights from 2.5 to 1.25, and Σ r² goes from 1.5 to 4.625."
    )
    assert stories[1].worked == (
        "w = Σ (x − x̄)(t − t̄) / (Σ (x − x̄)² + λ) = 5 / (2 + 2) = 1.25",
        "E = ½ Σ r² = 0.5·4.625 = 2.312",
        "penalty = ½ λ ‖w‖² = 0.5·2·1.25² = 1.562",
        "E + penalty = 2.3125 + 1.5625 = 3.875",
    )
    assert trace.ending.words == "With λ = 2 ‖w‖ = 1.25."
    held = told("ridge", W48, penalty=2.0, penalise_bias=True)[1]
    assert "holds the bias too" in held[0].sentence
    assert [number.note for number in held[0].numbers if number.name == "‖w‖"] == ["with the bias"]


def test_every_weight_is_listed_beside_least_squares():
    trace, stories, _ = told("ridge", two(), penalty=20.0)
    (table,) = stories[-1].tables
    assert table.columns == ("feature", "least squares", "w")
    expected = zip(("bias", "x1", "x2"), trace[0].model.packed.tolist(), trace[-1].model.packed.tolist(), strict=True)
    assert table.rows == tuple(expected)


def test_columns_of_different_ranges_give_advice():
    data = two().changed(X=two().X * [1.0, 100.0])
    _, stories, _ = told("ridge", data)
    assert stories[0].sentence.endswith("held most. Standardise the columns.") and stories[0].remedies
    assert not stories[1].remedies


def test_point_prediction_lists_its_terms():
    card = engine.algorithm("ridge")
    step = engine.trace("ridge", W48, penalty=2.0)[-1]
    answer = card.inspect(step, W48, card.params(penalty=2.0), np.array([4.0]))
    assert answer.story.sentence == "At this point target is predicted to be 6.5."
    assert answer.story.worked == ("y = (1.25) · (4) + 1.5 = 6.5",)


@shows("E003-7")
def test_e003_7_printed_rule_penalises_the_bias_and_needs_full_rank():
    _, stories, _ = told("ridge", W48, penalty=2.0, stops=1)
    card = engine.algorithm("ridge")
    (found,) = stories[1].misprints
    assert (found.gives, found.right) == (pytest.approx(0.409090909091), pytest.approx(1.5))
    assert not stories[0].misprints and not told("ridge", W48, penalise_bias=True)[1][-1].misprints
    dependent = Dataset(np.hstack([W48.X, W48.X]), W48.y)
    assert np.linalg.matrix_rank(dependent.X.T @ dependent.X) == 1
    assert "pseudo-inverse" in told("ridge", dependent)[1][0].sentence
    assert card.errata[0].kind == "open"
