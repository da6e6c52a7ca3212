"""The chart of the feature space: the pair of functions, the straight boundary there, and centres placed by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Ellipse, Line, Points, Region
from engine.families.logistic.logistic_newton.loop import Params, run
from engine.models.basis import Gaussians, Polynomial, Sigmoids
from engine.models.linear import Hyperplane, Logistic, Scores
from engine.models.scheme import Scheme
from engine.parts.basis import BasisParams, expanded
from engine.parts.basis_drawing import BASIS_DECIDED, CIRCLED, basis_handle, feature_marks, flattened, telling_pair
from tests.catalogue import shows

W83_X = [[0.0, 0.0], [0.5, 0.0], [0.0, -0.5], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]]
W83 = engine.Dataset.from_arrays(W83_X, [1, 1, 1, 0, 0, 0, 0])
W83_W = [-2.41504198073, 4.26240637199]


def of(kind, marks):
    return [mark for mark in marks if isinstance(mark, kind)]


def ring(n: int = 60) -> engine.Dataset:
    """An inner disc and a ring around it: x² and y² separate them, x and y do not."""
    rng = np.random.default_rng(1)
    angle, radius = rng.uniform(0, 2 * np.pi, n), np.where(np.arange(n) % 2, 2.0, 0.5) + rng.uniform(0, 0.3, n)
    circles = np.column_stack([np.cos(angle), np.sin(angle)])
    return engine.Dataset.from_arrays(radius[:, None] * circles, np.arange(n) % 2)


@shows("LD9", "W83")
def test_w83_one_gaussian_makes_a_circle_of_a_straight_cut() -> None:
    basis = Gaussians(np.zeros((1, 2)), 1.0)
    table = expanded(W83, basis)
    assert table.X[:, 0] == pytest.approx([1.0, *[0.882496902585] * 2, *[0.135335283237] * 4], abs=1e-12)
    *_, last = run(table, Params(penalty=0.1), np.random.default_rng(0))
    bias, weight = last.model.bias, last.model.weights[0]
    assert [bias, weight] == pytest.approx(W83_W, abs=1e-6)
    assert -bias / weight == pytest.approx(0.566591209276, abs=1e-6)
    inside, outside = table.X[W83.codes == 1, 0], table.X[W83.codes == 0, 0]
    assert inside.min() > outside.max(), "a cut in φ separates the classes"
    assert W83.X[W83.codes == 0].mean(axis=0).tolist() == W83.X[0].tolist(), "and no line does in x: 0 is between them"
    model = Logistic(last.model.weights, bias, basis=basis)
    radius = 1.06594296899
    angles = np.linspace(0, 2 * np.pi, 9)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    assert model.decision_function(radius * circle) == pytest.approx(0.0, abs=1e-6)
    assert not model.predict(1.001 * radius * circle).any() and model.predict(0.999 * radius * circle).all()


def test_chart_of_one_function_has_a_vertical_line() -> None:
    model = Hyperplane(np.array(W83_W[1:]), W83_W[0], basis=Gaussians(np.zeros((1, 2)), 1.0))
    marks = feature_marks(W83, model)
    (line,) = of(Line, marks)
    assert line.surface.name == "Feature space" and line.weights.tolist() == [W83_W[1], 0.0]
    (points,) = [mark for mark in of(Points, marks) if mark.rows is not None]
    assert points.positions[:, 1].tolist() == W83.codes.tolist() and points.surface == line.surface
    shown = (points.positions[:, 0] * W83_W[1] + W83_W[0] >= 0).astype(int)
    assert shown.tolist() == W83.codes.tolist()


def test_gaussian_centres_lie_on_the_plane_with_a_circle_of_one_width() -> None:
    basis = Gaussians(np.array([[0.0, 0.0], [2.0, 1.0]]), 0.5)
    marks = feature_marks(W83, Hyperplane(np.ones(2), 0.0, basis=basis))
    (centres,) = [mark for mark in of(Points, marks) if mark.role == "centre"]
    assert centres.surface.kind == "plane" and centres.labels == ("φ1", "φ2")
    circles = of(Ellipse, marks)
    assert [circle.centre.tolist() for circle in circles] == basis.centres.tolist()
    on_it = circles[1].centre + np.array([[0.5, 0.0], [0.0, -0.5]])
    assert basis.features(on_it)[:, 1] == pytest.approx(np.exp(-0.5))
    assert circles[1].covariance.tolist() == [[0.25, 0.0], [0.0, 0.25]]


def test_centre_on_a_row_shows_the_class_of_the_row() -> None:
    on_rows = np.vstack([W83.X[[1, 0]], [[50.0, 50.0]]])
    marks = feature_marks(W83, Hyperplane(np.ones(3), 0.0, basis=Gaussians(on_rows, 1.0)))
    (centres,) = [mark for mark in of(Points, marks) if mark.role == "centre"]
    assert centres.groups is not None and centres.groups.tolist() == [*W83.codes[[1, 0]].tolist(), -1]
    marks = feature_marks(W83, Hyperplane(np.ones(1), 0.0, basis=Gaussians(on_rows[2:], 1.0)))
    assert next(mark for mark in of(Points, marks) if mark.role == "centre").groups is None


def test_many_centres_have_neither_circles_nor_names() -> None:
    basis = Gaussians(np.random.default_rng(0).normal(size=(CIRCLED + 1, 2)), 1.0)
    marks = feature_marks(W83, Hyperplane(np.ones(CIRCLED + 1), 0.0, basis=basis))
    assert not of(Ellipse, marks) and of(Points, marks)[0].labels == ()


def test_axes_are_the_two_most_separating_functions() -> None:
    data = ring()
    table = expanded(data, Polynomial.of_degree(2, 2))
    assert [table.feature_names[m] for m in telling_pair(table)] == ["x1²", "x2²"]
    marks = feature_marks(data, Hyperplane(np.arange(5.0), -1.0, basis=Polynomial.of_degree(2, 2)))
    chart = of(Line, marks)[0].surface
    assert chart.x == "x1² (slice: the 3 other functions at their mean)" and chart.y == "x2²"


def test_collinear_functions_are_not_both_axes() -> None:
    twice = Gaussians(np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 3.0]]), 1.0)
    assert telling_pair(expanded(W83, twice)) == (0, 2)
    still = Gaussians(np.array([[500.0, 0.0], [0.0, 500.0]]), 1.0)  # both are 0 at every row
    assert telling_pair(expanded(W83, still)) == (0, 1)


@given(st.integers(0, 10_000), st.integers(2, 6))
def test_line_is_the_boundary_with_other_functions_at_their_mean(seed: int, M: int) -> None:
    rng = np.random.default_rng(seed)
    weights, means = rng.normal(size=M), rng.normal(size=M)
    low, high = sorted(rng.choice(M, 2, replace=False).tolist())
    full = np.tile(means, (9, 1))
    full[:, [low, high]] = rng.normal(size=(9, 2))
    for model in (
        Hyperplane(weights, 0.3, (1, 4)),
        Scores(rng.normal(size=(3, M)), rng.normal(size=3), np.array([0, 2, 5])),
        Scheme((Hyperplane(weights, 0.3), Hyperplane(-weights, 0.1)), np.arange(2), np.full(2, -1), np.arange(2)),
    ):
        flat = flattened(model, (low, high), means)
        assert flat.decision_function(full[:, [low, high]]) == pytest.approx(model.decision_function(full), abs=1e-9)


def test_scores_have_areas_and_no_single_line() -> None:
    model = Scores(np.eye(2), np.zeros(2), np.arange(2), Gaussians(np.array([[0.0, 0.0], [2.0, 0.0]]), 1.0))
    marks = feature_marks(W83, model)
    (region,) = of(Region, marks)
    assert region.surface.name == "Feature space" and not of(Line, marks)
    assert region.model.predict(np.array([[0.9, 0.1], [0.1, 0.9]])).tolist() == [0, 1]


@pytest.mark.parametrize("M", [1, 2, 3])
def test_axis_text_names_the_other_functions(M: int) -> None:
    basis = Sigmoids(np.linspace(-1, 1, M), np.zeros(M, dtype=int), 1.0, 2)
    chart = of(Points, feature_marks(W83, Hyperplane(np.ones(M), 0.0, basis=basis)))[-1].surface
    assert ("slice" in chart.x) == (M > 2)
    assert M != 3 or chart.x.endswith("(slice: the other function at its mean)")
    assert (chart.y == "class") == (M == 1)


def test_without_basis_or_weights_there_is_no_chart_or_line() -> None:
    assert feature_marks(W83, Hyperplane(np.ones(2), 0.0)) == []
    assert feature_marks(W83, None) == []
    marks = feature_marks(W83, Hyperplane(np.zeros(1), 0.0, basis=Gaussians(np.zeros((1, 2)), 1.0)))
    assert not of(Line, marks) and not of(Region, marks) and of(Points, marks)


def test_overflowing_functions_leave_the_chart_out() -> None:
    far = W83.changed(X=W83.X * 1e100)
    assert feature_marks(far, Hyperplane(np.ones(14), 0.0, basis=Polynomial.of_degree(4, 2))) == []


def test_centres_are_placed_only_for_the_placed_basis() -> None:
    handle = basis_handle(lambda basis, data: Hyperplane(np.zeros(basis.n_functions), 0.0, basis=basis))
    params = BasisParams(basis="gaussian by hand", functions=4, width=0.7)
    assert handle.most(params) == 4 and handle.most(BasisParams()) == 0
    assert handle.surface.kind == "plane"
    places = np.array([[1.0, 2.0], [-1.0, 0.0]])
    model = handle.make(places, W83, params)
    assert model.basis == Gaussians(places, 0.7) and not model.weights.any()
    assert np.array_equal(handle.positions(model, W83), places)
    assert handle.positions(Hyperplane(np.zeros(2), 0.0), W83).shape == (0, 2)


def test_moved_or_added_centres_keep_the_existing_weights() -> None:
    handle = basis_handle(lambda basis, data: Logistic(np.zeros(basis.n_functions), 0.0, basis=basis))
    params = BasisParams(basis="gaussian by hand", functions=4, width=0.7)
    places = np.array([[1.0, 2.0], [-1.0, 0.0]])
    base = Logistic(np.array([3.0, -2.0]), 0.5, basis=Gaussians(places, 0.7))
    more = handle.make(np.vstack([places + 1.0, [[5.0, 5.0]]]), W83, params, base)
    assert more.packed.tolist() == [0.5, 3.0, -2.0, 0.0] and len(more.basis.centres) == 3
    assert handle.make(places[:1], W83, params, base).packed.tolist() == [0.5, 3.0]
    straight = Logistic(np.array([3.0, -2.0]), 0.5)
    assert not handle.make(places, W83, params, straight).packed.any(), "weights of the features are no bumps'"


def test_a_start_decides_the_basis_it_has() -> None:
    def decided(start: Hyperplane, params: BasisParams) -> list[str]:
        return [one.parameter for one in BASIS_DECIDED if one.when(start, params)]

    by_hand, grid = BasisParams(basis="gaussian by hand"), BasisParams(basis="gaussian grid")
    bumps = Hyperplane(np.zeros(1), 0.0, basis=Gaussians(np.zeros((1, 2)), 1.0))
    assert decided(bumps, by_hand) == ["basis"], "their number and width can be changed"
    assert decided(bumps, grid) == ["basis", "degree", "functions", "width"]
    assert decided(Hyperplane(np.zeros(2), 0.0), grid) == []


def test_the_table_of_a_step_is_made_once() -> None:
    basis = Polynomial.of_degree(2, 2)
    table = expanded(W83, basis)
    assert expanded(W83, Polynomial.of_degree(2, 2)) is table
    assert expanded(W83, Polynomial.of_degree(3, 2)) is not table
    moved = W83.with_values([0], [[9.0, 9.0]])
    assert expanded(moved, basis).X[0].tolist() == [9, 9, 81, 81, 81]
