"""Fisher's discriminant against scipy, scikit-learn, and its own promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import eigh
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import engine
from engine.core.marks import Line, Matrix
from engine.core.story import Event
from engine.families.discriminants.fisher import ALGORITHM
from engine.families.discriminants.fisher.drawing import marks
from engine.families.discriminants.fisher.loop import Params
from engine.families.discriminants.fisher.telling import event, explain, inspect, measure
from engine.maths.algebra.scatter import best_directions, criterion, scatter
from engine.maths.probability import histogram
from engine.models.linear import Hyperplane
from engine.models.projections import Discriminants
from tests.examples import numbers


def _split(step, data):
    """Where the rows of each class lie along the direction."""
    return [data.X[data.codes == code] @ step.direction for code in data.classes_present]


def _criterion(direction, data):
    parts = [data.X[data.codes == code] @ direction for code in data.classes_present]
    within = sum(((part - part.mean()) ** 2).sum() for part in parts)
    middle = np.concatenate(parts).mean()
    between = sum(len(part) * (part.mean() - middle) ** 2 for part in parts)
    return (np.subtract(*[part.mean() for part in parts]) ** 2 if len(parts) == 2 else between) / within


def _overlap(step, data):
    one, other = _split(step, data)
    ends = histogram.edges(np.concatenate([one, other]))
    first, second = (np.histogram(part, ends)[0] / len(part) for part in (one, other))
    return np.minimum(first, second).sum()


def _equally_likely(step, data):
    """Where the second class becomes the likelier one, by a Gaussian for each; the middle where it nowhere does."""
    one, other = _split(step, data)
    (m, v, n), (M, V, N) = ((part.mean(), part.var(), len(part)) for part in (one, other))
    odds = np.array([(1 / v - 1 / V) / 2, M / V - m / v, (m**2 / v - M**2 / V) / 2 + np.log(N / n * np.sqrt(v / V))])
    begins = [root.real for root in np.roots(odds) if abs(root.imag) < 1e-12 and 2 * odds[0] * root.real + odds[1] > 0]
    return begins[0] if begins else (m + M) / 2


def _with_common_variance(step, data):
    one, other = _split(step, data)
    pooled = (one.var() * len(one) + other.var() * len(other)) / data.n
    return (one.mean() + other.mean()) / 2 - pooled / (other.mean() - one.mean()) * np.log(len(other) / len(one))


def _turned(step):
    """The angle between two directions of length 1, by the half of the chord between them."""
    w, before = step.direction, step.before
    chord = min(np.linalg.norm(w - before), np.linalg.norm(w + before))
    return np.degrees(2 * np.arcsin(chord / 2)) if chord > 1e-14 else 0.0


FOLLOWS = {
    "J of the direction": lambda step, data, params: _criterion(step.direction, data),
    "J rises from": lambda step, data, params: _criterion(step.before, data),
    "overlap": lambda step, data, params: _overlap(step, data),
    "threshold by gaussians": lambda step, data, params: _equally_likely(step, data),
    "threshold by common gaussian": lambda step, data, params: _with_common_variance(step, data),
    "It is turned by": lambda step, data, params: _turned(step),
}

TEN = engine.Dataset.from_arrays(
    [[4, 2], [2, 4], [2, 3], [3, 6], [4, 4], [9, 10], [6, 8], [9, 5], [8, 7], [10, 8]],
    [0] * 5 + [1] * 5,
)
NINE = engine.Dataset.from_arrays(
    [[0, 0], [1, 0], [0, 1], [4, 0], [5, 0], [4, 1], [0, 8], [1, 8], [0, 9]], [0, 0, 0, 1, 1, 1, 2, 2, 2]
)
W_RAW, W_UNIT = np.array([0.426910299003, 0.196013289037]), np.array([0.908785584334, 0.417263420044])


def run(data, start=None, **params):
    return ALGORITHM.trace(data, start=start, **params).to_end()


def of(trace, stage):
    return [step for step in trace if step.stage == stage]


def on(drawn, name):
    return [mark for mark in drawn if mark.surface.name == name]


def parts_of(data):
    return scatter(data.X, data.codes, data.classes_present)


def standardised(name):
    data = engine.load(name)
    return data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


# -- oracles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
def test_directions_match_scikit_learn_and_scipy(name):
    data = standardised(name)
    found, K = best_directions(parts_of(data)), len(data.classes_present)
    parts = parts_of(data)
    oracle = LinearDiscriminantAnalysis(solver="eigen").fit(data.X, data.codes).scalings_[:, : K - 1].T
    values, vectors = eigh(parts.between, parts.within)
    assert found.separations == pytest.approx(values[::-1][: K - 1], rel=1e-8)
    for mine, sklearn, scipy in zip(found.directions, oracle, vectors.T[::-1], strict=False):
        for other in (sklearn, scipy):
            unit = other / np.linalg.norm(other)
            assert mine / np.linalg.norm(mine) * np.sign(mine @ other) == pytest.approx(unit, abs=1e-8)


def test_nearest_mean_in_all_directions_is_lda():
    data = standardised("iris")  # equal priors
    oracle = LinearDiscriminantAnalysis(solver="svd").fit(data.X, data.codes)
    assert np.array_equal(run(data)[-1].model.predict(data.X), oracle.predict(data.X))


def test_variance_within_classes_is_1_along_each_direction():
    data = standardised("wine")
    model = run(data)[-1].model
    left = model.transform(data.X) - model.means[data.codes]
    assert left.T @ left / data.n == pytest.approx(np.eye(2), abs=1e-9)


# -- properties --------------------------------------------------------------------------------------------------------


def cloud(seed, n=40, d=3, classes=2):
    rng = np.random.default_rng(seed)
    codes = np.arange(n) % classes
    return engine.Dataset.from_arrays(rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + codes[:, None], codes)


@given(st.integers(0, 10_000), st.sampled_from([2, 3]))
def test_no_direction_has_a_greater_criterion(seed, classes):
    data = cloud(seed, classes=classes)
    best = best_directions(parts_of(data))
    for w in np.random.default_rng(seed).normal(size=(20, 3)):
        assert criterion(w, parts_of(data)) <= best.separations[0] * (1 + 1e-9)
        assert criterion(7.0 * w, parts_of(data)) == pytest.approx(criterion(w, parts_of(data)))


@given(st.integers(0, 10_000))
def test_result_does_not_depend_on_units(seed):
    data, units = cloud(seed), np.array([1e-6, 1.0, 1e5])
    one, other = run(data)[-1], run(data.changed(X=data.X * units))[-1]
    assert other.separations == pytest.approx(one.separations, rel=1e-6)
    assert np.array_equal(one.model.predict(data.X), other.model.predict(data.X * units))


@given(st.integers(0, 10_000))
def test_direction_leads_from_class_1_to_class_2(seed):
    model = run(cloud(seed))[-1].model
    parts = parts_of(cloud(seed))
    assert np.linalg.norm(model.weights) == pytest.approx(1.0)
    assert (parts.means[1] - parts.means[0]) @ model.weights > 0


# -- the direction turned by hand --------------------------------------------------------------------------------------


def test_handle_sets_the_direction_and_stays_under_the_mouse():
    handle = ALGORITHM.handles[0]
    place = TEN.X.mean(axis=0) + np.array([[0.0, 3.0]])
    start = handle.make(place, TEN, Params())
    assert handle.positions(start, TEN) == pytest.approx(place)
    first = run(TEN, start)[0]
    assert first.stage == "given"
    assert first.direction == pytest.approx([0.0, 1.0])
    told = explain(first, TEN, Params())
    assert numbers(told)["J"] == pytest.approx(3.8**2 / 22.0)
    assert on(marks(first, TEN, Params()), "Projected classes")
    assert run(TEN, start)[-1].model == run(TEN)[-1].model


def test_hyperplane_or_reversed_place_can_be_the_start():
    start = Hyperplane(np.array([-2.0, 0.0]), 5.0)
    assert run(TEN, start)[0].direction == pytest.approx([1.0, 0.0])
    handle = ALGORITHM.handles[0]
    way = handle.positions(start, TEN)[0] - TEN.X.mean(axis=0)
    assert way / np.linalg.norm(way) == pytest.approx([-1.0, 0.0]), "the tip of the arrow that is drawn"
    assert np.linalg.norm(way) > ((TEN.X - TEN.X.mean(axis=0)) @ [-1.0, 0.0]).max()
    nowhere = handle.make(TEN.X.mean(axis=0)[None], TEN, Params())
    assert run(TEN, nowhere)[0].stage == "data"
    assert handle.most(Params()) == 1 and handle.most(Params(basis="polynomial")) == 0


def test_several_classes_can_be_turned_too():
    start = ALGORITHM.handles[0].make(NINE.X.mean(axis=0)[None] + [[5.0, 0.0]], NINE, Params())
    first = run(NINE, start)[0]
    assert first.direction == pytest.approx([1.0, 0.0])
    assert numbers(explain(first, NINE, Params()))["J"] == pytest.approx(16.0)


# -- edges -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [TEN, NINE], ids=["two classes", "three classes"])
def test_counts_measures_and_events_by_stage(data):
    data = data.subset(np.arange(data.n - 1))
    stages = {step.stage: step for step in run(data)}
    sizes = {f"points of class {name}": int((data.codes == code).sum()) for code, name in enumerate(data.class_names)}
    assert numbers(explain(stages["data"], data, Params())) == sizes
    two, ratio, wrong = len(data.class_names) == 2, "J of the direction", "points on the wrong side"
    for stage, step in stages.items():
        known = {ratio} if step.direction is not None and (two or stage != "classified") else set()
        assert set(measure(step, data, Params())) == known | ({wrong} if stage == "classified" else set()), stage
        assert event(step) == (Event("direction", "axis") if stage == "direction" else None)


def test_equal_means_end_in_words():
    data = engine.load("gate_xor")
    trace = run(data)
    assert trace.ending.kind == "failed" and "class means are equal" in trace.ending.words
    assert "J is 0" in explain(trace[-1], data, Params()).sentence


def test_singular_scatter_is_regularised_and_stated():
    data = engine.Dataset.from_arrays([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 2.0]], [0, 0, 1, 1])
    trace = run(data)
    assert trace.ending.kind == "converged" and trace[-1].wrong == 0
    assert trace[-1].direction == pytest.approx(np.array([-1.0, 1.0]) / np.sqrt(2.0), abs=1e-6)
    assert "The within-class scatter is singular" in explain(of(trace, "direction")[0], data, Params()).sentence
    held = run(data, penalty=1.0)
    expected = np.linalg.solve(parts_of(data).within + np.eye(2), parts_of(data).spread[:, 0])
    assert held[-1].direction == pytest.approx(expected / np.linalg.norm(expected), abs=1e-9)
    assert held[-1].ridge == 0


def test_equally_good_directions_are_stated():
    """Three class means around an axis and one far along it: of the three directions the last two are equal."""
    turn = 2 * np.pi * np.arange(3) / 3
    means = np.vstack([np.column_stack([np.cos(turn), np.sin(turn), np.zeros(3)]), [[0.0, 0.0, 9.0]]])
    cross = 0.2 * np.vstack([np.eye(3), -np.eye(3)])
    data = engine.Dataset.from_arrays((means[:, None] + cross).reshape(-1, 3), np.repeat(np.arange(4), 6))
    steps = of(run(data, directions=3), "direction")
    said = [explain(step, data, Params(directions=3)).sentence for step in steps]
    best, *others = steps[0].separations
    assert others[0] == pytest.approx(others[1]) and best > 2 * others[0]
    assert ["any rotation of the two in their plane is as good" in words for words in said] == [False, True, True]


@pytest.mark.parametrize("penalty", [0.0, 1e-14, 1e-12, 1e-9, 1e-3])
def test_checks_hold_with_little_regularisation(penalty):
    data = engine.Dataset.from_arrays([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 2.0]], [0, 0, 1, 1])
    step = of(run(data, penalty=penalty), "direction")[0]
    told = explain(step, data, Params(penalty=penalty))
    assert told.checks and all(check.holds for check in told.checks)
    matrix = "(S_W" + " + λI" * bool(penalty) + " + ρT" * bool(step.ridge) + ")"
    assert f"The direction solves {matrix} w = m2 − m1." in told.sentence
    assert ("The within-class scatter is singular" in told.sentence) == bool(step.ridge)


def test_constant_column_gets_no_weight():
    still = TEN.changed(X=np.column_stack([TEN.X, np.full(10, 0.1)]), columns=())
    last = run(still)[-1]
    assert last.direction == pytest.approx(np.append(W_UNIT, 0.0), abs=1e-9)
    assert last.ridge == 0


def test_classes_without_scatter_have_an_infinite_criterion():
    data = engine.Dataset.from_arrays([[0.0, 1.0], [4.0, 4.0]], ["one", "other"])
    trace = run(data)
    assert trace[-1].wrong == 0
    assert trace[-1].direction @ np.array([4.0, 3.0]) > 0
    for step in trace:
        assert marks(step, data, Params()) is not None and explain(step, data, Params()).sentence


def test_one_feature_thirty_features_and_a_basis():
    one = engine.Dataset.from_arrays([[5.0], [6.0], [1.0], [2.5]], [0, 0, 1, 1])
    assert run(one)[-1].direction.tolist() == [-1.0] and run(one)[-1].wrong == 0
    many = engine.load("breast_cancer")
    assert run(many)[-1].wrong < 25 and run(many)[-1].ridge == 0
    bent = run(engine.load("gate_xor"), basis="polynomial")
    assert bent[-1].wrong == 0 and bent[-1].model.basis is not None
    drawn = marks(bent[-1], engine.load("gate_xor"), Params(basis="polynomial"))
    assert on(drawn, "Feature space") and not [m for m in on(drawn, "Data") if isinstance(m, Line)]


def test_three_classes_with_a_basis_are_separated():
    data = engine.load("iris")
    last = run(data, basis="polynomial")[-1]
    assert isinstance(last.model, Discriminants) and last.model.basis is not None and last.wrong <= 4
    assert engine.models.Discriminants is Discriminants


def test_too_wide_table_is_left_out():
    data = engine.load("breast_cancer")
    assert not [m for m in marks(of(run(data), "scatter")[0], data, Params()) if isinstance(m, Matrix)]


def test_queried_point_is_on_histogram_and_boundary():
    answer = inspect(run(TEN)[-1], TEN, Params(), np.array([6.0, 6.0]))
    told = numbers(answer.story)
    assert told["projection"] == pytest.approx(6 * W_UNIT.sum())
    assert told["signed distance"] == pytest.approx(told["projection"] - 7.55847932496, abs=1e-9)
    place = next(m for m in answer.marks if m.surface.name == "Projected classes")
    assert place.positions[0] == pytest.approx([told["projection"], 0.0])
    several = inspect(run(NINE)[-1], NINE, Params(), np.array([4.0, 0.2]))
    assert "classified as class 1:" in several.story.sentence and several.story.tables[0].chosen == 1
    assert inspect(run(TEN)[0], TEN, Params(), np.zeros(2)) is None


@pytest.mark.parametrize("data", [TEN, NINE], ids=["two classes", "three"])
def test_placed_basis_functions_are_the_basis_of_the_run(data):
    params = Params(basis="gaussian by hand", functions=3)
    start = ALGORITHM.handles[1].make(np.array([[1.0, 1.0], [5.0, 5.0], [8.0, 2.0]]), data, params)
    last = run(data, start, basis="gaussian by hand", functions=3)[-1]
    assert last.model.basis == start.basis and last.direction.shape == (3,)
