"""The schemes with learners of any kind: against scikit-learn with the same two-class fits, drawn, told and saved."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier

import engine
from engine.base.coding import decoded, encoded
from engine.base.params import specs
from engine.core.later import made
from engine.core.marks import Gallery, Line
from engine.families.discriminants import schemes as shared_steps
from engine.families.discriminants.learners import LEARNERS, MOST_MODELS, Taking, able, learner, refused
from engine.families.discriminants.one_versus_one.drawing import marks
from engine.families.discriminants.one_versus_one.loop import Params as PairParams
from engine.families.discriminants.one_versus_one.telling import explain, inspect
from engine.families.discriminants.one_versus_rest.loop import Params
from engine.families.discriminants.one_versus_rest.telling import explain as explain_rest
from engine.models import scheme as schemes
from engine.models.groups import Centres
from engine.models.linear import Hyperplane
from engine.models.scheme import Scheme, Sided
from engine.models.support_vectors import InnerProduct, SupportVectors
from engine.models.tree import Tree
from tests.engine.families.discriminants.test_one_versus_one import clouds
from tests.engine.families.discriminants.test_one_versus_rest import blobs

ANY = {"cart": {}, "knn": {"k": 5}, "svm": {"kernel": "rbf"}, "adaboost": {}}


class Fitted(ClassifierMixin, BaseEstimator):
    """For scikit-learn a classifier that takes the next of our two-class models instead of fitting one."""

    def __init__(self, models: list[tuple[Sided, float]]) -> None:
        self.models = models

    def __sklearn_clone__(self) -> Fitted:
        return Fitted(self.models)

    def fit(self, X: np.ndarray, y: np.ndarray) -> Fitted:
        self.classes_ = np.unique(y)
        self.model, self.sign = self.models.pop(0)
        return self

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """The score of the model that was fitted, from its own questions."""
        judge = self.model.judge
        found = judge.decision_function(X) if hasattr(judge, "decision_function") else judge.predict_proba(X)
        return self.sign * (found if found.ndim == 1 else found[:, 1] - found[:, 0])

    def predict(self, X: np.ndarray) -> np.ndarray:
        return self.classes_[(self.decision_function(X) > 0).astype(int)]


@pytest.mark.parametrize("base", ANY)
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_equal_two_class_fits_predict_like_scikit_learn(name: str, base: str) -> None:
    data = engine.load(name)
    model = engine.fit("one_versus_rest", data, base=base, resolve=True, **ANY[base])
    oracle = OneVsRestClassifier(Fitted([(one, 1.0) for one in model.binaries])).fit(data.X, data.codes)
    scores = model.decision_function(data.X)
    assert np.array_equal(scores, oracle.decision_function(data.X))
    alone = (scores == scores.max(axis=1)[:, None]).sum(axis=1) == 1  # of equal scores theirs takes the last class
    assert alone.mean() > 0.7
    assert np.array_equal(model.predict(data.X)[alone], oracle.predict(data.X)[alone])

    model = engine.fit("one_versus_one", data, base=base, **ANY[base])
    oracle = OneVsOneClassifier(Fitted([(one, -1.0) for one in model.binaries])).fit(data.X, data.codes)
    sure = model.predict(data.X) >= 0
    assert sure.mean() > 0.9
    assert np.array_equal(model.predict(data.X)[sure], oracle.predict(data.X)[sure])


# -- which learners there are ------------------------------------------------------------------------------------------


def test_learners_are_the_two_class_classifiers() -> None:
    assert {"cart", "random_forest", "knn", "kernel_vote", "mlp"} <= set(LEARNERS)
    assert not {"one_versus_one", "logistic_by_hand", "convexity", "id3", "kmeans"} & set(LEARNERS)


def test_new_algorithm_is_a_learner_by_its_card() -> None:
    tree = engine.algorithm("cart")
    assert able(tree) and not able(replace(tree, demonstrates=True)) and not able(replace(tree, aside=True))
    assert not able(replace(tree, task="regression")) and not able(replace(tree, needs=(lambda data: "Not this.",)))


def test_learner_gets_only_parameters_it_declares_alike() -> None:
    _, vectors = learner(Params(base="svm", kernel="polynomial", C=7.0, penalty=3.0))
    assert (vectors.kernel, vectors.C) == ("polynomial", 7.0)
    _, near = learner(Params(base="knn", k=9, kernel="rbf"))
    assert near.k == 9
    tree, grown = learner(Params(base="cart", epochs=5))
    assert grown == tree.params()
    network, trained = learner(Params(base="mlp", rate=5.0))
    assert trained == network.params(), "its learning rate has another range, so it is another one"
    passes, once = learner(Params(base="softmax_stochastic", epochs=100))
    assert once.epochs == passes.params().epochs == 10, "of the rare ones only those with the same default"
    assert "pocket" in Taking("rate") and "mlp" not in Taking("rate") and "kmeans" not in Taking("k")


def test_what_a_learner_is_given_is_said() -> None:
    data = blobs()
    said = explain_rest(engine.trace("one_versus_rest", data)[0], data, Params()).sentence
    assert "Learner: Logistic regression (Newton), with penalty 0.1; its other parameters at their defaults." in said
    params = PairParams(base="cart")
    said = explain(engine.trace("one_versus_one", data, base="cart")[0], data, params).sentence
    assert "Learner: Decision tree (CART), all its parameters at their defaults." in said


def test_too_many_models_are_refused_with_a_remedy() -> None:
    many = engine.Dataset.from_arrays(np.arange(64.0)[:, None], np.arange(64))
    with pytest.raises(engine.Refusal, match="fits 2,016 two-class models, and takes at most 2,000: keep 63 of the 64"):
        engine.trace("one_versus_one", many)
    assert refused(MOST_MODELS, many, Params(), 63) == ""
    assert engine.algorithm("one_versus_one").limits(many.subset(np.arange(63)), PairParams()) == ""


# -- the model ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["cart", "knn", "mlp", "bayesian_logistic"])
def test_scheme_of_any_models_round_trips_through_a_file(base: str, tmp_path: Path) -> None:
    data = clouds()
    model = engine.fit("one_versus_one", data, base=base)
    carried = engine.Carried.of(model, data, "classification")
    for one in (model, carried):
        engine.save_model(one, tmp_path / "scheme.json")
        assert engine.load_model(tmp_path / "scheme.json") == one
    places = np.random.default_rng(0).normal(scale=3.0, size=(50, 2))
    assert np.array_equal(carried.predict(places), model.predict(places))


TREE = Tree(np.array([-1]), np.array([-1]), np.array([-1]), np.array([[1, 2]]), np.array([1]))
CURVE = SupportVectors(np.eye(2), np.ones(2), 0.0, InnerProduct("rbf", 1.0))

HOSTILE = {
    "a judge that groups": {"judge": Centres(np.eye(2))},
    "a judge of other features": {"judge": replace(CURVE, vectors=np.ones((2, 3)))},
    "a judge of three classes": {"judge": replace(TREE, counts=np.array([[1, 2, 3]]))},
    "a judge of other classes": {"judge": replace(CURVE, classes=(2, 5))},
    "a side within a side": {"judge": Sided(TREE, (0, 1), 2)},
    "no features": {"judge": TREE, "n_features": 0},
    "three classes": {"classes": (0, 1, 2)},
    "a word for a judge": {"judge": "tree"},
    "a basis of other features": {"basis": engine.models.Polynomial.of_degree(3, 2)},
    "more features than there are": {"judge": TREE, "n_features": 10**9},
}


@pytest.mark.parametrize("how", HOSTILE)
def test_invalid_side_is_refused_in_words(how: str, tmp_path: Path) -> None:
    whole = Scheme((Sided(CURVE, (1, 0), 2),), np.array([0]), np.array([1]), np.arange(2))
    engine.save_model(whole, tmp_path / "whole.json")
    content = encoded(whole)
    content["binaries"][0] |= {name: encoded(value) for name, value in HOSTILE[how].items()}
    text = (tmp_path / "whole.json").read_text(encoding="utf-8")
    spoilt = json.loads(text) | {"model": content}
    (tmp_path / "spoilt.json").write_text(json.dumps(spoilt), encoding="utf-8")
    with pytest.raises(engine.Refusal) as refusal:
        engine.load_model(tmp_path / "spoilt.json")
    assert str(refusal.value).endswith(".")


def test_lines_and_curves_mix_in_a_scheme() -> None:
    line = Hyperplane(np.array([1.0, 0.0]), 0.0, (1, 0))
    mixed = Scheme((line, Sided(CURVE, (2, 0), 2)), np.array([0, 0]), np.array([1, 2]), np.arange(3))
    X = np.array([[1.0, 0.0], [-1.0, 0.0]])
    assert np.array_equal(mixed.decision_function(X), np.column_stack([X[:, 0], CURVE.decision_function(X)]))
    assert mixed.cuts() is None
    with pytest.raises(engine.Refusal, match="points of the same features"):
        Scheme((line, Sided(TREE, (2, 0), 3)), np.array([0, 0]), np.array([1, 2]), np.arange(3))


def test_few_scores_are_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = clouds(spread=1.6)
    model = engine.fit("one_versus_one", data, base="cart", resolve=True)
    at_once, claims = model.predict(data.X), model.claims(data.X)
    monkeypatch.setattr(schemes, "BLOCK", 42)  # seven points of six models
    asked: list[int] = []
    counted = Scheme.decision_function
    monkeypatch.setattr(Scheme, "decision_function", lambda self, X: (asked.append(len(X)), counted(self, X))[1])
    assert np.array_equal(model.predict(data.X), at_once) and np.array_equal(model.claims(data.X), claims)
    assert max(asked) == 7 and len(model.predict(data.X[:0])) == 0


def test_with_a_basis_a_tree_splits_on_the_functions() -> None:
    data = clouds(3)
    basis = {"basis": "polynomial", "degree": 2, "base": "cart"}
    trace = engine.trace("one_versus_one", data, **basis)
    model = trace[-1].model
    assert isinstance(model.binaries[0], Sided) and model.basis.n_functions == 5 and model.n_features == 2
    assert model.predict(data.X).tolist() == data.codes.tolist()
    assert decoded(encoded(model), engine.models.parts()) == model
    assert trace[-1].answer.tolist() == data.codes.tolist()


def test_only_linear_models_can_be_the_start() -> None:
    data = blobs()
    trees = engine.fit("one_versus_rest", data, base="cart")
    first = engine.trace("one_versus_rest", data, start=trees)[0]
    assert all(isinstance(one, Hyperplane) and not one.weights.any() for one in first.model.binaries)


# -- drawn and told ----------------------------------------------------------------------------------------------------


def test_nonlinear_problem_has_a_panel_with_its_own_rows() -> None:
    data, params = clouds(spread=1.6), PairParams(base="knn")
    steps = list(engine.trace("one_versus_one", data, base="knn"))
    for step in steps[1:7]:
        shown = made(marks(step, data, params))
        assert not any(isinstance(mark, Line) for mark in shown)
        (gallery,) = [mark for mark in shown if isinstance(mark, Gallery)]
        assert [panel.model for panel in gallery.panels] == [problem.binary for problem in step.trained]
        newest, panel = step.newest, gallery.panels[-1]
        pair = (newest.positive, newest.negative)
        assert (panel.role, panel.title) == ("focus", ", ".join(data.class_names[code] for code in pair))
        assert panel.dots.rows.tolist() == np.flatnonzero(np.isin(data.codes, pair)).tolist()
        rows = panel.dots.rows
        wrong = int((newest.binary.predict(data.X[rows]) != data.codes[rows]).sum())
        assert panel.detail == f"{wrong} wrong" and newest.wrong == wrong
    assert {panel.role for panel in gallery.panels[:-1]} == {"plain"}
    lines = made(marks(engine.trace("one_versus_one", data)[-1], data, params))
    assert not any(isinstance(mark, Gallery) for mark in lines)


@pytest.mark.parametrize("stride", [1, 3, 2000])
def test_each_problem_keeps_its_panel_and_a_click_goes_to_its_end(stride: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_steps, "STRIDE", stride)
    rng = np.random.default_rng(1)
    codes = np.arange(77) % 11  # of 11 classes there are 55 pairs
    data = engine.Dataset.from_arrays(rng.normal(size=(77, 2)) + np.column_stack([codes, codes % 3]), codes)
    params = PairParams(base="cart")
    trace = engine.trace("one_versus_one", data, base="cart")
    (gallery,) = [mark for mark in made(marks(trace[-1], data, params)) if isinstance(mark, Gallery)]
    assert len(gallery.panels) == 55
    for panel in gallery.panels:
        step = trace[panel.step]
        assert step.newest.binary is panel.model and step.newest.ending is not None
    middle = trace[len(trace) // 2]
    (gallery,) = [mark for mark in made(marks(middle, data, params)) if isinstance(mark, Gallery)]
    assert gallery.panels[-1].role == "focus" and trace[gallery.panels[-1].step] is middle


def test_learners_are_chosen_by_name() -> None:
    spec = specs(PairParams)["base"]
    names = dict(zip(spec.options, spec.read(), strict=True))
    assert names["cart"] == "Decision tree (CART)" and len(set(names.values())) == len(LEARNERS)


def test_counts_of_the_steps_match_the_predictions() -> None:
    data = clouds(spread=1.6)
    for step in engine.trace("one_versus_one", data, base="cart"):
        assert np.array_equal(step.answer, step.model.predict(data.X))
    assert np.array_equal(step.votes, step.model.claims(data.X))


def test_comparability_of_the_scores_is_stated() -> None:
    data = blobs(spread=1.5)
    said = {}
    for base in ("cart", "logistic_newton", "perceptron", "svm"):
        params = Params(base=base, kernel="rbf", resolve=True)
        step = engine.trace("one_versus_rest", data, base=base, kernel="rbf", resolve=True)[-1]
        said[base] = explain_rest(step, data, params).sentence
    for base in ("cart", "logistic_newton"):
        assert said[base].endswith("The scores can be compared: each stands for a probability."), base
    for base in ("perceptron", "svm"):
        assert said[base].endswith("each with its own scale, so the greatest need not be the most certain."), base
    plain = explain_rest(engine.trace("one_versus_rest", data)[-1], data, Params()).sentence
    assert "scores" not in plain, "nothing is decided by them"


def test_point_gets_the_score_of_every_model() -> None:
    data = blobs(spread=1.5)
    step = engine.trace("one_versus_one", data, base="knn")[-1]
    x = np.array([0.3, -0.2])
    told = inspect(step, data, PairParams(base="knn"), x).story
    shares = [one.judge.predict_proba(x[None])[0] for one in step.model.binaries]
    assert told.tables[0].columns[0] == "model" and told.worked == ()
    assert [row[1] for row in told.tables[0].rows] == [own - other for other, own in shares]


def test_learner_with_a_query_is_not_described_by_one_query() -> None:
    data = blobs()
    step = engine.trace("one_versus_rest", data, base="knn")[1]
    score, ending = explain_rest(step, data, Params(base="knn")).worked
    assert score == "y: P(red) − P(the rest), by its model"
    assert ending == "the learner: It keeps the rows, and answers when it is asked."


def test_last_line_of_a_learner_ending_counts():
    first = shared_steps.Found(Hyperplane(np.array([1.0, 0.0]), 0.0, np.array([0, 1])))
    one, other = Hyperplane(np.array([0.0, 2.0]), 1.0), Hyperplane(np.array([3.0, 0.0]), -1.0)
    lost = object()  # which scores no points
    found = shared_steps.newest([one, other, lost, None], first)
    assert found.model is other and found.binary.weights.tolist() == [3.0, 0.0] and found.binary.bias == -1.0
    assert shared_steps.newest([lost, None], found) is found and shared_steps.newest([], found) is found
    assert shared_steps.newest([one, other], found) is found, "it has come back to where it was"
