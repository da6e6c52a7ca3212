"""One versus the rest against scikit-learn, what the words promise, and odd data."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier

import engine
from engine.core.algorithm import Algorithm
from engine.core.marks import Line
from engine.core.story import Event
from engine.data.toys import generate
from engine.families.discriminants.learners import LEARNERS, learner
from engine.families.discriminants.one_versus_rest import ALGORITHM
from engine.families.discriminants.one_versus_rest.drawing import marks
from engine.families.discriminants.one_versus_rest.loop import Params
from engine.families.discriminants.one_versus_rest.starting import claimants
from engine.families.discriminants.one_versus_rest.telling import explain
from engine.families.discriminants.two_sides import REST
from engine.models.basis import Gaussians
from engine.models.scheme import AMBIGUOUS

LINES = (
    "logistic_newton", "perceptron", "pocket", "perceptron_delta", "least_squares", "fisher", "max_margin",
    "svm",
)  # fmt: skip
CURVED = ("cart", "knn", "mlp")
"""Learners whose models are lines as they stand here, and some whose models are none."""


def blobs(n: int = 20, seed: int = 0, spread: float = 0.6) -> engine.Dataset:
    """Three round clouds on a triangle."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(3), n)
    middles = np.array([[0.0, 2.0], [-2.0, -1.0], [2.0, -1.0]])
    X = middles[codes] + spread * rng.normal(size=(3 * n, 2))
    return engine.Dataset.from_arrays(X, codes, class_names=["red", "green", "blue"])


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
def test_every_learner_separates_three_clusters(base: str) -> None:
    data = blobs()
    try:
        engine.fit(base, data.subset(data.codes < 2))
    except engine.Refusal as refusal:
        pytest.skip(str(refusal))
    trace = engine.trace("one_versus_rest", data, base=base).to_end()
    assert len(trace) == 5 and trace.ending.kind in ("converged", "stopped")
    model = engine.fit("one_versus_rest", data, base=base, resolve=True)
    assert (model.predict(data.X) == data.codes).mean() >= 0.95
    for k, line in enumerate(model.binaries):
        assert line.classes == (REST, k) and ((line.decision_function(data.X) > 0) == (data.codes == k)).mean() > 0.9


def test_one_step_per_problem_and_one_for_the_overlay() -> None:
    data = blobs()
    steps = list(engine.trace("one_versus_rest", data))
    assert [len(step.trained) for step in steps] == [0, 1, 2, 3, 3]
    trained = Event("trained", "boundary")
    assert [ALGORITHM.event(step) for step in steps] == [None, trained, trained, trained, Event("overlay", "best")]
    assert steps[0].ambiguous == data.n and (steps[0].model.predict(data.X) == AMBIGUOUS).all()
    last = ALGORITHM.measure(steps[4], data, Params())
    assert last == {"rows given to a wrong class": steps[4].wrong, "ambiguous rows": steps[4].ambiguous}
    first = ALGORITHM.measure(steps[0], data, Params())
    assert first == {"rows given to a wrong class": 0, "ambiguous rows": data.n}
    said = [explain(step, data, Params()).sentence for step in steps]
    assert said[2].startswith("Two-class problem 2 of 3: green against the rest, 20 rows against 40.")
    assert said[4].endswith("A line for each class: 3 for 3 classes.")


def test_resolving_removes_ambiguity_and_changes_nothing_else() -> None:
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
    assert "A model for each class but blue" in explain(trace[0], data, Params(count="K - 1")).sentence


@pytest.mark.parametrize("count", ["K", "K - 1"])
def test_two_classes_need_one_line(count: str) -> None:
    data = blobs().subset(blobs().codes > 0)
    assert claimants(data, count) == [(1, REST)]
    model = engine.fit("one_versus_rest", data, count=count)
    assert model.predict(data.X).tolist() == data.codes.tolist()


@pytest.mark.parametrize("base", LINES + CURVED)
def test_a_class_with_one_example(base: str) -> None:
    data = blobs()
    data = data.subset([*np.flatnonzero(data.codes < 2), int(np.argmax(data.codes == 2))])
    trace = engine.trace("one_versus_rest", data, base=base).to_end()
    assert trace.ending.words.endswith(".") and len(trace) == 5
    assert trace[3].newest.counts == (40, 1)


@pytest.mark.parametrize("base", LINES + CURVED)
def test_enclosed_class_is_reported_in_words(base: str) -> None:
    """The middle class of a line cannot be cut off from the rest; the scheme goes on without a crash."""
    data = engine.Dataset.from_arrays(np.arange(9.0)[:, None], np.repeat(np.arange(3), 3), class_names=["a", "b", "c"])
    trace = engine.trace("one_versus_rest", data, base=base).to_end()
    assert len(trace) == 5 and np.isfinite(trace[-1].model.decision_function(data.X)).all()
    sides = trace[-1].model.claims(np.array([[-1.0], [9.0]]))
    assert sides[0, 0] == sides[1, 2] == 1 and sides[0, 2] == sides[1, 0] == 0
    assert explain(trace[2], data, Params(base=base)).sentence.endswith(".")


def test_failing_learner_is_named_and_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = blobs()
    perceptron, chosen = learner(Params(base="perceptron"))

    def picky(two):
        return "It is afraid of green." if "green" in two.class_names else ""

    record = {name: getattr(perceptron, name) for name in perceptron.__dataclass_fields__}
    afraid = Algorithm(**record | {"needs": (picky,)})
    monkeypatch.setattr("engine.families.discriminants.schemes.learner", lambda params: (afraid, chosen))
    trace = engine.trace("one_versus_rest", data, base="perceptron").to_end()
    step = trace[2]
    assert step.newest.ending.kind == "failed" and not step.newest.binary.weights.any()
    said = explain(step, data, Params()).sentence
    assert "There is no model" in said and said.endswith("The learner failed: It is afraid of green.")
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


def test_parameter_range_of_a_learner_is_refused_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(params):
        raise engine.Refusal("rate = 10 is not legal: rate must be smaller.")

    monkeypatch.setattr("engine.families.discriminants.learners.learner", refuses)
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


def test_iterative_learner_is_shown_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.families.discriminants.schemes.STRIDE", 50)
    data, params = blobs(spread=1.5), Params(base="perceptron", epochs=20)
    trace = engine.trace("one_versus_rest", data, base="perceptron", epochs=20).to_end()
    at_work = [step for step in trace if step.newest is not None and step.newest.ending is None]
    assert at_work and all(step.newest.taken % 50 == 0 for step in at_work)
    assert 5 + len(at_work) == len(trace) <= ALGORITHM.bound(data, params)
    assert explain(at_work[0], data, params).sentence.endswith("The learner is still at work after 50 steps.")
    (trained,) = [number for number in explain(at_work[0], data, params).numbers if number.name == "lines trained"]
    assert trained.value == len(at_work[0].trained) - 1 == 0 and trained.note == "of 3"
    monkeypatch.setattr("engine.families.discriminants.schemes.STRIDE", 10**6)
    alone = engine.trace("one_versus_rest", data, base="perceptron", epochs=20)
    assert len(alone) == 5 and alone[-1] == trace[-1]


@pytest.mark.parametrize(
    ("resolve", "end"), [(False, "2 are ambiguous."), (True, "2 are ambiguous before that is resolved.")]
)
def test_the_end_is_told_in_a_whole_sentence(resolve, end):
    trace = engine.trace("one_versus_rest", generate("blobs", seed=0, n=60, classes=3, spread=0.7), resolve=resolve)
    words = trace.to_end().ending.words
    assert words == f"3 two-class problems are trained: of 60 rows 0 are given to a wrong class, and {end}"
    wrong, ambiguous = trace[-1].wrong, trace[-1].ambiguous
    assert (wrong, ambiguous) == (0, 2)
