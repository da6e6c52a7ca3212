"""The support vector machine against scikit-learn's, worked by hand, and what holds at every pair."""

from __future__ import annotations

import weakref
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.base.errors import Prepare, Refusal, SetParameter
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.data.toys import generate
from engine.families.support_vectors.kernel_rows import ROOM, KernelRows
from engine.families.support_vectors.svm.loop import VIOLATING
from engine.models.support_vectors import InnerProduct
from tests.examples import gate, two_of

KEY = "svm"


def points(X, codes) -> Dataset:
    return Dataset(np.array(X, dtype=float), np.array(codes), class_names=("A", "B"))


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_two_points_are_solved_by_one_pair():
    """x = 1 (A) and x = 3 (B): η = 4, Δ = (1 − −1) / 4 = ½, w = ½·(3 − 1) = 1, b = −2, W = 1 − ½."""
    trace = engine.trace(KEY, points([[1], [3]], [0, 1]), kernel="linear").to_end()
    assert len(trace) == 2 and trace.ending.kind == "converged"
    step = trace[1]
    assert step.pair.eta == 4.0 and step.pair.shift == 0.5 and step.pair.asked == (1.0, -1.0)
    assert step.pair.rise == step.dual == step.primal == 0.5
    assert step.model.weights.tolist() == [1.0] and step.bias == -2.0 and step.gap == 0.0
    assert step.model.decision_function(np.array([[1.0], [2.0], [3.0]])).tolist() == [-1.0, 0.0, 1.0]


def test_the_box_holds_two_points_back():
    """With C = ¼ half of the way is left, w = ½, and neither α can go on: bᵢ − bⱼ = 2 − ¼·4 = 1 is nobody's to mend."""
    trace = engine.trace(KEY, points([[1], [3]], [0, 1]), kernel="linear", C=0.25).to_end()
    step = trace[-1]
    assert step.pair.clipped and step.pair.free == 0.5 and step.pair.shift == 0.25
    assert step.pair.rise == step.dual == 0.25 * 2 - 0.5 * 0.25**2 * 4 == 0.375
    assert step.model.weights.tolist() == [0.5]
    assert step.rightness.tolist() == [0.5, 0.5] and step.primal == 0.125 + 0.25 * (0.5 + 0.5)
    assert trace.ending.kind == "converged" and "2 of them at the limit C" in trace.ending.words


def test_xor_is_solved_by_products_of_two():
    """K = (x · z + 1)²: all four have α = ⅛, b = 0 and f(x) = −x₁ x₂, so W = 4/8 − ½ ‖w‖² = ¼."""
    X = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    data = points(X, [0, 1, 1, 0])
    step = engine.trace(KEY, data, kernel="polynomial", gamma=1.0, degree=2, offset=1.0, C=10.0, tolerance=1e-9)[-1]
    assert np.abs(step.shares) == pytest.approx(np.full(4, 0.125), abs=1e-9)
    assert step.bias == pytest.approx(0.0, abs=1e-9) and step.dual == pytest.approx(0.25)
    places = np.array([[2.0, 3.0], [-0.5, 4.0]])
    assert step.model.decision_function(places) == pytest.approx([-6.0, 2.0], abs=1e-7)


def test_margin_of_and_is_that_of_maximum_margin():
    data = gate("gate_and")
    hard = engine.trace("max_margin", data)[-1]
    soft = engine.trace(KEY, data, kernel="linear", C=1e5, tolerance=1e-9)[-1]
    assert soft.model.weights == pytest.approx(hard.model.weights, abs=1e-6)
    assert soft.model.bias == pytest.approx(hard.model.bias, abs=1e-6)


def test_default_gamma_is_one_over_features_times_variance():
    data = points([[0, 2], [2, 0], [1, 1], [1, 1]], [0, 1, 0, 1])
    step = engine.trace(KEY, data)[0]
    assert step.problem.kernel.gamma == pytest.approx(1.0 / (2 * data.X.var())) == 1.0


# -- against scikit-learn ----------------------------------------------------------------------------------------------

SETTINGS = [
    ("linear", dict(kernel="linear", C=1.0), dict(kernel="linear", C=1.0)),
    ("rbf", dict(kernel="rbf", C=1.0), dict(kernel="rbf", C=1.0, gamma="scale")),
    ("narrow", dict(kernel="rbf", C=100.0, gamma=10.0), dict(kernel="rbf", C=100.0, gamma=10.0)),
    (
        "cubic",
        dict(kernel="polynomial", C=0.5, gamma=0.7, degree=3, offset=2.0),
        dict(kernel="poly", C=0.5, gamma=0.7, degree=3, coef0=2.0),
    ),
]
TABLES = [
    ("moons", lambda: generate("moons", n=150, noise=0.25)),
    ("iris", lambda: two_of("iris", 1, 2)),
    ("wine", lambda: two_of("wine", 0, 1)),
    ("breast_cancer", lambda: two_of("breast_cancer", 0, 1)),
    ("digits", lambda: two_of("digits", 3, 8)),
]


@pytest.mark.parametrize(("words", "ours", "theirs"), SETTINGS)
@pytest.mark.parametrize(("name", "make"), TABLES)
def test_multipliers_match_scikit_learn(name, make, words, ours, theirs):
    from sklearn.svm import SVC

    data = make()
    data = data.changed(X=(data.X - data.X.mean(axis=0)) / np.maximum(data.X.std(axis=0), 1e-9))
    t = signs(data)
    oracle = SVC(tol=1e-6, **theirs).fit(data.X, t)
    trace = engine.trace(KEY, data, tolerance=1e-6, **ours).to_end()
    step = trace[-1]
    assert trace.ending.kind == "converged"
    said = oracle.decision_function(data.X)
    value = np.abs(oracle.dual_coef_).sum() - 0.5 * oracle.dual_coef_[0] @ (said - oracle.intercept_)[oracle.support_]
    assert step.dual == pytest.approx(value, rel=1e-4)
    assert step.model.decision_function(data.X) == pytest.approx(said, abs=2e-4)
    assert np.array_equal(step.model.predict(data.X) == max(data.classes_present), said >= 0)


@pytest.mark.parametrize("second", ["second order", VIOLATING])
def test_both_second_point_heuristics_reach_the_same_optimum(second):
    data = generate("moons", n=80, noise=0.2)
    step = engine.trace(KEY, data, second=second, tolerance=1e-6)[-1]
    assert step.dual == pytest.approx(engine.trace(KEY, data, tolerance=1e-6)[-1].dual, rel=1e-6)


# -- at every pair -----------------------------------------------------------------------------------------------------

numbers = st.integers(-4, 4)
some = st.integers(2, 14).flatmap(
    lambda n: st.tuples(
        st.lists(st.tuples(numbers, numbers), min_size=n, max_size=n),
        st.lists(st.integers(0, 1), min_size=n, max_size=n).filter(lambda codes: len(set(codes)) == 2),
    )
)


@settings(max_examples=60, deadline=None)
@given(some, st.sampled_from(["linear", "rbf", "polynomial"]), st.sampled_from([1e-4, 0.3, 1.0, 1e4]))
def test_dual_never_falls_within_box_and_balance(table, kernel, C):
    """Rows may be the same, with the same class or with another."""
    data = points(*table)
    values = dict(kernel=kernel, C=C, pairs=400)
    steps = list(engine.trace(KEY, data, **values))
    t = signs(data)
    K = steps[0].problem.kernel.between(data.X, data.X)
    for before, step in pairwise(steps):
        alphas = step.shares * t
        assert (alphas >= 0).all() and (alphas <= C).all()
        assert abs(step.shares.sum()) <= 1e-9 * max(alphas.sum(), 1.0)
        scale = alphas.sum() + step.square
        assert step.dual >= before.dual - 1e-9 * scale
        assert step.dual - before.dual == pytest.approx(step.pair.rise, abs=1e-8 * scale + 1e-12)
        assert step.biases == pytest.approx(t - K @ step.shares, abs=1e-9 * (1 + np.abs(K) @ np.abs(step.shares)).max())
        assert step.dual <= step.primal + 1e-9 * (scale + abs(step.primal))


@settings(max_examples=20, deadline=None)
@given(some)
def test_the_end_is_the_best_there_is(table):
    """A general solver finds nothing better."""
    from scipy.optimize import minimize

    data, C = points(*table), 1.0
    step = engine.trace(KEY, data, C=C, tolerance=1e-6)[-1]
    t = signs(data)
    Q = np.outer(t, t) * step.problem.kernel.between(data.X, data.X)
    found = minimize(
        lambda a: 0.5 * a @ Q @ a - a.sum(), np.zeros(data.n), jac=lambda a: Q @ a - 1, method="SLSQP",
        bounds=[(0, C)] * data.n, constraints={"type": "eq", "fun": lambda a: a @ t, "jac": lambda a: t},
    )  # fmt: skip
    assert step.dual >= -found.fun - 1e-5


# -- odd tables --------------------------------------------------------------------------------------------------------


def test_point_with_both_labels_reaches_the_bound():
    data, algorithm = points([[1, 1], [1, 1]], [0, 1]), engine.algorithm(KEY)
    step = engine.trace(KEY, data, C=2.0)[-1]
    assert np.abs(step.shares).tolist() == [2.0, 2.0] and step.pair.eta == 0.0 and step.pair.free == np.inf
    assert step.model.decision_function(np.array([[1.0, 1.0]])).tolist() == [0.0]
    assert "η is 0: Δ = 2, as far as the box lets it" in algorithm.explain(step, data, algorithm.params(C=2.0)).worked


def test_rows_all_at_the_origin_have_a_zero_linear_kernel():
    trace = engine.trace(KEY, points([[0, 0], [0, 0]], [0, 1]), kernel="linear", C=0.5).to_end()
    assert trace[-1].pair.eta == 0.0 and np.abs(trace[-1].shares).tolist() == [0.5, 0.5]


def test_one_class_is_refused_and_of_three_two_must_be_kept():
    with pytest.raises(Refusal, match="add points of another class"):
        engine.trace(KEY, points([[1, 1], [2, 1]], [0, 0]))
    with pytest.raises(Refusal, match="keep 2"):
        engine.trace(KEY, engine.load("iris"))


def test_constant_column_changes_nothing():
    data = generate("moons", n=60, noise=0.2)
    wide = data.changed(X=np.column_stack([data.X, np.full(data.n, 7.0)]), columns=(*data.columns, data.columns[0]))
    one, other = (engine.trace(KEY, table, kernel="rbf", gamma=1.0)[-1] for table in (data, wide))
    assert one.shares == pytest.approx(other.shares, abs=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_units_do_not_matter_with_scaled_gamma(scale):
    data = generate("moons", n=60, noise=0.2)
    tables = (data, data.changed(X=scale * data.X))
    one, other = (engine.trace(KEY, table, tolerance=1e-7)[-1] for table in tables)
    assert one.shares == pytest.approx(other.shares, abs=1e-5) and one.bias == pytest.approx(other.bias, abs=1e-6)


def test_line_far_from_the_origin_is_as_exact_as_near():
    data = generate("blobs", n=60, classes=2)
    near, far = (engine.trace(KEY, data.changed(X=data.X + shift), kernel="linear")[-1] for shift in (0.0, 1e7))
    assert far.model.weights == pytest.approx(near.model.weights, abs=1e-3)
    answers = far.model.predict(data.X + 1e7)
    assert np.array_equal(answers, near.model.predict(data.X))


def test_kernel_that_loses_all_digits_is_refused_with_a_remedy():
    data, values = points([[1e3, 0], [0, 1e3]], [0, 1]), dict(kernel="polynomial", degree=5)
    with pytest.raises(Refusal, match="columns, or let γ follow their spread, or take a lower") as refusal:
        engine.trace(KEY, data, gamma=1.0, **values)
    assert refusal.value.remedies == (Prepare("Standardise"), SetParameter("gamma", 0.0), SetParameter("degree", 1))
    assert engine.trace(KEY, data, **values)[-1].gap <= 1e-3
    assert engine.trace(KEY, data, **(values | {"degree": 1, "gamma": 1.0}))[-1].gap <= 1e-3
    with pytest.raises(
        Refusal, match="loses all other digits: standardise the columns, or take a lower degree"
    ) as refusal:
        engine.trace(KEY, data.changed(X=data.X + 1e6), **values)
    assert refusal.value.remedies == (Prepare("Standardise"), SetParameter("degree", 1))


def test_ten_thousand_rows_cache_a_small_part_of_the_kernel():
    rows = KernelRows(InnerProduct("rbf", 1.0), np.zeros((10_000, 2)))
    assert rows.most * rows.row(0).nbytes <= ROOM < 10_000 * rows.row(0).nbytes


def test_a_cap_of_pairs_ends_a_run_in_words():
    trace = engine.trace(KEY, generate("moons", n=80, noise=0.3), pairs=5).to_end()
    assert trace.ending.kind == "stopped" and trace.ending.words.startswith(
        "5 pairs, and two points still violate the conditions"
    )
    assert len(trace) == 6


def test_fewer_stops_lead_to_the_same_end():
    data = generate("moons", n=80, noise=0.3)
    each, some = (engine.trace(KEY, data, pairs_a_step=count).to_end() for count in (1, 7))
    assert np.array_equal(each[-1].shares, some[-1].shares) and each.ending == some.ending
    assert [step.pairs for step in some][:3] == [0, 7, 14] and len(some) == 5 < len(each)


# -- beginning from a model --------------------------------------------------------------------------------------------


def test_run_started_at_the_optimum_ends_at_once():
    data = generate("moons", n=100, noise=0.25)
    cold = engine.trace(KEY, data).to_end()
    warm = engine.trace(KEY, data, start=cold[-1].model).to_end()
    assert len(warm) <= 2 and warm[-1].dual == pytest.approx(cold[-1].dual, rel=1e-9)


def test_warm_start_after_a_moved_point_needs_fewer_pairs():
    data = generate("moons", n=300, noise=0.25)
    model = engine.fit(KEY, data)
    moved = data.with_values([4], [data.X[4] + 0.1])
    cold, warm = engine.trace(KEY, moved).to_end(), engine.trace(KEY, moved, start=model).to_end()
    assert warm[-1].dual == pytest.approx(cold[-1].dual, rel=1e-4)
    assert warm[-1].pairs < 2 / 3 * cold[-1].pairs  # about a half; how many exactly depends on a machine's rounding
    for step in warm:
        assert abs(step.shares.sum()) < 1e-9


@pytest.mark.parametrize("C", [0.01, 100.0])
def test_start_with_another_c_or_other_classes_is_accepted(C):
    data = generate("moons", n=60, noise=0.25)
    model = engine.fit(KEY, data)
    for table in (data, data.changed(y=1 - data.codes)):
        steps = list(engine.trace(KEY, table, C=C, start=model))
        assert (np.abs(steps[0].shares) <= C).all() and abs(steps[0].shares.sum()) < 1e-9
        assert steps[-1].dual == pytest.approx(engine.trace(KEY, table, C=C)[-1].dual, rel=1e-3)


# -- rows of the kernel ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [InnerProduct(), InnerProduct("rbf", 0.5), InnerProduct("polynomial", 0.5, 3, 1.0)])
def test_cached_kernel_rows_match_the_whole_table(kernel):
    X = np.random.default_rng(3).normal(size=(9, 3)) + 2.0
    K, rows = kernel.between(X, X), KernelRows(kernel, X)
    apart = np.diag(K)[:, None] + np.diag(K) - 2 * K
    assert np.array([rows.apart(k) for k in range(9)]) == pytest.approx(apart, abs=1e-9)
    assert rows.eta(2, 7) == pytest.approx(apart[2, 7]) and rows.difference(2, 7) == pytest.approx(K[2] - K[7])


def test_kernel_cache_never_exceeds_its_size():
    X = np.random.default_rng(3).normal(size=(50, 2))
    rows = KernelRows(InnerProduct("rbf", 1.0), X, room=3 * 50 * 8)
    for k in (0, 1, 2, 0, 3, 4):
        rows.row(k)
    assert list(rows._cache) == [0, 3, 4]
    assert rows.row(1) == pytest.approx(np.exp(-((X - X[1]) ** 2).sum(axis=1)))


def test_step_stores_only_its_two_arrays():
    """What is counted of a step is what it weighs: the model is there while somebody has it."""
    step = engine.trace(KEY, generate("moons", n=200, noise=0.25))[-1]
    algorithm = engine.algorithm(KEY)
    algorithm.explain(step, generate("moons", n=200, noise=0.25), algorithm.params())
    model = step.model
    assert step.model is model and len(model.vectors) == len(step.support)
    gone = weakref.ref(model)
    del model
    assert gone() is None
    kept = [value for value in vars(step).values() if isinstance(value, np.ndarray)]
    assert sum(array.nbytes for array in kept) == 2 * 200 * 8
