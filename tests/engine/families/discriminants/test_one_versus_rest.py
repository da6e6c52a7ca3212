"""One versus the rest against the worked example, scikit-learn, and what the words promise; and K scores by arg-max."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier

import engine
from engine.core.algorithm import Algorithm
from engine.core.marks import Line, Matrix, Points, Region
from engine.core.story import Event
from engine.families.discriminants.one_versus_rest import ALGORITHM
from engine.families.discriminants.one_versus_rest.drawing import marks
from engine.families.discriminants.one_versus_rest.loop import Params
from engine.families.discriminants.one_versus_rest.starting import claimants
from engine.families.discriminants.one_versus_rest.telling import explain, inspect
from engine.families.discriminants.schemes import LEARNERS, REST, learner, shares
from engine.models import Gaussians, Hyperplane, Scheme, Scores
from engine.models.linear import AMBIGUOUS
from tests.catalogue import shows

W = np.array([[1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9]])
B = np.array([-1.0, -1.0, -1.0])
POINTS = np.array([[3.0, 0.0], [0.0, 0.0], [0.0, 0.1], [1.0, 1.5], [2.0, 3.0], [-3.0, 0.0]])
W28_Y = [
    [2.0, -2.5, -2.5],
    [-1.0, -1.0, -1.0],
    [-1.0, -0.91, -1.09],
    [0.0, -0.15, -2.85],
    [1.0, 0.7, -4.7],
    [-4.0, 0.5, 0.5],
]


def rest_scheme(lines: int = 3, resolve: bool = False) -> Scheme:
    """The lines of W28, the first so many of them."""
    planes = tuple(Hyperplane(w, float(b), (REST, k)) for k, (w, b) in enumerate(zip(W, B, strict=True)))
    return Scheme(planes[:lines], np.arange(lines), np.full(lines, REST), np.arange(3), resolve)


def blobs(n: int = 20, seed: int = 0, spread: float = 0.6) -> engine.Dataset:
    """Three round clouds on a triangle."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(3), n)
    middles = np.array([[0.0, 2.0], [-2.0, -1.0], [2.0, -1.0]])
    X = middles[codes] + spread * rng.normal(size=(3 * n, 2))
    return engine.Dataset.from_arrays(X, codes, class_names=["red", "green", "blue"])


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("LD5")
def test_w28_claims_and_ambiguous_places() -> None:
    scheme = rest_scheme()
    assert np.allclose(scheme.decision_function(POINTS), W28_Y, rtol=0, atol=1e-12)
    positive = [np.flatnonzero(row).tolist() for row in scheme.claims(POINTS)]
    assert positive == [[0], [], [], [], [0, 1], [1, 2]]
    assert (scheme.predict(POINTS) == AMBIGUOUS).tolist() == [False, True, True, True, True, True]


def test_w28_arg_max_and_its_ties() -> None:
    scores = Scores(W, B, np.arange(3))
    assert np.allclose(scores.decision_function(POINTS), W28_Y, rtol=0, atol=1e-12)
    assert scores.predict(POINTS).tolist() == [0, 0, 1, 0, 0, 1]
    assert rest_scheme(resolve=True).predict(POINTS).tolist() == [0, 0, 1, 0, 0, 1]


def test_w28_the_segment_stays_in_a_region_only_between_its_ends() -> None:
    scores = Scores(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.zeros(3), np.arange(3))
    one, other = np.array([1.0, 0.9]), np.array([2.0, 0.0])
    alphas = np.array([0.0, 0.5, 1.0, 3.0])[:, None]
    assert scores.predict(alphas * one + (1 - alphas) * other).tolist() == [0, 0, 0, 2]


@given(st.integers(0, 100_000), st.integers(2, 5), st.integers(1, 4))
def test_the_regions_of_arg_max_are_convex(seed: int, K: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    scores = Scores(rng.normal(size=(K, d)), rng.normal(size=K), np.arange(K))
    X = rng.normal(scale=3.0, size=(30, d))
    codes = scores.predict(X)
    alphas = rng.uniform(size=(5, 1))
    for one, other in zip(range(29), range(1, 30), strict=True):
        if codes[one] == codes[other]:
            between = alphas * X[one] + (1 - alphas) * X[other]
            a = scores.decision_function(between)
            assert (a[:, codes[one]] >= a.max(axis=1) - 1e-9).all()


def test_a_dominated_class_has_an_empty_region() -> None:
    scores = Scores(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.array([0.0, -1.0, 0.0]), np.arange(3))
    assert 1 not in scores.predict(np.random.default_rng(0).normal(scale=9.0, size=(500, 2)))


# -- the model ---------------------------------------------------------------------------------------------------------


def test_with_k_minus_1_lines_the_last_class_is_where_all_say_no() -> None:
    scheme = rest_scheme(lines=2)
    assert scheme.claims(POINTS).tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 0], [1, 1, 0], [0, 1, 0]]
    # (1, 1.5) lies exactly on the first line: nobody claims it
    assert scheme.predict(POINTS).tolist() == [0, 2, 2, AMBIGUOUS, AMBIGUOUS, 1]


def test_a_model_without_weights_claims_nothing_and_never_has_the_greatest_score() -> None:
    silent = Hyperplane(np.zeros(2), 0.0, (REST, 2))
    lines = (*rest_scheme().binaries[:2], silent)
    places = np.array([[-1.0, -3.0], [3.0, 0.0]])
    plain = Scheme(lines, np.arange(3), np.full(3, REST), np.arange(3))
    assert plain.predict(places).tolist() == [AMBIGUOUS, 0]
    resolved = Scheme(lines, np.arange(3), np.full(3, REST), np.arange(3), True)
    assert resolved.decision_function(places)[0].tolist() == pytest.approx([-2.0, -3.2, 0.0])
    assert resolved.predict(places).tolist() == [0, 0]
    nothing = Scheme((silent,) * 3, np.arange(3), np.full(3, REST), np.arange(3), True)
    assert nothing.predict(places).tolist() == [AMBIGUOUS, AMBIGUOUS]


def test_lines_of_different_functions_are_refused() -> None:
    with pytest.raises(engine.Refusal, match="same functions"):
        Scheme((Hyperplane(np.ones(2), 0.0), Hyperplane(np.ones(3), 0.0)), np.arange(2), np.full(2, -1), np.arange(2))


# -- training ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
@pytest.mark.parametrize("penalty", [1.0, 10.0])
def test_it_agrees_with_scikit_learn(name: str, penalty: float) -> None:
    data = engine.load(name)
    data = data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))
    oracle = OneVsRestClassifier(LogisticRegression(C=1 / penalty, tol=1e-10, max_iter=10_000)).fit(data.X, data.codes)
    model = engine.fit("one_versus_rest", data, penalty=penalty, resolve=True)
    assert np.array_equal(model.predict(data.X), oracle.predict(data.X))
    ours = np.array([[*line.weights, line.bias] for line in model.binaries])
    theirs = np.array([[*one.coef_[0], one.intercept_[0]] for one in oracle.estimators_])
    assert np.allclose(ours, theirs if len(theirs) > 1 else -theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("base", LEARNERS)
def test_every_learner_tells_three_clouds_apart(base: str) -> None:
    data = blobs()
    trace = engine.trace("one_versus_rest", data, base=base).to_end()
    assert len(trace) == 5 and trace.ending.kind in ("converged", "stopped")
    model = engine.fit("one_versus_rest", data, base=base, resolve=True)
    assert (model.predict(data.X) == data.codes).mean() > 0.95
    for k, line in enumerate(model.binaries):
        assert line.classes == (REST, k) and ((line.decision_function(data.X) > 0) == (data.codes == k)).mean() > 0.9


def test_a_step_for_each_problem_and_one_for_the_overlay() -> None:
    data = blobs()
    steps = list(engine.trace("one_versus_rest", data))
    assert [len(step.trained) for step in steps] == [0, 1, 2, 3, 3]
    trained = Event("trained", "boundary")
    assert [ALGORITHM.event(step) for step in steps] == [None, trained, trained, trained, Event("overlay", "best")]
    assert steps[0].ambiguous == data.n and (steps[0].model.predict(data.X) == AMBIGUOUS).all()
    said = [explain(step, data, Params()).sentence for step in steps]
    assert said[2].startswith("Two-class problem 2 of 3: green against the rest, 20 rows against 40.")
    assert said[4].endswith("A line for each class: 3 for 3 classes.")


def test_the_picture_of_a_step() -> None:
    data = blobs(spread=1.5)
    steps = list(engine.trace("one_versus_rest", data))
    second, last = marks(steps[2], data, Params()), marks(steps[4], data, Params())
    lines = [mark for mark in second if isinstance(mark, Line)]
    assert [(line.role, line.normal) for line in lines] == [("spoke", False), ("boundary", True)]
    assert lines[1].label == "green against the rest"
    assert [mark.model for mark in last if isinstance(mark, Region)] == [steps[4].model]
    assert sum(isinstance(mark, Line) for mark in last) == 3
    (table,) = [mark for mark in last if isinstance(mark, Matrix)]
    ambiguous = steps[4].ambiguous
    assert ambiguous and all("ambiguous" in name for name in table.row_labels[:ambiguous])
    assert not any("ambiguous" in name for name in table.row_labels[ambiguous:])


def test_the_wrong_rows_of_a_problem_are_ringed() -> None:
    data = blobs(spread=1.5)
    for step in list(engine.trace("one_versus_rest", data))[1:4]:
        line = step.newest.plane
        wrong = np.flatnonzero((line.decision_function(data.X) > 0) != (data.codes == line.classes[1]))
        (ringed,) = [mark for mark in marks(step, data, Params()) if isinstance(mark, Points) and mark.role == "wrong"]
        assert ringed.rows.tolist() == wrong.tolist() and step.newest.wrong == len(wrong) > 0


def test_the_ambiguous_share_of_a_picture_that_can_be_reckoned() -> None:
    """x > 1 and y > 1 in the square from 0 to 2: a quarter has both claims, a quarter none."""
    lines = (Hyperplane(np.array([1.0, 0.0]), -1.0, (REST, 0)), Hyperplane(np.array([0.0, 1.0]), -1.0, (REST, 1)))
    scheme = Scheme(lines, np.arange(2), np.full(2, REST), np.arange(2))
    side = (np.arange(100) + 0.5) / 50
    places = np.stack([axis.ravel() for axis in np.meshgrid(side, side)], axis=1)
    assert shares(scheme, places) == (0.25, 0.25)


def test_the_share_is_of_the_box_for_two_features_and_of_the_rows_for_more() -> None:
    data = blobs()
    last = engine.trace("one_versus_rest", data)[-1]
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    random = np.random.default_rng(0).uniform(low, high, size=(200_000, 2))
    share = float((last.model.predict(random) == AMBIGUOUS).mean())
    assert last.none + last.several == pytest.approx(share, abs=0.01) and share > 0.02
    assert " % of the box around the points is ambiguous, hatched: " in explain(last, data, Params()).sentence
    iris = engine.load("iris")
    last = engine.trace("one_versus_rest", iris)[-1]
    assert (last.none + last.several) * 150 == pytest.approx(last.ambiguous)
    said = explain(last, iris, Params()).sentence
    assert f"{last.ambiguous} of 150 rows are ambiguous (with 4 features rows are counted, not area)" in said


def test_resolving_leaves_nothing_ambiguous_and_changes_nothing_else() -> None:
    data = blobs(spread=1.5)
    plain, resolved = (engine.trace("one_versus_rest", data, resolve=on)[-1] for on in (False, True))
    before, after = plain.model.predict(data.X), resolved.model.predict(data.X)
    assert plain.ambiguous > 0 and (after >= 0).all()
    assert np.array_equal(before[before >= 0], after[before >= 0])
    assert np.array_equal(after, np.argmax(resolved.model.decision_function(data.X), axis=1))
    assert "given to the greatest score" in explain(resolved, data, Params()).sentence


# -- odd data ----------------------------------------------------------------------------------------------------------


def test_k_minus_1_lines() -> None:
    data = blobs()
    trace = engine.trace("one_versus_rest", data, count="K - 1")
    assert len(trace) == 4 and trace[-1].model.positive.tolist() == [0, 1]
    assert (trace[-1].model.predict(data.X) == data.codes).mean() > 0.9
    assert "A line for each class but blue" in explain(trace[0], data, Params(count="K - 1")).sentence


@pytest.mark.parametrize("count", ["K", "K - 1"])
def test_two_classes_need_one_line(count: str) -> None:
    data = blobs().subset(blobs().codes > 0)
    assert claimants(data, count) == [(1, REST)]
    model = engine.fit("one_versus_rest", data, count=count)
    assert model.predict(data.X).tolist() == data.codes.tolist()


@pytest.mark.parametrize("base", LEARNERS)
def test_a_class_with_one_example(base: str) -> None:
    data = blobs()
    data = data.subset([*np.flatnonzero(data.codes < 2), int(np.argmax(data.codes == 2))])
    trace = engine.trace("one_versus_rest", data, base=base).to_end()
    assert trace.ending.words.endswith(".") and len(trace) == 5
    assert trace[3].newest.counts == (40, 1)


@pytest.mark.parametrize("base", LEARNERS)
def test_a_class_inside_the_others_is_met_in_words(base: str) -> None:
    """The middle class of a line cannot be cut off from the rest; the scheme goes on without a crash."""
    data = engine.Dataset.from_arrays(np.arange(9.0)[:, None], np.repeat(np.arange(3), 3), class_names=["a", "b", "c"])
    trace = engine.trace("one_versus_rest", data, base=base).to_end()
    assert len(trace) == 5 and np.isfinite(trace[-1].model.decision_function(data.X)).all()
    sides = trace[-1].model.claims(np.array([[-1.0], [9.0]]))
    assert sides[0, 0] == sides[1, 2] == 1 and sides[0, 2] == sides[1, 0] == 0
    assert explain(trace[2], data, Params(base=base)).sentence.endswith(".")


def test_a_learner_that_fails_is_named_and_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = blobs()
    perceptron, chosen = learner(Params(base="perceptron"))

    def picky(two):
        return "It is afraid of green." if "green" in two.class_names else ""

    record = {name: getattr(perceptron, name) for name in perceptron.__dataclass_fields__}
    afraid = Algorithm(**record | {"needs": (picky,)})
    monkeypatch.setattr("engine.families.discriminants.schemes.learner", lambda params: (afraid, chosen))
    trace = engine.trace("one_versus_rest", data, base="perceptron").to_end()
    step = trace[2]
    assert step.newest.ending.kind == "failed" and not step.newest.plane.weights.any()
    said = explain(step, data, Params()).sentence
    assert "There is no line" in said and said.endswith("The learner failed: It is afraid of green.")
    assert ALGORITHM.event(step) == Event("failed", "wrong")
    assert trace[-1].model.claims(data.X)[:, 1].sum() == 0
    assert trace.ending.kind == "stopped" and "green against the rest" in trace.ending.words


def test_the_run_goes_on_from_its_lines() -> None:
    data = blobs(spread=1.5)
    model = engine.fit("one_versus_rest", data, base="perceptron", epochs=3)
    again = engine.trace("one_versus_rest", data, base="perceptron", epochs=3, start=model)
    assert again[0].model == model
    alone = engine.fit("one_versus_rest", data, base="perceptron", epochs=6)
    assert again[-1].model.binaries == alone.binaries


def test_a_learners_own_range_is_refused_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(params):
        raise engine.Refusal("rate = 10 is not legal: rate must be smaller.")

    monkeypatch.setattr("engine.families.discriminants.schemes.learner", refuses)
    with pytest.raises(engine.Refusal, match="rate must be smaller"):
        engine.trace("one_versus_rest", blobs())


def test_basis_functions_bend_every_line() -> None:
    rng = np.random.default_rng(0)
    angle, codes = rng.uniform(0, 2 * np.pi, 90), np.arange(90) % 3
    radius = 1.0 + 1.5 * codes + 0.2 * rng.normal(size=90)
    data = engine.Dataset.from_arrays(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), codes)
    flat = engine.fit("one_versus_rest", data, resolve=True)
    bumps = {"basis": "gaussian grid", "functions": 16, "penalty": 1e-3}
    model = engine.fit("one_versus_rest", data, resolve=True, **bumps)
    assert isinstance(model.basis, Gaussians) and model.n_features == 2
    assert (model.predict(data.X) == codes).mean() > 0.95 > 0.8 > (flat.predict(data.X) == codes).mean()
    step = engine.trace("one_versus_rest", data, **bumps)[-1]
    shown = marks(step, data, Params())
    assert not any(isinstance(mark, Line) and mark.surface.kind == "plane" for mark in shown)
    assert any(mark.surface.name == "Feature space" for mark in shown)


# -- asking ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ([3.0, 0.0], "red claims this point. It is called red."),
        ([0.0, 0.0], "No class claims this point. It is ambiguous."),
        ([2.0, 3.0], "red and green claim this point. It is ambiguous."),
    ],
)
def test_a_point_is_told_who_claims_it(place: list[float], words: str) -> None:
    data = blobs()
    step = engine.trace("one_versus_rest", data)[-1]
    step = type(step)(rest_scheme(), step.trained, 0, 0, True)
    asked = inspect(step, data, Params(), np.array(place)).story
    assert asked.sentence == words
    votes = asked.tables[0].rows
    assert [row[1] for row in votes] == pytest.approx((W @ place + B).tolist())
    assert votes[2][2] == "not blue"
    resolved = type(step)(rest_scheme(resolve=True), step.trained, 0, 0, True)
    sentence = inspect(resolved, data, Params(), np.array([2.0, 3.0])).story.sentence
    assert sentence.endswith("It is called red, by the greatest score.")


def test_a_learner_of_many_steps_is_shown_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.families.discriminants.schemes.STRIDE", 50)
    data, params = blobs(spread=1.5), Params(base="perceptron", epochs=20)
    trace = engine.trace("one_versus_rest", data, base="perceptron", epochs=20).to_end()
    at_work = [step for step in trace if step.newest is not None and step.newest.ending is None]
    assert at_work and all(step.newest.taken % 50 == 0 for step in at_work)
    assert 5 + len(at_work) == len(trace) <= ALGORITHM.bound(data, params)
    assert explain(at_work[0], data, params).sentence.endswith("The learner is still at work after 50 steps.")
    monkeypatch.setattr("engine.families.discriminants.schemes.STRIDE", 10**6)
    alone = engine.trace("one_versus_rest", data, base="perceptron", epochs=20)
    assert len(alone) == 5 and alone[-1] == trace[-1]
