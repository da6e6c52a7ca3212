"""One versus one against the worked example and scikit-learn: votes, ties, and the circle of three."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier

import engine
from engine.core.marks import Line, Matrix, Points
from engine.families.discriminants.one_versus_one import ALGORITHM
from engine.families.discriminants.one_versus_one.drawing import marks
from engine.families.discriminants.one_versus_one.loop import Params
from engine.families.discriminants.one_versus_one.starting import pairs
from engine.families.discriminants.one_versus_one.telling import explain, inspect
from engine.models.linear import Hyperplane, Logistic
from engine.models.scheme import AMBIGUOUS, Scheme
from tests.catalogue import shows
from tests.engine.families.discriminants.test_one_versus_rest import CURVED, LINES

W28_LINES = {(0, 1): [1, 0, -1.0], (0, 2): [0, 1, -1.0], (1, 2): [-1, 1, 0.5]}
W28_POINTS = np.array([[2, 2], [0, 0], [2, 0], [1.2, 0.9]])


def votes_scheme(resolve: bool = False) -> Scheme:
    """The three lines of W28; its classes 1, 2, 3 are 0, 1, 2 here."""
    lines = tuple(Hyperplane(np.array(w[:2], dtype=float), w[2], (j, k)) for (k, j), w in W28_LINES.items())
    return Scheme(lines, np.array([0, 0, 1]), np.array([1, 2, 2]), np.arange(3), resolve)


def clouds(K: int = 4, n: int = 15, spread: float = 0.5, seed: int = 0) -> engine.Dataset:
    """K round clouds on a circle."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(K), n)
    angle = 2 * np.pi * codes / K
    X = 3.0 * np.column_stack([np.cos(angle), np.sin(angle)]) + spread * rng.normal(size=(K * n, 2))
    return engine.Dataset.from_arrays(X, codes, class_names=["red", "green", "blue", "black", "white", "brown"][:K])


def asked_step(scheme: Scheme):
    step = engine.trace("one_versus_one", clouds(3))[-1]
    return type(step)(scheme, step.trained, 0, 0, True)


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("LD6", "W28")
def test_w28_winners_of_each_pair_and_decisions() -> None:
    scheme = votes_scheme()
    sides = scheme.decision_function(W28_POINTS) > 0
    winners = [
        [str(1 + (k if won else j)) for won, k, j in zip(row, scheme.positive, scheme.negative, strict=True)]
        for row in sides
    ]
    assert winners == [["1", "1", "2"], ["2", "3", "2"], ["1", "3", "3"], ["1", "3", "2"]]
    decisions = ["tie" if code == AMBIGUOUS else str(code + 1) for code in scheme.predict(W28_POINTS)]
    assert decisions == ["1", "2", "3", "tie"]
    assert scheme.claims(W28_POINTS).tolist() == [[2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 1, 1]]


@shows("W28")
def test_w28_tie_goes_to_the_class_with_the_larger_sum() -> None:
    scheme = votes_scheme(resolve=True)
    margins = scheme.decision_function(W28_POINTS[3:])[0]  # 0.2, −0.1, 0.2
    sums = [margins[0] + margins[1], margins[2] - margins[0], -margins[1] - margins[2]]
    assert scheme.predict(W28_POINTS).tolist() == [0, 1, 2, int(np.argmax(sums))]


@shows("W28")
def test_w28_the_circle_is_said() -> None:
    data = clouds(3)
    story = inspect(asked_step(votes_scheme()), data, Params(), W28_POINTS[3]).story
    assert story.sentence == (
        "red, green and blue tie with 1 vote each. The votes form a cycle: red beats green, green beats blue and "
        "blue beats red. It is ambiguous."
    )
    assert [row[2] for row in story.tables[0].rows] == ["red", "blue", "green"]
    story = inspect(asked_step(votes_scheme()), data, Params(), W28_POINTS[0]).story
    assert story.sentence == "red has the most votes, 2 of 3. It is classified as red."


def tournament(K: int, wins: set[tuple[int, int]]) -> Scheme:
    """The lines whose votes are the same everywhere: the first of each pair beats the second."""
    names = [(k, j) for k in range(K) for j in range(k + 1, K)]
    lines = tuple(Hyperplane(np.zeros(2), 1.0 if pair in wins else -1.0, pair[::-1]) for pair in names)
    positive, negative = (np.array(side) for side in zip(*names, strict=True))
    return Scheme(lines, positive, negative, np.arange(K))


def test_acyclic_three_way_tie_is_not_called_cyclic() -> None:
    """Of six classes 0, 1 and 2 have three votes each, but 0 beats both others."""
    wins = {(0, 1), (0, 2), (1, 2), (0, 5), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)}
    scheme = tournament(6, wins)
    assert scheme.claims(np.zeros((1, 2))).tolist() == [[3, 3, 3, 2, 2, 2]]
    said = inspect(asked_step(scheme), clouds(6), Params(), np.zeros(2)).story.sentence
    assert said == "red, green and blue tie with 3 votes each. It is ambiguous."


def test_five_tie_in_a_star() -> None:
    scheme = tournament(5, {(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4)})
    assert scheme.claims(np.zeros((1, 2))).tolist() == [[2, 2, 2, 2, 2]]
    said = inspect(asked_step(scheme), clouds(5), Params(), np.zeros(2)).story.sentence
    assert said == "red, green, blue, black and white tie with 2 votes each. It is ambiguous."


def test_point_on_a_line_gets_no_vote_from_it() -> None:
    assert votes_scheme().claims(np.array([[1.0, 3.0]])).tolist() == [[1, 1, 0]]


@given(st.integers(0, 100_000), st.integers(2, 6))
def test_each_line_has_one_vote_and_resolving_keeps_clear_answers(seed: int, K: int) -> None:
    rng = np.random.default_rng(seed)
    names = [(k, j) for k in range(K) for j in range(k + 1, K)]
    lines = tuple(Hyperplane(rng.normal(size=3), rng.normal()) for _ in names)
    positive, negative = (np.array(side) for side in zip(*names, strict=True))
    plain, resolved = (Scheme(lines, positive, negative, np.arange(K), on) for on in (False, True))
    X = rng.normal(size=(40, 3))
    votes = plain.claims(X)
    assert (votes.sum(axis=1) == len(names)).all() and (votes <= K - 1).all()
    before, after = plain.predict(X), resolved.predict(X)
    assert np.array_equal(before[before >= 0], after[before >= 0])
    assert (votes[np.arange(40), after] == votes.max(axis=1)).all()


# -- training ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
@pytest.mark.parametrize("penalty", [1.0, 10.0])
def test_it_agrees_with_scikit_learn(name: str, penalty: float) -> None:
    data = engine.load(name)
    data = data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))
    oracle = OneVsOneClassifier(LogisticRegression(C=1 / penalty, tol=1e-10, max_iter=10_000)).fit(data.X, data.codes)
    model = engine.fit("one_versus_one", data, penalty=penalty, resolve=True)
    assert np.array_equal(model.predict(data.X), oracle.predict(data.X))
    ours = np.array([[*line.weights, line.bias] for line in model.binaries])
    theirs = np.array([[*one.coef_[0], one.intercept_[0]] for one in oracle.estimators_])
    assert np.allclose(ours, -theirs, rtol=1e-4, atol=1e-5)  # there the higher class of a pair is positive


@pytest.mark.parametrize("base", LINES + CURVED)
def test_every_learner_separates_four_clusters(base: str) -> None:
    data = clouds()
    trace = engine.trace("one_versus_one", data, base=base).to_end()
    assert len(trace) == 8 and trace.ending.kind in ("converged", "stopped")
    assert (trace[-1].model.predict(data.X) == data.codes).mean() > 0.95
    for line in trace[-1].model.binaries:
        negative, positive = line.classes
        part = data.subset(np.isin(data.codes, line.classes))
        assert ((line.decision_function(part.X) > 0) == (part.codes == positive)).all(), (negative, positive)


def test_steps_state_the_number_of_lines() -> None:
    data = clouds()
    steps = list(engine.trace("one_versus_one", data))
    assert [len(step.trained) for step in steps] == [0, 1, 2, 3, 4, 5, 6, 6]
    assert pairs(data) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    said = explain(steps[0], data, Params()).sentence
    assert said.startswith("A model for each pair of classes: K(K − 1)/2 = 6 for K = 4.")
    formulas = [explain(step, data, Params()).formula for step in (steps[0], steps[-1])]
    assert [r"\mathbf{w}_{kj}" in formula for formula in formulas] == [False, True], "of lines alone weights are known"
    said = explain(steps[2], data, Params()).sentence
    assert said.startswith("Two-class problem 2 of 6: red against blue, 15 rows against 15. All of them on the right")
    assert ALGORITHM.bound(data, Params()) == len(steps)


def test_only_rows_of_the_pair_can_be_misclassified_by_it() -> None:
    data = clouds(spread=1.6)
    for step in list(engine.trace("one_versus_one", data))[1:7]:
        line = step.newest.binary
        (ringed,) = [mark for mark in marks(step, data, Params()) if isinstance(mark, Points) and mark.role == "wrong"]
        assert set(data.codes[ringed.rows].tolist()) <= set(line.classes)
        assert len(ringed.rows) == step.newest.wrong


def test_cyclic_middle_is_ambiguous_with_its_stated_share() -> None:
    """Three clouds, each turned a little, leave a triangle in the middle where all three tie."""
    rng = np.random.default_rng(1)
    angle = np.repeat([0.5, 2.6, 4.7], 2)
    inner, outer = (np.column_stack([np.cos(a), np.sin(a)]) for a in (angle, angle + 0.9))
    X = np.where(np.arange(6)[:, None] % 2, 3.0 * inner, 3.0 * outer + 1.5 * inner) + 0.01 * rng.normal(size=(6, 2))
    data = engine.Dataset.from_arrays(X, np.repeat(np.arange(3), 2), class_names=["a", "b", "c"])
    step = engine.trace("one_versus_one", data, base="perceptron")[-1]
    assert step.several > 0 and step.none == 0
    said = explain(step, data, Params()).sentence
    assert "of the box around the points is ambiguous, hatched: " in said and "as many votes as each other" in said


def test_two_classes_are_one_line() -> None:
    data = clouds(2)
    trace = engine.trace("one_versus_one", data).to_end()
    assert len(trace) == 3 and trace[-1].model.predict(data.X).tolist() == data.codes.tolist()
    assert "A model for the one pair of classes" in explain(trace[0], data, Params()).sentence
    (line,) = [mark for mark in marks(trace[1], data, Params()) if isinstance(mark, Line)]
    assert line.label == "red against green" and line.normal


@pytest.mark.parametrize("base", LINES + CURVED)
def test_classes_with_one_example_each(base: str) -> None:
    data = engine.Dataset.from_arrays([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]], ["a", "b", "c"])
    trace = engine.trace("one_versus_one", data, base=base).to_end()
    assert len(trace) == 5 and trace.ending.words.endswith(".")
    assert np.isfinite(trace[-1].model.decision_function(data.X)).all()


def test_a_class_without_a_row_has_no_line() -> None:
    data = clouds(4)
    data = data.subset(data.codes != 1)
    assert pairs(data) == [(0, 2), (0, 3), (2, 3)]
    assert engine.fit("one_versus_one", data).classes.tolist() == [0, 2, 3]


# -- drawn and told ----------------------------------------------------------------------------------------------------


def test_vote_table_counts_every_line_for_its_winner() -> None:
    data = clouds(spread=1.6)
    step = engine.trace("one_versus_one", data)[-1]
    (table,) = [mark for mark in marks(step, data, Params()) if isinstance(mark, Matrix)]
    assert table.column_labels == ("red", "green", "blue", "black")
    assert (table.values.sum(axis=1) == 6).all()
    for name, votes in zip(table.row_labels, table.values, strict=True):
        x, expected = data.X[int(name.split()[0]) - 1], [0.0] * 4
        for line in step.model.binaries:
            expected[line.classes[int(line.weights @ x + line.bias > 0)]] += 1
        assert votes.tolist() == expected
        assert name.endswith("(ambiguous)") == (expected.count(max(expected)) > 1)


def test_overlay_counts_are_right_wrong_and_ambiguous() -> None:
    data = clouds(spread=1.6)
    step = engine.trace("one_versus_one", data)[-1]
    votes = step.model.claims(data.X)
    clear = (votes == votes.max(axis=1)[:, None]).sum(axis=1) == 1
    wrong, left = int((clear & (votes.argmax(axis=1) != data.codes)).sum()), int((~clear).sum())
    told = explain(step, data, Params())
    assert told.worked == (f"right + wrong + ambiguous = {60 - wrong - left} + {wrong} + {left} = 60",)
    assert wrong > 0 and (step.wrong, step.ambiguous) == (wrong, left)
    assert [row[:2] for row in told.tables[0].rows] == [
        (f"{data.class_names[k]} against {data.class_names[j]}", 30) for k, j in pairs(data)
    ]
    resolved = engine.trace("one_versus_one", data, resolve=True)[-1]
    assert resolved.wrong + int((resolved.model.predict(data.X) == data.codes).sum()) == 60
    assert explain(resolved, data, Params(resolve=True)).worked[0].endswith("+ 0 = 60")


def test_line_is_where_its_two_classes_tie_with_the_first_on_its_side() -> None:
    data = clouds()
    for step in list(engine.trace("one_versus_one", data))[1:7]:
        line = next(mark for mark in marks(step, data, Params()) if isinstance(mark, Line) and mark.normal)
        first, second = (
            data.X[data.codes == code] @ line.weights + line.bias for code in step.newest.binary.classes[::-1]
        )
        assert (first > 0).all() and (second < 0).all()
        names = [data.class_names[code] for code in step.newest.binary.classes[::-1]]
        assert line.label == f"{names[0]} against {names[1]}"


# -- LD4: an activation function does not bend the boundary ------------------------------------------------------------


@given(st.integers(0, 100_000), st.sampled_from(["step", "sigmoid", "tanh", "probit"]), st.floats(0.05, 0.95))
def test_increasing_activation_keeps_levels_straight(seed: int, name: str, share: float) -> None:
    """f(w · x + b) = c where w · x + b = f⁻¹(c): the places where f passes c lie on one straight line."""
    from scipy.special import ndtr

    rng = np.random.default_rng(seed)
    model = Logistic(rng.normal(size=2), float(rng.normal()))
    unit = model.weights / np.linalg.norm(model.weights)
    shapes = {"step": np.heaviside, "tanh": np.tanh, "probit": ndtr, "sigmoid": None}
    along = np.array([-unit[1], unit[0]])
    foot = -model.bias * model.weights / (model.weights @ model.weights)

    def f(X: np.ndarray) -> np.ndarray:
        if name == "sigmoid":
            return model.predict_proba(X)[:, 1]
        a = model.decision_function(X)
        return np.heaviside(a, 1.0) if name == "step" else shapes[name](a)

    level = 2 * share - 1 if name == "tanh" else share
    found = [crossing(lambda r, s=s: f((foot + s * along + r * unit)[None])[0], level) for s in np.linspace(-3, 3, 5)]
    assert np.ptp(found) < 1e-6 * max(1.0, 1 / np.linalg.norm(model.weights))


def crossing(f, level: float, far: float = 1e6) -> float:
    """Where an increasing f passes a level, by halving."""
    low, high = -far, far
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) < level else (low, middle)
    return 0.5 * (low + high)


@pytest.mark.parametrize("C", [0.01, 1.0])
def test_soft_margin_support_vectors_match_scikit_learn(C: float) -> None:
    from sklearn.multiclass import OneVsOneClassifier
    from sklearn.svm import SVC

    iris = engine.load("iris")
    data = iris.changed(X=(iris.X - iris.X.mean(axis=0)) / iris.X.std(axis=0))
    oracle = OneVsOneClassifier(SVC(kernel="linear", C=C, tol=1e-6)).fit(data.X, data.codes)
    model = engine.fit("one_versus_one", data, base="svm", C=C)
    theirs = {(1, 0): 0, (2, 0): 1, (2, 1): 2}
    for line in model.binaries:
        negative, positive = line.classes
        one, sign = (theirs[positive, negative], 1.0) if positive > negative else (theirs[negative, positive], -1.0)
        expected = sign * oracle.estimators_[one].decision_function(data.X)
        assert line.decision_function(data.X) == pytest.approx(expected, abs=5e-3)
